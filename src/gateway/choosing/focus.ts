import type { PastMessage } from '../past.ts'
import { answers, type PendingQuestion } from './pending-question.ts'

/** A message that the person is probably talking about. */
export interface FocusAnchor {
  id: number
  reason: string
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
  const answered = pending && !target && answers(pending, message) ? pending : undefined
  const anchors: FocusAnchor[] = []
  if (target) anchors.push({ id: target.id, reason: 'the message it replies to' })
  if (lastAnswer) anchors.push({ id: lastAnswer.id, reason: 'the last answer here' })
  if (answered)
    anchors.push({ id: answered.messageId, reason: `asked a question that takes ${kinds[answered.expects]}` })
  return { anchors, answered }
}

const kinds: Record<PendingQuestion['expects'], string> = {
  'yes-no': 'a yes or a no',
  choice: 'a choice',
  number: 'a number',
  date: 'a date',
  text: 'words',
}
