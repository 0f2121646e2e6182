import { expect, test } from 'vitest'
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
