import { failureMessages as messages } from '../../messages/failure-messages.ts'
import { permanent, temporary } from '../failure-meaning.ts'
import type { Failure } from '../spawner.ts'

// Failures of a whole turn. Failures of one request to a provider are in providers/failures.

const { advice } = messages

export const refused: Failure = permanent('refusal', messages.declined, advice.rephrase)

export const empty: Failure = temporary('invalid', messages.emptyAgain)

/** The model calls the same tools with the same input again and again. */
export const inCircles: Failure = permanent('max_turns', messages.inCircles, advice.rephrase)

export function tooManySteps(steps: number): Failure {
  return permanent('max_turns', messages.moreStepsThan(steps), advice.smallerPiece, advice.raiseSteps)
}

/** Sent before any text, so that the caller can open another session in the same turn. */
export const staleSession: Failure = temporary('stale', messages.sessionGone)

export function noModel(role: string): Failure {
  return permanent('model', messages.noModelSet, advice.ownerNamesModel, advice.nameModel(role))
}
