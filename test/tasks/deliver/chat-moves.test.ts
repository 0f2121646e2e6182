import { expect, test } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { InboundEvent, InboundMessage } from '../../../src/domain/message.ts'
import { followMoves } from '../../../src/tasks/deliver/chat-moves.ts'
import { createSearch } from '../../../src/tasks/recall/search.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { createScriptedChannel } from '../../support/scripted-channel.ts'

const old = makeChatId('telegram', '-100')
const next = makeChatId('telegram', '-200')

/** The road with a platform whose groups can move; `hear` is what the platform tells. */
async function start() {
  const platform = createScriptedChannel('telegram', 1000)
  const brain = createScriptedBrain(echo)
  let inside: Inbox | undefined
  const listen = async (inbox: Inbox) => void (inside = inbox)
  const world: RoadWorld = createRoadWorld({
    brain,
    telegram: ({ db }) => followMoves({ ...platform, listen }, db),
  })
  await world.channels.get('telegram')?.listen(world.inbox, new AbortController().signal)
  const hear = (...events: InboundEvent[]) => inside?.accept(events) ?? []
  const said = (
    chat: typeof old,
    remoteId: string,
    text: string,
    more: Partial<InboundMessage> = {},
  ): InboundMessage => ({
    kind: 'message',
    channel: 'telegram',
    account: '7',
    keys: [`${chat}:${remoteId}`],
    chat,
    audience: 'group',
    remoteId,
    sender: { channel: 'telegram', id: '1' },
    senderName: 'Ana',
    at: world.clock.now(),
    text,
    addressed: true,
    raw: '{}',
    ...more,
  })
  const moved = {
    kind: 'membership',
    audience: 'group',
    chat: old,
    standing: 'moved',
    movedTo: next,
    at: world.clock.now(),
  } as const
  return { world, platform, brain, hear, said, moved }
}

test('what is not said yet follows a group that becomes another, and replies to nothing there', async () => {
  const { world, platform, hear, said, moved } = await start()
  hear(said(old, '5', '/start'), said(old, '6', 'and the roses?'), moved)
  await world.settle()
  expect(platform.sent.map(({ route }) => route)).toEqual([{ chat: next }, { chat: next }])
  expect(platform.shown.map(({ chat, lane }) => [chat, lane])).toContainEqual([next, 'root:telegram:-200'])
})

test('the thread goes on where the group went: one lane, one history, found by its words', async () => {
  const { world, brain, hear, said, moved } = await start()
  hear(said(old, '5', 'the roses stand by the well'))
  await world.settle()
  hear(moved, said(next, '2', 'where are they?'))
  await world.settle()
  expect(brain.turns.map(({ chat }) => chat)).toEqual([old, old])
  const lanes = world.db.raw.prepare('SELECT DISTINCT lane FROM message').pluck().all()
  expect(lanes).toEqual(['root:telegram:-100'])
  const find = createSearch(world.db, world.clock, () => 'UTC')
  const reader = { personId: world.owner.id, chat: old, task: 0, everywhere: false }
  expect(find(reader, 'well', 1).map(({ text }) => text)).toEqual(['the roses stand by the well'])
})

test('a number that meant one message in the old place means another in the new one', async () => {
  const { world, platform, hear, said, moved } = await start()
  hear(said(old, '5', 'first'))
  await world.settle()
  hear(moved)
  const [again, fresh] = hear(said(old, '5', 'first'), said(next, '5', 'second'))
  expect([again?.status, fresh?.status]).toEqual(['duplicate', 'stored'])
  await world.settle()
  expect(platform.sent.at(-1)?.route).toEqual({ chat: next, replyTo: '5' })
  hear(said(next, '6', 'about the second', { replyTo: '5' }))
  const replied = world.db.raw.prepare("SELECT reply_to FROM message WHERE text = 'about the second'").pluck().get()
  const meant = world.db.raw.prepare('SELECT text FROM message WHERE remote_id = ?').pluck().all(replied)
  expect(meant).toEqual(['second'])
})

test('a group that moves before anything was said there has one name from the first line on', async () => {
  const { world, hear, said, moved } = await start()
  hear(moved, said(next, '2', 'hello'))
  hear(moved, said(next, '3', 'again'))
  expect(world.db.raw.prepare('SELECT DISTINCT lane FROM message').pluck().all()).toEqual(['root:telegram:-100'])
})

test('an answer sent after the move is known by its number there', async () => {
  const { world, platform, hear, said, moved } = await start()
  hear(said(old, '5', 'first'), moved)
  platform.receipts.push({ status: 'sent', remoteId: '9' })
  await world.settle()
  hear(said(next, '10', 'why?', { replyTo: '9', topic: '3' }))
  await world.settle()
  const answer = world.db.raw.prepare("SELECT remote_id FROM outbox WHERE part = 0 AND remote_id LIKE '%/9'").pluck()
  expect(answer.all()).toHaveLength(1)
  expect(platform.sent.at(-1)).toMatchObject({
    lane: 'topic:telegram:-200:3',
    route: { chat: next, topic: '3', replyTo: '10' },
  })
})

test('the end of a question is shown on its line where the group is now, and on none for a line of the old place', async () => {
  const { world, platform, hear, said, moved } = await start()
  hear(said(old, '5', 'first'), moved)
  const channel = world.channels.get('telegram')
  const settled = { kind: 'settled', chat: old, lane: rootLane(old), task: 1, message: 1, outcome: 'Done.' } as const
  channel?.show({ ...settled, remoteId: `${next}/9` })
  channel?.show({ ...settled, remoteId: '4' })
  const shown = platform.shown.filter(({ kind }) => kind === 'settled')
  const there = { ...settled, chat: next, lane: rootLane(next) }
  expect(shown).toEqual([{ ...there, remoteId: '9' }, there])
})
