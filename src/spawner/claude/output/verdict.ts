import { failureMessages as say } from '../../../messages/failure-messages.ts'
import type { Failure, FailureClass } from '../../spawner.ts'

/** The possible failures of a turn. Finer than the classes, because some failures of one class need their own text. */
export type Verdict = FailureClass | 'empty' | 'answer too long' | 'not signed in' | 'misuse' | 'outdated' | 'exhausted'

const name = 'Claude'
const { advice } = say

/** What each failure means for the queue, and its text for the person. */
export const meanings: Record<Verdict, Pick<Failure, 'class' | 'retry' | 'what' | 'advice' | 'ownerAdvice'>> = {
  missing: {
    class: 'missing',
    retry: false,
    what: say.programMissing,
    advice: advice.ownerInstalls,
    ownerAdvice: advice.install,
  },
  misuse: {
    class: 'missing',
    retry: false,
    what: say.programLacksOption,
    advice: advice.ownerUpdates,
    ownerAdvice: advice.update,
  },
  outdated: {
    class: 'missing',
    retry: false,
    what: say.programOutdated,
    advice: advice.ownerUpdates,
    ownerAdvice: advice.update,
  },
  stale: {
    class: 'stale',
    retry: true,
    what: say.sessionGone,
    advice: advice.askAgain,
  },
  'not signed in': {
    class: 'auth',
    retry: false,
    what: say.notSignedIn,
    advice: advice.ownerSignsIn,
    ownerAdvice: advice.signIn,
  },
  auth: {
    class: 'auth',
    retry: false,
    what: say.credentialRefused,
    advice: advice.ownerChecksCredential,
    ownerAdvice: advice.checkCredential,
  },
  billing: {
    class: 'billing',
    retry: false,
    what: say.noCredit(name),
    advice: advice.ownerAddsCredit,
    ownerAdvice: advice.addCredit,
  },
  rate_limit: {
    class: 'rate_limit',
    retry: true,
    what: say.rateLimited(name),
    advice: advice.inMinutes,
  },
  overloaded: {
    class: 'overloaded',
    retry: true,
    what: say.overloaded(name),
    advice: advice.inMinutes,
  },
  network: {
    class: 'network',
    retry: true,
    what: say.unreachable(name),
    advice: advice.checkConnection,
  },
  server: {
    class: 'server',
    retry: true,
    what: say.serverError(name),
    advice: advice.inAMoment,
  },
  model: {
    class: 'model',
    retry: false,
    what: say.modelMissing(name),
    advice: advice.ownerChoosesModel,
    ownerAdvice: advice.chooseClaudeModel,
  },
  overflow: {
    class: 'overflow',
    retry: false,
    what: say.tooMuchText,
    advice: advice.newConversation,
  },
  too_large: {
    class: 'too_large',
    retry: false,
    what: say.tooLarge(name),
    advice: advice.sendLess,
  },
  'answer too long': {
    class: 'too_large',
    retry: false,
    what: say.answerTooLong(name),
    advice: advice.inParts,
  },
  refusal: {
    class: 'refusal',
    retry: false,
    what: say.declined,
    advice: advice.rephrase,
  },
  max_turns: {
    class: 'max_turns',
    retry: false,
    what: say.tooManySteps,
    advice: advice.smallerPiece,
    ownerAdvice: advice.raiseRequests,
  },
  budget: {
    class: 'budget',
    retry: false,
    what: say.tooExpensive,
    advice: advice.smallerPiece,
    ownerAdvice: advice.raiseCost,
  },
  invalid: {
    class: 'invalid',
    retry: false,
    what: say.requestRefused(name),
    advice: advice.rephraseOrOwner,
    ownerAdvice: advice.rephraseOrLog,
  },
  empty: {
    class: 'invalid',
    retry: true,
    what: say.empty(name),
    advice: advice.askAgain,
  },
  crash: {
    class: 'crash',
    retry: true,
    what: say.programStopped,
    advice: advice.tryAgain,
  },
  exhausted: {
    class: 'crash',
    retry: true,
    what: say.machineFull,
    advice: advice.checkMachine,
  },
  hang: {
    class: 'hang',
    retry: true,
    what: say.silent(name),
    advice: advice.tryAgain,
  },
  flood: {
    class: 'flood',
    retry: false,
    what: say.programFlooded,
    advice: advice.lessAtOnce,
  },
}
