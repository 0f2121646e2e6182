import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../src/domain/delivery.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { beginInstance, endInstance } from '../../../src/store/work/instances.ts'
import { markSending } from '../../../src/store/work/outbox.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const telegram = (chat: string) =>
  ({ channel: 'telegram', chat: makeChatId('telegram', chat), sender: { channel: 'telegram', id: '1' } }) as const

const states = (world: RoadWorld) => world.db.raw.prepare('SELECT state FROM outbox ORDER BY id').pluck().all()
const sent = (world: RoadWorld) => world.telegram.sent.map((delivery) => delivery.body)

test('a send that provably failed is tried again, later each time', async () => {
  const world = createRoadWorld()
  world.telegram.receipts.push({ status: 'retry', reason: 'refused' }, { status: 'retry', reason: 'refused' })
  world.say('hello', telegram('5'))
  await world.settle()
  expect(states(world)).toEqual(['retry'])
  world.clock.advance(1000)
  await world.settle()
  world.clock.advance(1000)
  await world.settle()
  expect(sent(world)).toEqual([])
  world.clock.advance(1000)
  await world.settle()
  expect(sent(world)).toEqual(['echo: hello'])
})

test('nothing overtakes a reply of its own lane that waits', async () => {
  const world = createRoadWorld()
  world.telegram.receipts.push({ status: 'retry', reason: 'refused', afterMs: 60_000 })
  world.say('one', telegram('5'))
  await world.settle()
  world.say('two', telegram('5'))
  world.say('other lane', telegram('6'))
  await world.settle()
  expect(sent(world)).toEqual(['echo: other lane'])
  world.clock.advance(60_000)
  await world.settle()
  expect(sent(world)).toEqual(['echo: other lane', 'echo: one', 'echo: two'])
})

describe('bytes left and no answer came', () => {
  const lost = { status: 'unknown', reason: 'reset' } as const

  test('found on the other side: it was sent', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push(lost)
    world.telegram.reconciles.push({ status: 'sent', remoteId: 'found' })
    world.say('hello', telegram('5'))
    await world.settle()
    world.clock.advance(30_000)
    await world.settle()
    expect(states(world)).toEqual(['sent'])
    expect(sent(world)).toEqual([])
  })

  test('a reply to what was found there stays in its lane', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push(lost)
    world.telegram.reconciles.push({ status: 'sent', remoteId: 'found' })
    world.say('hello', telegram('5'))
    await world.settle()
    world.clock.advance(30_000)
    await world.settle()
    world.say('and?', { ...telegram('5'), replyTo: 'found' })
    expect(world.db.raw.prepare('SELECT DISTINCT lane FROM message').pluck().all()).toHaveLength(1)
  })

  test('proven absent: sent again as if for the first time', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push(lost)
    world.telegram.reconciles.push({ status: 'absent' })
    world.say('hello', telegram('5'))
    await world.settle()
    world.clock.advance(30_000)
    await world.settle()
    expect(world.telegram.sent).toMatchObject([{ body: 'echo: hello', maybeRepeat: false }])
  })

  test('nobody can tell: one marked resend, never a third copy, and the person hears of it elsewhere', async () => {
    const world = createRoadWorld()
    world.say('hi there')
    await world.settle()
    world.web.sent.length = 0
    world.telegram.receipts.push(lost, lost)
    world.say('hello', telegram('5'))
    for (let round = 0; round < 4; round++) {
      await world.settle()
      world.clock.advance(31_000)
    }
    expect(
      world.db.raw
        .prepare("SELECT state, resent, attempt FROM outbox WHERE channel = 'telegram' AND kind = 'reply'")
        .all(),
    ).toEqual([{ state: 'held', resent: 1, attempt: 2 }])
    expect(world.web.sent).toMatchObject([{ route: { chat: 'web:a' }, body: expect.stringContaining('sent twice') }])
  })

  test('a channel that throws counts as unknown, not as failed', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push(new Error('socket hang up'))
    world.say('hello', telegram('5'))
    await world.settle()
    expect(states(world)).toEqual(['unknown'])
  })

  test('what an earlier instance was sending when it died is looked for, not sent blindly', async () => {
    const world = createRoadWorld({})
    world.telegram.receipts.push({ status: 'retry', reason: 'x', afterMs: 1 })
    world.say('hello', telegram('5'))
    await world.settle()
    markSending(world.db, 1, world.instance - 1)
    expect(recover(world)).toMatchObject({ sends: 1 })
    world.telegram.reconciles.push({ status: 'sent', remoteId: 'found' })
    await world.settle()
    // It may be on its way there still.
    expect(states(world)).toEqual(['unknown'])
    world.clock.advance(world.telegram.manners.reconcileAfterMs)
    await world.settle()
    expect(states(world)).toEqual(['sent'])
    expect(sent(world)).toEqual([])
  })
})

describe('what failed before a start', () => {
  const MINUTES = 60_000
  /** One answer that the platform did not take, and the start of the daemon after it. */
  async function startAfter(receipt: Receipt, end: (world: RoadWorld, earlier: number) => void) {
    const world = createRoadWorld({})
    world.telegram.receipts.push(receipt)
    world.say('hello', telegram('5'))
    await world.settle()
    end(world, beginInstance(world.db, { pid: 1, boot: 'this boot' }, world.clock.steady()))
    recover({ ...world, instance: beginInstance(world.db, { pid: 2, boot: 'this boot' }, world.clock.steady()) })
    await world.settle()
    return states(world)
  }
  const tokenRefused: Receipt = { status: 'retry', reason: 'the token is refused', afterMs: 15 * MINUTES }
  const stop = (world: RoadWorld, earlier: number) => endInstance(world.db, earlier, world.clock.now())

  test('is sent at once after a stop, because the token may be another one now', async () => {
    expect(await startAfter(tokenRefused, stop)).toEqual(['sent'])
  })

  test('waits for its time after a kill, and as long as the platform asked for', async () => {
    expect(await startAfter(tokenRefused, () => {})).toEqual(['retry'])
    expect(await startAfter({ status: 'throttled', afterMs: 15 * MINUTES }, stop)).toEqual(['retry'])
  })
})

test('a refused delivery dies at once and the person hears of it on another channel', async () => {
  const world = createRoadWorld()
  world.telegram.receipts.push({ status: 'refused', reason: 'the bot was blocked' })
  world.say('hello', telegram('5'))
  await world.settle()
  expect(states(world)[0]).toBe('dead')
  expect(world.web.sent).toMatchObject([
    { route: { chat: 'web:notices' }, body: expect.stringContaining('the bot was blocked') },
  ])
})

test('an answer into a chat that takes nothing for now waits, which is told once by the name of the chat', async () => {
  const world = createRoadWorld()
  const closed = { status: 'retry', reason: 'the room is locked', afterMs: 60_000, closed: true } as const
  world.telegram.receipts.push(closed, closed)
  world.say('hello', { ...telegram('5'), audience: 'group', chatTitle: 'Lab' })
  await world.settle()
  world.clock.advance(60_000)
  await world.settle()
  expect(world.web.sent).toMatchObject([
    { body: expect.stringContaining('An answer for "Lab" is waiting: the room is locked.') },
  ])
  world.clock.advance(60_000)
  await world.settle()
  expect([states(world)[0], world.web.sent.length]).toEqual(['sent', 1])
})

test('what could not be delivered for a day is given up with a notice', async () => {
  const world = createRoadWorld()
  for (let n = 0; n < 10; n++)
    world.telegram.receipts.push({ status: 'retry', reason: 'unreachable', afterMs: 3_600_000 * 6 })
  world.say('hello', telegram('5'))
  for (let round = 0; round < 6; round++) {
    await world.settle()
    world.clock.advance(3_600_000 * 6)
  }
  expect(states(world)[0]).toBe('dead')
  expect(world.web.sent).toMatchObject([{ body: expect.stringContaining('unreachable') }])
})

describe('a platform that asks for a pause', () => {
  test('one chat pauses alone', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push({ status: 'throttled', afterMs: 30_000 })
    world.say('one', telegram('5'))
    await world.settle()
    world.say('two', telegram('6'))
    await world.settle()
    expect(sent(world)).toEqual(['echo: two'])
    world.clock.advance(30_000)
    await world.settle()
    expect(sent(world)).toEqual(['echo: two', 'echo: one'])
  })

  test('and one that asks for a year gets a day', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push({ status: 'throttled', afterMs: 3e10 })
    world.say('one', telegram('5'))
    await world.settle()
    world.clock.advance(86_400_000)
    await world.settle()
    expect(states(world)[0]).not.toBe('retry')
  })

  test('when several chats hear it the channel pauses', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push({ status: 'throttled', afterMs: 30_000 }, { status: 'throttled', afterMs: 30_000 })
    world.say('one', telegram('5'))
    await world.settle()
    world.say('two', telegram('6'))
    await world.settle()
    world.say('three', telegram('7'))
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    await expect.poll(() => states(world).length).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent(world)).toEqual([])
    stop.abort()
    await Promise.all(running)
    world.clock.advance(31_000)
    await world.settle()
    expect(sent(world).toSorted()).toEqual(['echo: one', 'echo: three', 'echo: two'])
  })
})

test('a delivery whose end cannot be written holds its lane no longer than it takes to look for it', async () => {
  const world = createRoadWorld()
  world.db.raw.exec(
    "CREATE TRIGGER broken BEFORE UPDATE ON outbox WHEN new.state = 'sent' BEGIN SELECT RAISE(ABORT, 'no'); END",
  )
  world.say('hello', telegram('5'))
  await world.settle()
  expect(states(world)).toEqual(['unknown'])
  world.db.raw.exec('DROP TRIGGER broken')
  world.telegram.reconciles.push({ status: 'sent', remoteId: 'found' })
  world.clock.advance(30_000)
  world.say('and now?', telegram('5'))
  await world.settle()
  expect(states(world)).toEqual(['sent', 'sent'])
})

test('a delivery whose route is not of its channel is refused, never sent anywhere', async () => {
  const world = createRoadWorld()
  world.telegram.receipts.push({ status: 'retry', reason: 'x', afterMs: 1000 })
  world.say('secret', telegram('5'))
  await world.settle()
  world.db.raw.prepare('UPDATE outbox SET route = ? WHERE id = 1').run(JSON.stringify({ chat: 'web:a' }))
  world.clock.advance(1000)
  await world.settle()
  expect(states(world)[0]).toBe('dead')
  expect([...world.telegram.sent, ...world.web.sent].some((delivery) => delivery.body.includes('secret'))).toBe(false)
})
