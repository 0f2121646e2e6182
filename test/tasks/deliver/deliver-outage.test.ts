import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { untilAborted } from '../../../src/lib/time/timers.ts'
import { tellOwner } from '../../../src/tasks/say/notices.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const telegram = (chat: string) =>
  ({ channel: 'telegram', chat: makeChatId('telegram', chat), sender: { channel: 'telegram', id: '1' } }) as const

const states = (world: RoadWorld) => world.db.raw.prepare('SELECT state FROM outbox ORDER BY id').pluck().all()
const sent = (world: RoadWorld) => world.telegram.sent.map((delivery) => delivery.body)

describe('nobody answers at all', () => {
  const away = { status: 'retry', reason: 'a gateway said 502', away: true } as const
  const hours = async (world: RoadWorld, count: number) => {
    for (let hour = 0; hour < count; hour++) {
      world.clock.advance(3_600_000)
      await world.settle()
    }
  }

  test('it is tried for as long as that lasts, and what waits behind it lives as long', async () => {
    const world = createRoadWorld()
    for (let n = 0; n < 30; n++) world.telegram.receipts.push(away)
    world.say('one', telegram('5'))
    await world.settle()
    world.say('two', telegram('5'))
    await hours(world, 29)
    expect(sent(world)).toEqual([])
    await hours(world, 1)
    expect(sent(world)).toEqual(['echo: one', 'echo: two'])
    expect(world.web.sent).toEqual([])
  })

  test('where only one of our accounts meets nobody, the others go on at once', async () => {
    const world = createRoadWorld()
    let tries = 0
    world.telegram.send = async (delivery) => {
      tries++
      if (delivery.route.chat.endsWith(':5')) return { ...away, alone: true }
      world.telegram.sent.push(delivery)
      return { status: 'sent', remoteId: `r${delivery.id}` }
    }
    world.say('stuck', telegram('5'))
    await world.settle()
    expect(tries).toBe(1)
    for (const chat of ['6', '7', '8']) world.say(`to ${chat}`, telegram(chat))
    await world.settle()
    expect(sent(world).toSorted()).toEqual(['echo: to 6', 'echo: to 7', 'echo: to 8'])
    // And nothing of it grows old.
    await hours(world, 100)
    expect(states(world)).toEqual(['retry', 'sent', 'sent', 'sent'])
  })

  test('one send at a time asks whether somebody does again, and then all go', async () => {
    const world = createRoadWorld()
    let tries = 0
    let isUp = false
    world.telegram.send = async (delivery) => {
      tries++
      if (!isUp) return away
      world.telegram.sent.push(delivery)
      return { status: 'sent', remoteId: `r${delivery.id}` }
    }
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    for (let chat = 0; chat < 12; chat++) world.say('hello', telegram(String(100 + chat)))
    await expect.poll(() => states(world).length).toBe(12)
    await expect.poll(() => states(world).includes('sending')).toBe(false)
    const first = tries
    for (let round = 1; round <= 4; round++) {
      world.clock.advance(30_000)
      world.deliver.wake()
      await expect.poll(() => tries - first).toBe(round)
      await expect.poll(() => states(world).includes('sending')).toBe(false)
    }
    isUp = true
    world.clock.advance(30_000)
    world.deliver.wake()
    await expect.poll(() => sent(world)).toHaveLength(12)
    stop.abort()
    await Promise.all(running)
  })

  test('what may have arrived is sent again only when somebody answers again, marked once, however long that takes', async () => {
    const world = createRoadWorld()
    world.telegram.receipts.push({ status: 'unknown', reason: 'reset' })
    for (let n = 0; n < 30; n++) world.telegram.reconciles.push({ status: 'away' })
    world.say('hello', telegram('5'))
    await world.settle()
    await hours(world, 30)
    expect(states(world)).toEqual(['unknown'])
    await hours(world, 1)
    expect(world.telegram.sent).toMatchObject([{ body: 'echo: hello', maybeRepeat: true }])
    expect(world.web.sent).toEqual([])
  })

  test('what a gateway gave up on goes again as often as it takes, each copy marked', async () => {
    const world = createRoadWorld()
    for (let n = 0; n < 5; n++) world.telegram.receipts.push({ ...away, maybeArrived: true })
    world.say('hello', telegram('5'))
    await world.settle()
    await hours(world, 6)
    expect(world.telegram.sent).toMatchObject([{ body: 'echo: hello', maybeRepeat: true }])
  })
})

test('an answer that ends without a sign of arrival is told of where it was asked for, once for all its parts', async () => {
  const world = createRoadWorld()
  const long = 'word '.repeat(60).trim()
  world.telegram.receipts.push({ status: 'refused', reason: 'nonsense' }, { status: 'refused', reason: 'nonsense' })
  world.say(long, telegram('5'))
  await world.settle()
  const here = world.telegram.sent.filter(({ body }) => body.includes('could not be delivered'))
  expect(here).toMatchObject([{ kind: 'notice', route: { chat: 'telegram:5' } }])
})

describe('notices that answer nobody', () => {
  test('never stand before an answer, in its lane or in others', async () => {
    const world = createRoadWorld()
    world.say('hello', telegram('1'))
    await world.settle()
    world.telegram.sent.length = 0
    for (let n = 0; n < 50; n++) tellOwner(world, `the roof is open ${n}`)
    for (let chat = 200; chat < 230; chat++)
      world.say('let me in', { ...telegram(String(chat)), sender: { channel: 'telegram', id: String(chat) } })
    world.say('and now?', telegram('1'))
    const order: string[] = []
    const send = world.telegram.send
    let hangs = 0
    world.telegram.send = async (delivery, signal) => {
      // Every notice hangs until the answer is through.
      if (delivery.kind === 'notice' && !order.includes('reply')) {
        hangs++
        await untilAborted(signal)
        return { status: 'retry', reason: 'it hung' }
      }
      order.push(delivery.kind)
      return await send(delivery, signal)
    }
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    await expect.poll(() => order[0]).toBe('reply')
    stop.abort()
    await Promise.all(running)
    expect(hangs).toBeLessThanOrEqual(4)
  })

  test('and one that waits keeps no answer of its lane waiting', async () => {
    const world = createRoadWorld()
    world.say('hello', telegram('1'))
    await world.settle()
    world.telegram.receipts.push({ status: 'throttled', afterMs: 3_600_000 })
    tellOwner(world, 'the roof is open')
    await world.settle()
    world.say('and now?', telegram('1'))
    await world.settle()
    expect(sent(world).at(-1)).toBe('echo: and now?')
  })
})
