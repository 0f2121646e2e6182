import { expect, test, vi } from 'vitest'
import { createLiveProcesses, type IdleLimits, type LiveProcesses } from '../../../src/spawner/claude/live-processes.ts'
import { aPuppet, type Puppet } from './puppet.ts'

const megabyte = 1_000_000
const roomy: IdleLimits = { idleMs: 60_000, maxProcesses: 10, maxRssBytes: 100 * megabyte }

function createWorld(limits: Partial<IdleLimits>, sizeOf: (mark: string) => number = () => megabyte) {
  const processes = new Map<string, Puppet>()
  const time = { now: 0 }
  const live = createLiveProcesses({
    limits: { ...roomy, ...limits },
    clock: { now: () => new Date(time.now), mono: () => time.now },
    sizes: () => new Map([...processes.keys()].map((mark) => [mark, sizeOf(mark)])),
  })
  return {
    live,
    time,
    process: (session: string) => processes.get(session) as Puppet,
    usable: () => [...processes.values()].filter((process) => process.isUsable()).map(({ mark }) => mark),
    begin(session: string) {
      live.reserve(session)
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
  const world = createWorld({ maxProcesses: 2 })
  for (const session of ['a', 'b']) world.turn(session)
  world.live.reserve('a')
  world.live.release('a')
  world.turn('c')
  expect(world.usable()).toEqual(['a', 'c'])
})

test('of too large ones as many go as it takes, the one used longest ago first', () => {
  const world = createWorld({ maxRssBytes: 30 * megabyte }, (mark) => (mark === 'b' ? 5 : 20) * megabyte)
  for (const session of ['a', 'b', 'c']) world.turn(session)
  expect(world.usable()).toEqual(['b', 'c'])
})

test('a busy one never goes, and counts', () => {
  const world = createWorld({ maxProcesses: 1 })
  world.begin('a')
  world.begin('b')
  expect(world.usable()).toEqual(['a', 'b'])
  world.live.release('b')
  expect(world.usable()).toEqual(['a'])
})

test('one that is forgotten goes at once, and a busy one as soon as it is released', () => {
  const world = createWorld({})
  world.turn('a')
  world.begin('b')
  void world.live.forget('a')
  void world.live.forget('b')
  expect(world.usable()).toEqual(['b'])
  world.live.release('b')
  expect(world.usable()).toEqual([])
})

test('idle ones go one after another as their time comes', () => {
  vi.useFakeTimers()
  try {
    const world = createWorld({ idleMs: 1_000 })
    const pass = (ms: number) => {
      world.time.now += ms
      vi.advanceTimersByTime(ms)
    }
    world.turn('a')
    pass(600)
    world.turn('b')
    pass(399)
    expect(world.usable()).toEqual(['a', 'b'])
    pass(1)
    expect(world.usable()).toEqual(['b'])
    pass(600)
    expect(world.usable()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a session is claimed by one at a time', () => {
  const { live } = createWorld({})
  expect([live.reserve('a'), live.reserve('a'), live.reserve('b')]).toEqual([true, false, true])
  live.release('a')
  expect(live.reserve('a')).toBe(true)
})

test('a process that is going is not found, and nothing is found until it has gone', async () => {
  const world = createWorld({ maxProcesses: 0 })
  world.turn('a')
  const found = watch(world.live, 'a')
  await Promise.resolve()
  expect(found.settled).toBe(false)
  world.process('a').die()
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
