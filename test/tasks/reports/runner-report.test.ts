import { expect, test } from 'vitest'
import { describeRunner, type ReportedRunner, runnerProblem } from '../../../src/tasks/reports/runner-report.ts'

const attic: ReportedRunner = {
  name: 'attic',
  pairedAt: new Date(0),
  state: 'ready',
  seenMs: 1400,
  beat: { host: 'tower', version: '1.2.3', places: 4, free: 1, memoryMb: 512, sessions: 2, brains: ['claude', 'ant'] },
}

test('a runner is described by its place, version, models, load, memory and when it was last seen', () => {
  expect(describeRunner(attic)).toEqual({
    en: 'ready, on tower, Skein 1.2.3, claude, ant, 3 of 4 places taken, 2 sessions, 512 MB of memory free, last seen 1 second ago',
    de: 'bereit, auf tower, Skein 1.2.3, claude, ant, 3 von 4 Plätzen belegt, 2 Sitzungen, 512 MB Arbeitsspeicher frei, zuletzt gesehen vor 1 Sekunde',
  })
  const age = (seenMs: number) =>
    describeRunner({ ...attic, seenMs })
      .en.split(', ')
      .at(-1)
  expect([150_000, 7_200_000, 200_000_000].map(age)).toEqual([
    'last seen 3 minutes ago',
    'last seen 2 hours ago',
    'last seen 2 days ago',
  ])
  expect(describeRunner({ ...attic, state: 'never-seen', seenMs: undefined, beat: undefined }).en).toBe(
    'not seen since the start',
  )
})

test('a runner cannot write into the terminal of the person who lists it', () => {
  const host = 'tower\u001b[2J'
  expect(describeRunner({ ...attic, beat: attic.beat && { ...attic.beat, host } }).en).not.toContain('\u001b')
})

test('what is wrong with a runner is said, also that its version differs', () => {
  const problem = (change: Partial<ReportedRunner>) => runnerProblem({ ...attic, ...change }, '1.2.3')?.en
  expect([problem({}), problem({ state: 'full' }), problem({ state: 'draining' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(problem({ state: 'gone' })).toContain('attic is not connected')
  expect(problem({ state: 'never-seen' })).toContain('attic is not connected')
  expect(problem({ state: 'resting' })).toContain('gets no work for a minute')
  expect(problem({ state: 'other-version' })).toContain('(1.2.3) does not fit')
  expect(runnerProblem(attic, '1.3.0')?.en).toContain('has Skein 1.2.3, and this is 1.3.0')
})
