import { failureMessages as say } from '../../../../messages/failure-messages.ts'
import type { Failure, FailureClass } from '../../../spawner.ts'

/**
 * The possible failures of a request. Finer than the classes, because some failures of one class need their own text.
 */
export type Verdict =
  | Exclude<FailureClass, 'missing' | 'stale' | 'max_turns' | 'budget'>
  | 'no key'
  | 'broken'
  | 'moved'

const { advice } = say

type Meaning = Pick<Failure, 'class' | 'retry' | 'what' | 'advice' | 'ownerAdvice'>

/** What each failure means for the queue, and its text for the person. `name` is the provider. */
export function meaningOf(verdict: Verdict, name: string): Meaning {
  const table = `[providers.${name}]`
  switch (verdict) {
    case 'no key':
      return {
        class: 'auth',
        retry: false,
        what: say.keyMissing(name),
        advice: advice.ownerSetsKey(table),
        ownerAdvice: advice.setKey(table),
      }
    case 'auth':
      return {
        class: 'auth',
        retry: false,
        what: say.keyRefused(name),
        advice: advice.ownerChecksKey,
        ownerAdvice: advice.checkKey(table),
      }
    case 'billing':
      return {
        class: 'billing',
        retry: false,
        what: say.noCredit(name),
        advice: advice.ownerAddsCredit,
        ownerAdvice: advice.addCredit,
      }
    case 'rate_limit':
      return {
        class: 'rate_limit',
        retry: true,
        what: say.rateLimited(name),
        advice: advice.inMinutes,
      }
    case 'overloaded':
      return {
        class: 'overloaded',
        retry: true,
        what: say.overloaded(name),
        advice: advice.inMinutes,
      }
    case 'network':
      return {
        class: 'network',
        retry: true,
        what: say.unreachable(name),
        advice: advice.checkServer,
      }
    case 'moved':
      return {
        class: 'network',
        retry: false,
        what: say.moved(name),
        advice: advice.ownerSetsAddress,
        ownerAdvice: advice.setAddress(table),
      }
    case 'server':
      return {
        class: 'server',
        retry: true,
        what: say.serverError(name),
        advice: advice.inAMoment,
      }
    case 'model':
      return {
        class: 'model',
        retry: false,
        what: say.modelMissing(name),
        advice: advice.ownerChoosesModel,
        ownerAdvice: advice.chooseModel(table),
      }
    case 'overflow':
      return {
        class: 'overflow',
        retry: false,
        what: say.tooMuchText,
        advice: advice.newConversation,
      }
    case 'too_large':
      return {
        class: 'too_large',
        retry: false,
        what: say.tooLarge(name),
        advice: advice.sendLess,
      }
    case 'refusal':
      return {
        class: 'refusal',
        retry: false,
        what: say.declined,
        advice: advice.rephrase,
      }
    case 'invalid':
      return {
        class: 'invalid',
        retry: false,
        what: say.requestRefused(name),
        advice: advice.rephraseOrOwner,
        ownerAdvice: advice.rephraseOrLog,
      }
    case 'broken':
      return {
        class: 'invalid',
        retry: true,
        what: say.brokeOff(name),
        advice: advice.askAgain,
      }
    case 'crash':
      return {
        class: 'crash',
        retry: true,
        what: say.stopped,
        advice: advice.tryAgain,
      }
    case 'hang':
      return {
        class: 'hang',
        retry: true,
        what: say.silent(name),
        advice: advice.tryAgain,
      }
    case 'flood':
      return {
        class: 'flood',
        retry: false,
        what: say.answerEndless,
        advice: advice.lessAtOnce,
      }
  }
}
