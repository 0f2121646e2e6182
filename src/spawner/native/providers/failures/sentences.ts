import { failureMessages as messages } from '../../../../messages/failure-messages.ts'
import { type FailureMeaning, permanent, temporary } from '../../../failure-meaning.ts'
import type { FailureClass } from '../../../spawner.ts'

/**
 * The possible failures of a request. Finer than the classes, because some failures of one class need their own text.
 */
export type Verdict =
  | Exclude<FailureClass, 'missing' | 'stale' | 'max_turns' | 'budget'>
  | 'no key'
  | 'broken'
  | 'moved'

const { advice } = messages

/** What each failure means for the queue, and its text for the person. `name` is the provider. */
export function meaningOf(verdict: Verdict, name: string): FailureMeaning {
  const table = `[providers.${name}]`
  const meanings: Record<Verdict, FailureMeaning> = {
    'no key': permanent('auth', messages.keyMissing(name), advice.ownerSetsKey(table), advice.setKey(table)),
    auth: permanent('auth', messages.keyRefused(name), advice.ownerChecksKey, advice.checkKey(table)),
    billing: permanent('billing', messages.noCredit(name), advice.ownerAddsCredit, advice.addCredit),
    rate_limit: temporary('rate_limit', messages.rateLimited(name), advice.inMinutes),
    overloaded: temporary('overloaded', messages.overloaded(name), advice.inMinutes),
    network: temporary('network', messages.unreachable(name), advice.checkServer),
    moved: permanent('network', messages.moved(name), advice.ownerSetsAddress, advice.setAddress(table)),
    server: temporary('server', messages.serverError(name), advice.inAMoment),
    model: permanent('model', messages.modelMissing(name), advice.ownerChoosesModel, advice.chooseModel(table)),
    overflow: permanent('overflow', messages.tooMuchText, advice.newConversation),
    too_large: permanent('too_large', messages.tooLarge(name), advice.sendLess),
    refusal: permanent('refusal', messages.declined, advice.rephrase),
    invalid: permanent('invalid', messages.requestRefused(name), advice.rephraseOrOwner, advice.rephraseOrLog),
    broken: temporary('invalid', messages.brokeOff(name), advice.askAgain),
    crash: temporary('crash', messages.stopped, advice.tryAgain),
    hang: temporary('hang', messages.silent(name), advice.tryAgain),
    flood: permanent('flood', messages.answerEndless, advice.lessAtOnce),
  }
  return meanings[verdict]
}
