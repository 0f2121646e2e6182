import type { HistorySource } from './history-source.ts'

// A message is answered even where choosing its past breaks. A step that a turn can do without is left out by itself. When
// anything else throws, the turn is made of the last lines and the message, and when that fails too, of the message alone.
// What a person may not read is filtered outside of all this, so that no failure shows more than success would.

/** What can fail on the way to a turn. */
export type AssemblyStep = 'choosing' | 'recall' | 'summaries' | 'results' | 'facts' | 'open question' | 'triage'

/** What is left of the turn after a failure: all but that step, the last lines and the message, or the message. */
export type Left = 'the rest' | 'last lines' | 'message'

export interface StepFailure {
  step: AssemblyStep
  left: Left
  err: unknown
}

/** Runs the steps that a turn can do without, and keeps what failed. */
export interface AssemblySteps {
  failures: StepFailure[]
  attempt<T>(step: AssemblyStep, run: () => T, instead: T): T
}

export function createSteps(): AssemblySteps {
  const failures: StepFailure[] = []
  return {
    failures,
    attempt(step, run, instead) {
      try {
        return run()
      } catch (err) {
        // One cause may be met several times: each step is told once.
        if (!failures.some((known) => known.step === step)) failures.push({ step, left: 'the rest', err })
        return instead
      }
    },
  }
}

/** The same past, where what a turn can do without is left out when reading it fails. */
export function guarded(source: HistorySource, { attempt }: AssemblySteps): HistorySource {
  return {
    ...source,
    conversations: (...asked) => attempt('summaries', () => source.conversations(...asked), []),
    laneSummary: (...asked) => attempt('summaries', () => source.laneSummary(...asked), undefined),
    background: (...asked) => attempt('results', () => source.background(...asked), []),
    pendingQuestion: (...asked) => attempt('open question', () => source.pendingQuestion(...asked), undefined),
    facts: (query) => attempt('facts', () => source.facts(query), []),
    recall: (query) => attempt('recall', () => source.recall(query), []),
    nearest: (query) => attempt('recall', () => source.nearest(query), []),
  }
}

/** One way to make a turn. The first of them that does not throw is taken. */
export interface Way<T> {
  left: Left
  /** Of what was read for it before. */
  steps?: AssemblySteps | undefined
  make(steps: AssemblySteps): T
}

/** Throws only when not even the last way works. */
export function failOpen<T extends { failures: StepFailure[] }>(ways: Way<T>[]): T {
  let broken: Omit<StepFailure, 'left'> | undefined
  for (const { left, make, steps = createSteps() } of ways) {
    try {
      const made = make(steps)
      return { ...made, failures: [...(broken ? [{ ...broken, left }] : []), ...steps.failures] }
    } catch (err) {
      // The first cause is the one to mend.
      broken ??= { step: 'choosing', err }
    }
  }
  throw broken?.err ?? new Error('there is no way to make a turn')
}
