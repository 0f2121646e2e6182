import { expect, test } from 'vitest'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { uncoveredInLane } from '../../../src/store/recall/summary-backlog.ts'
import { chat, chatter, HOUR, lane } from '../../support/many-messages.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

// Of a message that was edited the model sees the newest text, once.

function createChat() {
  const brain = { ...createScriptedBrain(() => [{ kind: 'done', text: 'Noted.' }]), hasSessions: true }
  const world = createRoadWorld({ brain })
  async function settle(): Promise<string> {
    await world.settle()
    world.clock.advance(60_000)
    return seenBy(brain.turns.at(-1))
  }
  return {
    world,
    say: (text: string, extra = {}) => (world.say(text, extra), settle()),
    edit(remoteId: string, text: string, addressed = true) {
      const at = world.clock.now()
      const keys = [`edit:${remoteId}:${text}`]
      const sender = { channel: 'web', id: 'owner' } as const
      const event = { kind: 'edit', channel: 'web', account: 'local', keys, chat, audience: 'private' } as const
      world.inbox.accept([{ ...event, remoteId, sender, senderName: 'Ana', at, text, addressed, raw: '{}' }])
      return settle()
    },
  }
}

const seenBy = (turn: Turn | undefined) => `${turn?.system}\n${turn?.text}`

test('a reply to it quotes the newest text', async () => {
  const { say, edit } = createChat()
  await say('the rent is 870 euros', { remoteId: 'rent' })
  await edit('rent', 'the rent is 890 euros')
  await edit('rent', 'the rent is 910 euros')
  await say('and now something about the garden')
  expect(await say('since when?', { replyTo: 'rent' })).toMatch(
    /<quoted-reply-\w+ [^>]*>\n\[Ana 10:02\] \[edited\] the rent is 910 euros\n<\/quoted-reply/,
  )
})

test('the next session shows the newest text once, and the prompt says what [edited] means', async () => {
  const { say, edit, world } = createChat()
  await say('the rent is 870 euros', { remoteId: 'rent' })
  await edit('rent', 'the rent is 890 euros')
  world.clock.advance(3 * HOUR)
  const seen = await say('what is the rent?')
  expect(seen.match(/the rent is \d+/g)).toEqual(['the rent is 890'])
  expect(seen).toContain('[edited] begins')
})

test('a session that goes on is told the newest text only', async () => {
  const { say, edit } = createChat()
  await say('hello')
  await say('the rent is 870 euros', { remoteId: 'rent', addressed: false })
  await edit('rent', 'the rent is 890 euros', false)
  await edit('rent', 'the rent is 910 euros', false)
  const seen = await say('what did I say?')
  expect(seen.match(/the rent is \d+/g)).toEqual(['the rent is 910'])
})

test('recall and summaries pass over its earlier text', async () => {
  const { say, edit, world } = createChat()
  await say('the plumber Ferrante drives a green van', { remoteId: 'van' })
  await edit('van', 'the plumber Ferrante drives a yellow van')
  for (let day = 0; day < 3; day++) {
    world.clock.advance(5 * 24 * HOUR)
    chatter(world, 40)
  }
  world.clock.advance(24 * HOUR)
  const seen = await say('what van does the plumber Ferrante drive?')
  expect(seen).toContain('yellow')
  expect(seen).not.toContain('green')
  const page = { after: 0, since: undefined, limit: 10 }
  expect(
    uncoveredInLane(world.db, lane, page)
      .map(({ text }) => text)
      .join(),
  ).not.toContain('green')
})
