import type { LocalizedText } from '../../messages/localized.ts'
import type { PastMessage } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import { isAnswerTo, type PendingQuestion } from './pending-question.ts'

/** A message that the person is probably talking about. */
export interface FocusAnchor {
  id: number
  reason: LocalizedText
}

export interface Focus {
  /** The most likely first. */
  anchors: FocusAnchor[]
  /** Our question that this message answers, unless it replies to another message. */
  answered: PendingQuestion | undefined
}

export interface FocusFacts {
  target: PastMessage | undefined
  lastAnswer: PastMessage | undefined
  pending: PendingQuestion | undefined
  message: { text: string; at: Date }
}

/** The reply target, then our last answer in the lane, then our open question if the message looks like its answer. */
export function findFocus({ target, lastAnswer, pending, message }: FocusFacts): Focus {
  const answered = pending && !target && isAnswerTo(pending, message) ? pending : undefined
  const anchors: FocusAnchor[] = []
  if (target) anchors.push({ id: target.id, reason: reasonMessages.repliedTo })
  if (lastAnswer) anchors.push({ id: lastAnswer.id, reason: reasonMessages.lastAnswer })
  if (answered)
    anchors.push({
      id: answered.messageId,
      reason: reasonMessages.askedFor(reasonMessages.answers[answered.expects]),
    })
  return { anchors, answered }
}
