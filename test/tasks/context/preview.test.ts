import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { type ChatId, makeChatId } from '../../../src/domain/ids.ts'
import type { Audience } from '../../../src/domain/message.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

// A dry run shows what a real turn would: the same chats, the same lines.

const conversation = { sharedHistory: true }

function createSharing() {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain, conversation })
  const usual = loadConfig(undefined, { HOME: '/nonexistent' })
  const config = { ...usual, timezone: 'UTC', conversation: { ...usual.conversation, ...conversation } }
  const preview = createPreview({
    db: world.db,
    config: () => config,
    person: world.owner,
    brain: { name: brain.name, model: undefined },
  })
  const dryRun = (chat: ChatId, text: string, audience?: Audience) =>
    preview({ chat, audience, text, from: 'Ana', at: world.clock.now() }).context
  return { brain, world, dryRun }
}

test.each([
  ['of the page', makeChatId('web', 'new'), {}],
  ['with one person', makeChatId('telegram', '1'), { channel: 'telegram', sender: { channel: 'telegram', id: '1' } }],
] as const)(
  'in a chat %s where nothing was said yet, shared history is seen as in a real turn',
  async (_, chat, from) => {
    const { brain, world, dryRun } = createSharing()
    world.say('the plumber is called Novak and comes on Tuesdays')
    await world.settle()
    const seen = dryRun(chat, 'what was the plumber called?', 'private')
    world.say('what was the plumber called?', { ...from, chat })
    await world.settle()
    expect(brain.turns.at(-1)?.system).toContain('Novak')
    expect(seen).toContain('Novak')
  },
)

test('in a group where nothing was said yet, nothing of private chats is seen', async () => {
  const { world, dryRun } = createSharing()
  world.say('the plumber is called Novak')
  await world.settle()
  expect(dryRun(makeChatId('telegram', '-100'), 'what was the plumber called?', 'group')).not.toContain('Novak')
})

describe('a reply that is only imagined', () => {
  const chat = makeChatId('web', 'a')

  async function createReplying() {
    const world = createRoadWorld({ brain: createScriptedBrain(echo) })
    const usual = loadConfig(undefined, { HOME: '/nonexistent' })
    const preview = createPreview({
      db: world.db,
      config: () => usual,
      person: world.owner,
      brain: { name: 'scripted', model: undefined },
    })
    world.say('the boiler was serviced in March')
    await world.settle()
    const newest = () =>
      world.db.raw.prepare("SELECT max(id) FROM message WHERE author = 'human'").pluck().get() as number
    const reply = (replyTo: number, at = world.clock.now()) =>
      preview({ chat, text: 'by whom?', from: 'Ana', replyTo, at })
    return { world, newest, reply }
  }

  test('quotes what it replies to', async () => {
    const { newest, reply } = await createReplying()
    const seen = reply(newest())
    expect(seen.parts.map(({ kind }) => kind)).toContain('quoted-reply')
    expect(seen.text).toContain('the boiler was serviced in March')
  })

  test('is refused for a message that is not there, or that may not be read, in the same words', async () => {
    const { world, newest, reply } = await createReplying()
    world.say('a secret of the group', { channel: 'telegram', chat: makeChatId('telegram', '-100') })
    await world.settle()
    const secret = newest()
    expect(() => reply(99_999)).toThrow('There is no message 99999 to reply to.')
    expect(() => reply(secret)).toThrow(`There is no message ${secret} to reply to.`)
  })

  test('is refused where it would come before what it replies to', async () => {
    const { newest, reply } = await createReplying()
    expect(() => reply(newest(), new Date(0))).toThrow('is newer than the reply')
  })
})
