import type { LocalizedText } from '../../messages/localized.ts'
import type { LaneMarks } from '../history-source.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { ExpectedAnswer } from './pending-question.ts'
import { readLastExchange, type SaidLine } from './words/message-form.ts'
import { readSigns } from './words/signs.ts'
import { verdictByWords } from './words/word-verdict.ts'

const texts = reasonMessages.continuation

/** Whether a message continues a conversation. */
export interface Continuation {
  /** `open`: both are possible, and the model judges. */
  result: 'continues' | 'new' | 'open'
  /** Whether the conversation of the last line is shown as the current one (also when open). */
  active: boolean
  /** A job asks, so it is not part of any conversation. */
  background?: true
  /** In words for people. */
  reason: LocalizedText
  known: KnownFacts
}

/** What is certain, for the status that the model reads. */
export interface KnownFacts {
  /** When something was last said in the lane. */
  lastAt?: Date
  /** The newest command that came after the last line. */
  after?: 'new' | 'clear' | 'continue'
  /** The time of the message that it replies to. */
  replyTo?: Date
  /** It has the form of an answer to our open question. */
  answersQuestion?: true
  /** The past could not be read, so the status does not mention it. */
  unread?: true
}

export interface ContinuationFacts {
  now: Date
  /** When something was last said in the lane. */
  lastAt: Date | undefined
  /** The time of the message that this one replies to. */
  replyTo: Date | undefined
  message: string
  /** The last lines before it, the newest first. */
  before: SaidLine[]
  /** The kind of our open question, when the message has the form of its answer. */
  answers: ExpectedAnswer | undefined
  /** Whether the last lines have a similar meaning, when vectors are on. */
  isAlike?: () => boolean
  /** The lane is a topic of its own. */
  isTopic: boolean
  marks: LaneMarks
  activeMinutes: number
}

type Verdict = Pick<Continuation, 'result' | 'active' | 'reason'>

/** A reply decides first, then /new or /continue, then the words, then the time since the last line. */
export function decideContinuation(facts: ContinuationFacts): Continuation {
  return { ...decide(facts), known: collectKnownFacts(facts) }
}

function decide(facts: ContinuationFacts): Verdict {
  const { now, lastAt, replyTo, isTopic } = facts
  // A reply continues its own target. Only the time decides whether the last conversation is current as well.
  const lastVerdict =
    lastAt &&
    decideWithoutReply(replyTo ? { ...facts, message: '', answers: undefined, isAlike: () => false } : facts, lastAt)
  if (replyTo) {
    return {
      result: 'continues',
      active: lastVerdict?.active ?? false,
      reason: texts.reply(describeSpan(replyTo, now)),
    }
  }
  if (!lastVerdict) return { ...ENDED, reason: isTopic ? texts.firstInTopic : texts.first }
  return lastVerdict
}

const ENDED = { result: 'new', active: false } as const
const GOING = { result: 'continues', active: true } as const

function decideWithoutReply(facts: ContinuationFacts, lastAt: Date): Verdict {
  const { now, marks, activeMinutes, isTopic } = facts
  const { newAt, continueAt } = marks
  const resumedAt = continueAt && (!newAt || continueAt > newAt) ? continueAt : undefined
  if (newAt && newAt >= lastAt && !resumedAt) return { ...ENDED, reason: texts.newAsked }
  const quietMinutes = minutesBetween(lastAt, now)
  const isLive = quietMinutes <= activeMinutes
  // /continue counts like a new line, so it expires in the same way.
  if (!isLive && resumedAt && resumedAt >= lastAt && minutesBetween(resumedAt, now) <= activeMinutes) {
    return { ...GOING, reason: texts.goOnAsked }
  }
  const { message, before, answers, isAlike = () => false } = facts
  const quiet = describeSpan(lastAt, now)
  const wordVerdict = verdictByWords({
    signs: readSigns(
      message,
      before.map(({ text }) => text),
    ),
    exchange: readLastExchange(before),
    answers,
    isAlike,
    quietMinutes,
    quietText: quiet,
    isLive,
  })
  if (wordVerdict) return { ...wordVerdict, active: wordVerdict.result !== 'new' }
  const ageReason = isTopic ? texts.lastLineInTopic(quiet) : texts.lastLine(quiet)
  return isLive ? { ...GOING, reason: ageReason } : { ...ENDED, reason: texts.tooOld(ageReason, activeMinutes) }
}

function collectKnownFacts({ lastAt, replyTo, marks, answers }: ContinuationFacts): KnownFacts {
  const after = newestMark(marks, lastAt)
  return {
    ...(lastAt && { lastAt }),
    ...(after && { after }),
    ...(replyTo && { replyTo }),
    ...(answers && { answersQuestion: true }),
  }
}

function newestMark({ newAt, clearedAt, continueAt }: LaneMarks, lastAt: Date | undefined): KnownFacts['after'] {
  const marks = [
    { kind: 'new', at: newAt },
    { kind: 'clear', at: clearedAt },
    { kind: 'continue', at: continueAt },
  ] as const
  const marksAfterLastLine = marks.flatMap(({ kind, at }) => (at && (!lastAt || at >= lastAt) ? [{ kind, at }] : []))
  return marksAfterLastLine.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]?.kind
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000
}

export function describeSpan(from: Date, to: Date): LocalizedText {
  const texts = reasonMessages.span
  const minutes = Math.max(0, Math.round(minutesBetween(from, to)))
  if (minutes === 0) return texts.moment
  if (minutes < 120) return texts.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? texts.hours(hours) : texts.days(Math.round(hours / 24))
}
