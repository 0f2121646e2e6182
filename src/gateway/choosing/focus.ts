import type { PastMessage } from '../past.ts'
import { answers, type PendingQuestion } from './pending-question.ts'

/** A message that the person is most likely talking about. */
export interface FocusAnchor {
  id: number
  reason: string
}

export interface Focus {
  /** Likeliest first. */
  anchors: FocusAnchor[]
  /** The question this message answers, if it does and points at nothing else. */
  answered: PendingQuestion | undefined
}

export interface FocusFacts {
  target: PastMessage | undefined
  lastAnswer: PastMessage | undefined
  pending: PendingQuestion | undefined
  message: { text: string; at: Date }
}

/** Reply target, then our last answer in the lane, then an open question whose kind of answer this is. */
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
