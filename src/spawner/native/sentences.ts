import { failureMessages as say } from '../../messages/failure-messages.ts'
import type { Failure } from '../spawner.ts'

// Failures of a whole turn. Failures of one request to a provider are in providers/failures.

export const refused: Failure = {
  class: 'refusal',
  what: say.declined,
  advice: say.advice.rephrase,
  retry: false,
}

export const empty: Failure = {
  class: 'invalid',
  what: say.emptyAgain,
  retry: true,
}

export const turning: Failure = {
  class: 'max_turns',
  what: say.inCircles,
  advice: say.advice.rephrase,
  retry: false,
}

export function tooManySteps(steps: number): Failure {
  return {
    class: 'max_turns',
    what: say.moreStepsThan(steps),
    advice: say.advice.smallerPiece,
    ownerAdvice: say.advice.raiseSteps,
    retry: false,
  }
}

/** Sent before any text, so that the caller can open another session in the same turn. */
export const staleSession: Failure = {
  class: 'stale',
  what: say.sessionGone,
  retry: true,
}

export function noModel(role: string): Failure {
  return {
    class: 'model',
    what: say.noModelSet,
    advice: say.advice.ownerNamesModel,
    ownerAdvice: say.advice.nameModel(role),
    retry: false,
  }
}
