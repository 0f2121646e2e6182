import { failureMessages as messages } from '../../../messages/failure-messages.ts'
import { type FailureMeaning, permanent, temporary } from '../../failure-meaning.ts'
import type { FailureClass } from '../../spawner.ts'

/** The possible failures of a turn. Finer than the classes, because some failures of one class need their own text. */
export type Verdict = FailureClass | 'empty' | 'answer too long' | 'not signed in' | 'misuse' | 'outdated' | 'exhausted'

const name = 'Claude'
const { advice } = messages

export const meanings: Record<Verdict, FailureMeaning> = {
  missing: permanent('missing', messages.programMissing, advice.ownerInstalls, advice.install),
  misuse: permanent('missing', messages.programLacksOption, advice.ownerUpdates, advice.update),
  outdated: permanent('missing', messages.programOutdated, advice.ownerUpdates, advice.update),
  stale: temporary('stale', messages.sessionGone, advice.askAgain),
  'not signed in': permanent('auth', messages.notSignedIn, advice.ownerSignsIn, advice.signIn),
  auth: permanent('auth', messages.credentialRefused, advice.ownerChecksCredential, advice.checkCredential),
  billing: permanent('billing', messages.noCredit(name), advice.ownerAddsCredit, advice.addCredit),
  rate_limit: temporary('rate_limit', messages.rateLimited(name), advice.inMinutes),
  overloaded: temporary('overloaded', messages.overloaded(name), advice.inMinutes),
  network: temporary('network', messages.unreachable(name), advice.checkConnection),
  server: temporary('server', messages.serverError(name), advice.inAMoment),
  model: permanent('model', messages.modelMissing(name), advice.ownerChoosesModel, advice.chooseClaudeModel),
  overflow: permanent('overflow', messages.tooMuchText, advice.newConversation),
  too_large: permanent('too_large', messages.tooLarge(name), advice.sendLess),
  'answer too long': permanent('too_large', messages.answerTooLong(name), advice.inParts),
  refusal: permanent('refusal', messages.declined, advice.rephrase),
  max_turns: permanent('max_turns', messages.tooManySteps, advice.smallerPiece, advice.raiseRequests),
  budget: permanent('budget', messages.tooExpensive, advice.smallerPiece, advice.raiseCost),
  invalid: permanent('invalid', messages.requestRefused(name), advice.rephraseOrOwner, advice.rephraseOrLog),
  empty: temporary('invalid', messages.empty(name), advice.askAgain),
  crash: temporary('crash', messages.programStopped, advice.tryAgain),
  exhausted: temporary('crash', messages.machineFull, advice.checkMachine),
  hang: temporary('hang', messages.silent(name), advice.tryAgain),
  flood: permanent('flood', messages.programFlooded, advice.lessAtOnce),
}
