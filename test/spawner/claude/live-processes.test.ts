import { expect, test, vi } from 'vitest'
import { createLiveProcesses, type Keep, type LiveProcesses } from '../../../src/spawner/claude/live-processes.ts'
import { aPuppet, type Puppet } from './puppet.ts'

const megabyte = 1_000_000
const roomy: Keep = { idleMs: 60_000, count: 10, rssBytes: 100 * megabyte }

function aHouse(keep: Partial<Keep>, sizeOf: (mark: string) => number = () => megabyte) {
  const processes = new Map<string, Puppet>()
  const time = { now: 0 }
  const live = createLiveProcesses({
    keep: { ...roomy, ...keep },
    clock: { now: () => new Date(time.now), mono: () => time.now },
    sizes: () => new Map([...processes.keys()].map((mark) => [mark, sizeOf(mark)])),
  })
  return {
    live,
    time,
    process: (session: string) => processes.get(session) as Puppet,
    usable: () => [...processes.values()].filter((process) => process.usable()).map(({ mark }) => mark),
    begin(session: string) {
      live.claim(session)
      const process = aPuppet(session)
      processes.set(session, process)
      live.add(session, process)
    },
    turn(session: string) {
      this.begin(session)
      live.release(session)
    },
  }
}

test('of too many the one used longest ago goes', () => {
  const house = aHouse({ count: 2 })
  for (const session of ['a', 'b']) house.turn(session)
  house.live.claim('a')
  house.live.release('a')
  house.turn('c')
  expect(house.usable()).toEqual(['a', 'c'])
})

test('of too large ones as many go as it takes, the one used longest ago first', () => {
  const house = aHouse({ rssBytes: 30 * megabyte }, (mark) => (mark === 'b' ? 5 : 20) * megabyte)
  for (const session of ['a', 'b', 'c']) house.turn(session)
  expect(house.usable()).toEqual(['b', 'c'])
})

test('a busy one never goes, and counts', () => {
  const house = aHouse({ count: 1 })
  house.begin('a')
  house.begin('b')
  expect(house.usable()).toEqual(['a', 'b'])
  house.live.release('b')
  expect(house.usable()).toEqual(['a'])
})

test('one that is forgotten goes at once, and a busy one as soon as it is released', () => {
  const house = aHouse({})
  house.turn('a')
  house.begin('b')
  void house.live.forget('a')
  void house.live.forget('b')
  expect(house.usable()).toEqual(['b'])
  house.live.release('b')
  expect(house.usable()).toEqual([])
})

test('idle ones go one after another as their time comes', () => {
  vi.useFakeTimers()
  try {
    const house = aHouse({ idleMs: 1_000 })
    const pass = (ms: number) => {
      house.time.now += ms
      vi.advanceTimersByTime(ms)
    }
    house.turn('a')
    pass(600)
    house.turn('b')
    pass(399)
    expect(house.usable()).toEqual(['a', 'b'])
    pass(1)
    expect(house.usable()).toEqual(['b'])
    pass(600)
    expect(house.usable()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a session is claimed by one at a time', () => {
  const { live } = aHouse({})
  expect([live.claim('a'), live.claim('a'), live.claim('b')]).toEqual([true, false, true])
  live.release('a')
  expect(live.claim('a')).toBe(true)
})

test('a process that is going is not found, and nothing is found until it has gone', async () => {
  const house = aHouse({ count: 0 })
  house.turn('a')
  const found = watch(house.live, 'a')
  await Promise.resolve()
  expect(found.settled).toBe(false)
  house.process('a').die()
  expect(await found.promise).toBeUndefined()
  expect(found.settled).toBe(true)
})

function watch(live: LiveProcesses, session: string) {
  const watched = { settled: false, promise: live.find(session) }
  void watched.promise.then(() => {
    watched.settled = true
  })
  return watched
}
