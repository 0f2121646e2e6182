import { expect, onTestFinished, test, vi } from 'vitest'
import { runNamed } from '../../../src/lib/named-work.ts'
import { createStallWatch, describeStall } from '../../../src/tasks/health/stall-watch.ts'

/** A watch on clocks that only the test moves. */
function createWatched() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const time = { mono: 1000, cpu: 0 }
  const clock = { now: () => new Date(Date.UTC(2026, 2, 1, 12) + time.mono), mono: () => time.mono }
  const warned: Record<string, unknown>[] = []
  const log = { warn: (fields: object) => void warned.push({ ...fields }) }
  const watch = createStallWatch({ clock, log: log as never, cpuMs: () => time.cpu })
  onTestFinished(watch.close)
  const pass = (ms: number, cpu = ms) => {
    time.mono += ms
    time.cpu += cpu
  }
  return {
    watch,
    warned,
    pass,
    /** The next time that the event loop gets to its timers. */
    look() {
      pass(100, 0)
      vi.advanceTimersByTime(100)
    },
  }
}

test('a stall is logged with the work that caused it, and the worst is kept', () => {
  const { watch, warned, pass, look } = createWatched()
  runNamed('assembling task 3', () => pass(900))
  look()
  runNamed('delivery 4 to talk', () => pass(300))
  look()
  expect(warned).toEqual([
    { ms: 900, work: 'assembling task 3', cpuMs: 900 },
    { ms: 300, work: 'delivery 4 to talk', cpuMs: 300 },
  ])
  expect(watch.worst()).toMatchObject({ worstStall: { ms: 900, work: 'assembling task 3' } })
  expect(watch.sum()).toEqual({ count: 2, ms: 1200 })
})

test('of work inside other work the one that took the time is named', () => {
  const { warned, pass, look } = createWatched()
  runNamed('taking in from email', () => {
    pass(20)
    runNamed('writing to the store', () => pass(600))
  })
  look()
  expect(warned).toMatchObject([{ work: 'writing to the store' }])
})

test('short work is no stall, however much of it there is', () => {
  const { watch, warned, pass, look } = createWatched()
  for (let times = 0; times < 50; times++) {
    runNamed('delivery 4 to talk', () => pass(100))
    look()
  }
  expect(warned).toEqual([])
  expect(watch.worst()).toEqual({})
})

test('work without a name is told when it used the CPU', () => {
  const { warned, pass, look } = createWatched()
  pass(500)
  look()
  expect(warned).toEqual([{ ms: 500, work: 'unnamed', cpuMs: 500 }])
})

test('a process that was stopped, or a machine that slept, is no stall', () => {
  const { watch, warned, pass, look } = createWatched()
  pass(3_600_000, 5)
  look()
  expect(warned).toEqual([])
  expect(watch.worst()).toEqual({})
})

test('work that throws ends all the same', () => {
  const { warned, pass, look } = createWatched()
  expect(() =>
    runNamed('a tool', () => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  runNamed('delivery 4 to talk', () => pass(400))
  look()
  expect(warned).toMatchObject([{ work: 'delivery 4 to talk' }])
})

test('it is told in a sentence', () => {
  const stall = { at: new Date('2026-03-01T12:00:00Z'), ms: 1234, work: 'assembling task 3' }
  expect(describeStall(stall, 'UTC').en).toBe(
    'The longest pause since the start was 1.2 seconds, on 2026-03-01 12:00, caused by: assembling task 3',
  )
})
