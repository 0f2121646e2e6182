import type { CandidateFacts } from '../choosing/candidates.ts'
import { type Continuation, decideContinuation } from '../choosing/continuation.ts'
import type { ExpectedAnswer, PendingQuestion } from '../choosing/pending-question.ts'
import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { isBackground, type Question, questionText } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'

/** What a message refers to, as far as that is known before the past is read. */
export interface ReplyFacts {
  target: PastMessage | undefined
  /** Our open question, when the message has the form of its answer. */
  answered: PendingQuestion | undefined
}

/** How many lines tell what the last conversation was about. */
const MAX_LAST_LINES = 6
/** A line counts as near in meaning when it is among this many nearest lines of the whole chat. */
const MAX_NEAREST_LINES = 5

/** Whether the question continues the last conversation of its lane. */
export function decideForQuestion(
  source: HistorySource,
  question: Question,
  facts: CandidateFacts,
  { target, answered }: ReplyFacts,
): Continuation {
  if (isBackground(question)) {
    return { result: 'new', active: false, background: true, reason: reasonMessages.continuation.job, known: {} }
  }
  const { now, lane } = question
  const { bound, marks, activeMinutes } = facts
  const decideFor = (
    from: CandidateFacts,
    message: string,
    pointing: { replyTo: Date | undefined; answers?: ExpectedAnswer },
  ) => {
    const lastLines = linesOfLastConversation(source, from)
    const isAlike = () => isNearest(source, question, from, lastLines)
    return decideContinuation({
      now,
      lastAt: lastLines[0]?.at,
      message,
      before: lastLines,
      isAlike,
      answers: undefined,
      isTopic: lane.startsWith('topic:'),
      marks,
      activeMinutes,
      ...pointing,
    })
  }
  const isActiveByClock = () => decideFor(facts, '', { replyTo: target?.at }).active
  if (!question.answers) {
    const answers = answered && { answers: answered.expects }
    const decision = decideFor(facts, questionText(question), { replyTo: target?.at, ...answers })
    // An answer to an older question continues that question, not the last conversation.
    const isOlderQuestion =
      answered && !linesOfLastConversation(source, facts).some(({ id }) => id === answered.messageId)
    return isOlderQuestion ? { ...decision, active: isActiveByClock() } : decision
  }
  // The message that we answer for the owner is part of the past. Whether it continued something is decided as of then.
  const factsAtThatTime = { ...facts, bound: { ...bound, before: question.answers.id } }
  const repliedMessage = question.answers.replyTo === undefined ? undefined : source.message(question.answers.replyTo)
  const answeredText = source.message(question.answers.id)?.text ?? ''
  return { ...decideFor(factsAtThatTime, answeredText, { replyTo: repliedMessage?.at }), active: isActiveByClock() }
}

/** Whether a line of the last conversation is among the nearest in meaning of the whole chat. */
function isNearest(
  source: HistorySource,
  { chat, meaning }: Question,
  facts: CandidateFacts,
  lastLines: PastMessage[],
) {
  if (!meaning) return false
  const { bound, questionIds } = facts
  const nearestIds = source
    .nearest({ meaning, chat, bound, limit: MAX_NEAREST_LINES + questionIds.size })
    .filter((id) => !questionIds.has(id))
  return nearestIds.slice(0, MAX_NEAREST_LINES).some((id) => lastLines.some((line) => line.id === id))
}

/** The newest lines of the lane before this turn that belong to one conversation, newest first. */
function linesOfLastConversation(
  source: HistorySource,
  { lane, bound, marks, questionIds }: CandidateFacts,
): PastMessage[] {
  const page = { limit: questionIds.size + MAX_LAST_LINES, ...(marks.clearedAt && { after: marks.clearedAt }) }
  const lines = source.messages(lane, bound, page).filter(({ id }) => !questionIds.has(id))
  return lines.filter(({ conversation }) => conversation === lines[0]?.conversation).slice(0, MAX_LAST_LINES)
}
