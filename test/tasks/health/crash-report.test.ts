import { expect, test } from 'vitest'
import type { Crash } from '../../../src/store/work/crashes.ts'
import { describeCrashes, findCommon } from '../../../src/tasks/health/crash-report.ts'

const noticedAt = new Date('2026-03-14T10:00:00Z')

function crash(instance: number, facts: Partial<Crash> & { ids?: number[] } = {}): Crash {
  const { ids = [], ...more } = facts
  const tasks = ids.map((id) => ({ id, kind: 'reply', chat: 'web:a' }))
  return { instance, noticedAt, isReboot: false, tasks, ...more }
}

test('names the error and the task that the crashes have in common, and how to look at it', () => {
  const cause = 'TypeError: x is not a function (in readPart)'
  const crashes = [
    crash(1, { cause, ids: [17, 18] }),
    crash(2, { cause, ids: [17] }),
    crash(3, { cause, ids: [9, 17] }),
  ]
  expect(findCommon(crashes)).toMatchObject({ count: 3, errors: [{ cause, count: 3 }], tasks: [{ id: 17 }] })
  expect(describeCrashes(crashes)?.en).toBe(
    `The last error before 3 crashes was: ${cause} Task 17 was running each time. "skein tasks 17" shows what it is. If it crashes me again, I will set it aside and tell its sender.`,
  )
})

test('different errors are listed with their counts, and a single task in one crash blames nobody', () => {
  const crashes = [
    crash(1, { cause: 'Error: a', ids: [1] }),
    crash(2, { cause: 'Error: b' }),
    crash(3, { cause: 'Error: b' }),
  ]
  expect(describeCrashes(crashes)?.en).toBe(
    'The last error before 2 crashes was: Error: b The last error before one crash was: Error: a The log has the details. If a newer version does not help, please report this error.',
  )
  expect(describeCrashes([crash(1, { cause: 'Error: a', ids: [1] })])?.en).not.toContain('Task 1')
})

test('without an error it points to the memory, after reboots to the power supply, and in between it counts', () => {
  expect(describeCrashes([crash(1), crash(2)])?.en).toContain('out of memory')
  expect(describeCrashes([crash(1, { isReboot: true }), crash(2, { isReboot: true })])?.en).toContain('power supply')
  expect(describeCrashes([crash(1), crash(2, { cause: 'Error: a' })])?.en).toContain('1 of 2 crashes left no error')
  expect(describeCrashes([])).toBeUndefined()
})
