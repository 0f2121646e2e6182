import { type HistorySource, NO_HITS } from './history-source.ts'

// A message is answered even when choosing its context fails. A step that a turn can do without is left out. When anything
// else throws, the turn consists of the last lines and the message and, when that fails too, of the message alone. What a
// person may not read is filtered before all this, so that a failure never shows more than a success would.

/** The steps of making a turn that can fail. */
export type AssemblyStep =
  | 'choosing'
  | 'recall'
  | 'summaries'
  | 'results'
  | 'facts'
  | 'library'
  | 'open question'
  | 'triage'

/** What the turn still has after a failure: all but that step, the last lines and the message, or only the message. */
export type RemainingContent = 'the rest' | 'last lines' | 'message'

export interface StepFailure {
  step: AssemblyStep
  left: RemainingContent
  err: unknown
}

/** Runs the steps that a turn can do without, and records those that failed. */
export interface AssemblySteps {
  failures: StepFailure[]
  attempt<T>(step: AssemblyStep, run: () => T, fallback: T): T
}

export function createSteps(): AssemblySteps {
  const failures: StepFailure[] = []
  return {
    failures,
    attempt(step, run, fallback) {
      try {
        return run()
      } catch (err) {
        // One cause may make several calls fail, so each step is recorded once.
        if (!failures.some((failure) => failure.step === step)) failures.push({ step, left: 'the rest', err })
        return fallback
      }
    },
  }
}

/** Returns an empty result instead of throwing, for everything that a turn can do without. */
export function guardSource(source: HistorySource, { attempt }: AssemblySteps): HistorySource {
  return {
    ...source,
    conversations: (...args) => attempt('summaries', () => source.conversations(...args), []),
    laneSummary: (...args) => attempt('summaries', () => source.laneSummary(...args), undefined),
    background: (...args) => attempt('results', () => source.background(...args), []),
    pendingQuestion: (...args) => attempt('open question', () => source.pendingQuestion(...args), undefined),
    facts: (query) => attempt('facts', () => source.facts(query), []),
    library: (query) => attempt('library', () => source.library(query), []),
    recall: (query) => attempt('recall', () => source.recall(query), NO_HITS),
    places: (...args) => attempt('recall', () => source.places(...args), new Map()),
    adjacent: (...args) => attempt('recall', () => source.adjacent(...args), new Map()),
    nearest: (query) => attempt('recall', () => source.nearest(query), []),
  }
}

/** One way to make a turn. The first that does not throw is used. */
export interface TurnAttempt<T> {
  left: RemainingContent
  /** The steps that already ran for it. */
  steps?: AssemblySteps | undefined
  make(steps: AssemblySteps): T
}

/** Throws only when all attempts fail. */
export function failOpen<T extends { failures: StepFailure[] }>(attempts: TurnAttempt<T>[]): T {
  let firstFailure: Omit<StepFailure, 'left'> | undefined
  for (const { left, make, steps = createSteps() } of attempts) {
    try {
      const turn = make(steps)
      return { ...turn, failures: [...(firstFailure ? [{ ...firstFailure, left }] : []), ...steps.failures] }
    } catch (err) {
      // The first failure is the one that has to be fixed.
      firstFailure ??= { step: 'choosing', err }
    }
  }
  throw firstFailure?.err ?? new Error('there is no way to make a turn')
}
