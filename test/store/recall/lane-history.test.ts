import { describe, expect, test } from 'vitest'
import { topicLane } from '../../../src/domain/ids.ts'
import type { NewMessage } from '../../../src/store/messages/messages.ts'
import {
  backgroundIn,
  conversationsIn,
  laneHistory,
  neighboursOf,
  type PastBound,
  pastMessages,
} from '../../../src/store/recall/lane-history.ts'
import { createRecallWorld, noon, type RecallWorld } from './recall-world.ts'

const bot = { author: 'bot', name: 'Skein' } satisfies Partial<NewMessage>
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)
const ever: PastBound = { asOf: minutes(1e6), before: Number.MAX_SAFE_INTEGER }
const at = (count: number): PastBound => ({ ...ever, asOf: minutes(count) })
const texts = (rows: { text: string }[]) => rows.map(({ text }) => text)
const history = ({ db, lane }: RecallWorld, bound = ever, page = {}) =>
  laneHistory(db, lane, bound, { limit: 100, ...page })

describe('the history of a lane', () => {
  test('is read newest first, across conversations, page by page', () => {
    const world = createRecallWorld()
    for (let n = 0; n < 25; n++) world.say(n * 20, `line ${n}`)
    const read: string[] = []
    for (let olderThan; ; ) {
      const page = history(world, ever, { limit: 4, ...(olderThan && { olderThan }) })
      read.push(...texts(page))
      olderThan = page.at(-1)
      if (page.length < 4) break
    }
    expect(read).toEqual(Array.from({ length: 25 }, (_, n) => `line ${24 - n}`))
  })

  test('can be bounded to the newest lines of each conversation, however it is paged', () => {
    const world = createRecallWorld()
    for (const n of [0, 1, 2, 3, 100, 101, 102]) world.say(n, `minute ${n}`)
    expect(texts(history(world, ever, { mostOfEach: 2 }))).toEqual(['minute 102', 'minute 101', 'minute 3', 'minute 2'])
    const [, second] = history(world, ever, { mostOfEach: 2 })
    expect(texts(history(world, ever, { mostOfEach: 2, olderThan: second }))).toEqual(['minute 3', 'minute 2'])
  })

  test('goes by time, not by the order it was stored in', () => {
    const world = createRecallWorld()
    world.say(100, 'later')
    world.say(0, 'earlier, but brought in after')
    expect(texts(history(world))).toEqual(['later', 'earlier, but brought in after'])
  })

  test('of one moment is read in the order it was stored in, none twice and none left out', () => {
    const world = createRecallWorld()
    for (const text of ['a', 'b', 'c']) world.say(5, text)
    const [newest] = history(world, ever, { limit: 1 })
    expect(newest?.text).toBe('c')
    expect(texts(history(world, ever, { olderThan: newest }))).toEqual(['b', 'a'])
  })

  test('has nothing newer than the moment that is asked about', () => {
    const world = createRecallWorld()
    world.say(0, 'before')
    world.say(10, 'at it')
    world.say(11, 'after')
    expect(texts(history(world, at(10)))).toEqual(['at it', 'before'])
  })

  test('has of people only what they said before the question, and of us all', () => {
    const world = createRecallWorld()
    world.say(0, 'asked first')
    const asked = world.say(1, 'asked now')
    world.say(2, 'our answer to the first', bot)
    world.say(3, 'said meanwhile')
    expect(texts(history(world, { ...ever, before: asked }))).toEqual(['our answer to the first', 'asked first'])
  })

  test('has no commands, notices, background output, or lines of other lanes', () => {
    const world = createRecallWorld()
    world.say(0, 'said')
    world.say(1, '/status', { kind: 'command' })
    world.say(2, 'restarted', { ...bot, kind: 'notice' })
    world.say(3, 'morning news', { ...bot, origin: 'briefing' })
    world.say(4, 'in a topic', { lane: topicLane(world.chat, '7') })
    expect(texts(history(world))).toEqual(['said'])
  })

  test('ends above a floor', () => {
    const world = createRecallWorld()
    world.say(0, 'old')
    world.say(100, 'at the floor')
    world.say(101, 'above')
    expect(texts(history(world, ever, { after: minutes(100) }))).toEqual(['above'])
  })
})

describe('a single message', () => {
  test('is found with its conversation and with what it replies to, theirs or one of ours', () => {
    const world = createRecallWorld()
    const first = world.say(0, 'the roof?', { remoteId: 'r1' })
    const reply = world.say(1, 'yes, that one', { remoteId: 'r2', replyTo: 'r1' })
    const lost = world.say(2, 'a reply to what we never saw', { replyTo: 'r99' })
    const [one, two] = pastMessages(world.db, [reply, 999, lost])
    expect(one).toMatchObject({ id: reply, replyTo: first, at: minutes(1), conversation: expect.any(Number) })
    expect(two).toMatchObject({ id: lost, replyTo: undefined })
  })

  test('has neighbours in its conversation only, none newer than the moment', () => {
    const world = createRecallWorld()
    world.say(-60, 'another conversation')
    world.say(0, 'just before')
    const id = world.say(1, 'it')
    world.say(2, 'just after')
    world.say(3, 'further on')
    const [it] = pastMessages(world.db, [id])
    if (!it) throw new Error('it was stored')
    expect(texts(neighboursOf(world.db, it, 1, ever))).toEqual(['just before', 'just after'])
    expect(texts(neighboursOf(world.db, it, 3, at(1)))).toEqual(['just before'])
  })

  test('that belongs to no conversation has none', () => {
    const world = createRecallWorld()
    world.say(0, 'said')
    const id = world.say(1, 'news', { ...bot, origin: 'briefing' })
    expect(pastMessages(world.db, [id]).flatMap((row) => neighboursOf(world.db, row, 2, ever))).toEqual([])
  })
})

test('background output of a lane is read newest first, since a moment and up to one', () => {
  const world = createRecallWorld()
  const { db, lane } = world
  world.say(0, 'said')
  for (const [n, origin] of (['scheduled', 'briefing', 'heartbeat'] as const).entries()) {
    world.say(10 * n, origin, { ...bot, origin })
  }
  const read = (since: number | undefined, bound: PastBound, limit = 9) =>
    texts(backgroundIn(db, lane, { since: since === undefined ? undefined : minutes(since), bound, limit }))
  expect(read(undefined, ever)).toEqual(['heartbeat', 'briefing', 'scheduled'])
  expect(read(0, ever)).toEqual(['heartbeat', 'briefing'])
  expect(read(undefined, at(10))).toEqual(['briefing', 'scheduled'])
  expect(read(undefined, ever, 1)).toEqual(['heartbeat'])
})

test('conversations of a lane are those that had begun by then and ended since', () => {
  const world = createRecallWorld()
  for (const start of [0, 100, 200]) for (const step of [0, 5]) world.say(start + step, 'a line')
  const read = (bound: PastBound, since: number) =>
    conversationsIn(world.db, world.lane, bound, minutes(since)).map(({ startedAt, lastAt, messages }) => [
      (startedAt.getTime() - noon.getTime()) / 60_000,
      (lastAt.getTime() - noon.getTime()) / 60_000,
      messages,
    ])
  expect(read(ever, -1)).toEqual([
    [200, 205, 2],
    [100, 105, 2],
    [0, 5, 2],
  ])
  expect(read(at(150), 50)).toEqual([[100, 105, 2]])
})
