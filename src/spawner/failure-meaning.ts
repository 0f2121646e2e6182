import type { AnyText } from '../messages/localized.ts'
import type { FailureClass } from './failure-classes.ts'
import type { Failure } from './spawner.ts'

/** What a failure means for the queue, and its text for the person. */
export type FailureMeaning = Pick<Failure, 'class' | 'retry' | 'what' | 'advice' | 'ownerAdvice'>

/** The same turn may succeed later. */
export function temporary(failureClass: FailureClass, what: AnyText, advice?: AnyText): FailureMeaning {
  return { class: failureClass, retry: true, what, ...(advice && { advice }) }
}

/** Trying again would not help. `ownerAdvice` is for the owner, where `advice` refers other people to the owner. */
export function permanent(
  failureClass: FailureClass,
  what: AnyText,
  advice: AnyText,
  ownerAdvice?: AnyText,
): FailureMeaning {
  return { class: failureClass, retry: false, what, advice, ...(ownerAdvice && { ownerAdvice }) }
}
