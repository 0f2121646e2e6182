import type { HistorySource } from './history-source.ts'

// A message is answered even when choosing its context fails. A step that a turn can do without is left out. When anything
// else throws, the turn consists of the last lines and the message and, when that fails too, of the message alone. What a
// person may not read is filtered before all this, so that a failure never shows more than a success would.

/** The steps of making a turn that can fail. */
export type AssemblyStep = 'choosing' | 'recall' | 'summaries' | 'results' | 'facts' | 'open question' | 'triage'

/** What the turn still has after a failure: all but that step, the last lines and the message, or only the message. */
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
        // One cause may make several calls fail, so each step is recorded once.
        if (!failures.some((known) => known.step === step)) failures.push({ step, left: 'the rest', err })
        return instead
      }
    },
  }
}

/** Returns nothing instead of throwing where a turn can do without the result. */
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

/** One way to make a turn. The first way that does not throw is used. */
export interface Way<T> {
  left: Left
  /** The steps that were already taken for it. */
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
      // The first failure is the one that has to be fixed.
      broken ??= { step: 'choosing', err }
    }
  }
  throw broken?.err ?? new Error('there is no way to make a turn')
}
