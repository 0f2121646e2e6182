import type { CandidateFacts } from '../choosing/candidates.ts'
import { type Continuation, decideContinuation } from '../choosing/continuation.ts'
import type { ExpectedAnswer, PendingQuestion } from '../choosing/pending-question.ts'
import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { isBackground, type Question, questionText } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'

/** What a message refers to, as far as that is known before the past is read. */
export interface Pointing {
  target: PastMessage | undefined
  /** Our open question, when the message has the form of its answer. */
  answered: PendingQuestion | undefined
}

/** Enough to know what the conversation was about. */
const LAST_LINES = 6
/** A line counts as near in meaning when it is among this many nearest lines of the whole chat. */
const NEAREST_LINES = 5

/** Whether the question continues the last conversation of its lane. */
export function continuationOf(
  source: HistorySource,
  question: Question,
  facts: CandidateFacts,
  { target, answered }: Pointing,
): Continuation {
  if (isBackground(question)) {
    return { result: 'new', active: false, background: true, reason: reasonMessages.continuation.job, known: {} }
  }
  const { now, lane } = question
  const { bound, marks, activeMinutes } = facts
  const decide = (
    from: CandidateFacts,
    message: string,
    pointing: { replyTo: Date | undefined; answers?: ExpectedAnswer },
  ) => {
    const talk = lastTalk(source, from)
    const alike = () => isNearest(source, question, from, talk)
    return decideContinuation({
      now,
      lastAt: talk[0]?.at,
      message,
      before: talk.map(({ text }) => text),
      alike,
      answers: undefined,
      topic: lane.startsWith('topic:'),
      marks,
      activeMinutes,
      ...pointing,
    })
  }
  const byClock = () => decide(facts, '', { replyTo: target?.at }).active
  if (!question.answers) {
    const answers = answered && { answers: answered.expects }
    const decision = decide(facts, questionText(question), { replyTo: target?.at, ...answers })
    // An answer to an older question continues that question, not the last conversation.
    const isElsewhere = answered && !lastTalk(source, facts).some(({ id }) => id === answered.messageId)
    return isElsewhere ? { ...decision, active: byClock() } : decision
  }
  // The message that we answer for the owner is part of the past. Whether it continued something is decided as of then.
  const before = { ...facts, bound: { ...bound, before: question.answers.id } }
  const replied = question.answers.replyTo === undefined ? undefined : source.message(question.answers.replyTo)
  const written = source.message(question.answers.id)?.text ?? ''
  return { ...decide(before, written, { replyTo: replied?.at }), active: byClock() }
}

/** Whether a line of the last conversation is among the nearest in meaning of the whole chat. */
function isNearest(source: HistorySource, { chat, meaning }: Question, from: CandidateFacts, talk: PastMessage[]) {
  if (!meaning) return false
  const { bound, own } = from
  const near = source.nearest({ meaning, chat, bound, most: NEAREST_LINES + own.size }).filter((id) => !own.has(id))
  return near.slice(0, NEAREST_LINES).some((id) => talk.some((line) => line.id === id))
}

/** The newest lines of the lane before this turn that belong to one conversation, newest first. */
function lastTalk(source: HistorySource, { lane, bound, marks, own }: CandidateFacts): PastMessage[] {
  const page = { limit: own.size + LAST_LINES, ...(marks.clearedAt && { after: marks.clearedAt }) }
  const lines = source.messages(lane, bound, page).filter(({ id }) => !own.has(id))
  return lines.filter(({ conversation }) => conversation === lines[0]?.conversation).slice(0, LAST_LINES)
}
