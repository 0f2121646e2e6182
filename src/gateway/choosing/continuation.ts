import type { LaneMarks } from '../history-source.ts'
import type { ExpectedAnswer } from './pending-question.ts'
import { readSigns } from './words/signs.ts'
import { verdictByWords } from './words/word-verdict.ts'

/** Whether a message goes on with a conversation. */
export interface Continuation {
  /** `open`: both readings are possible, so both are shown and the model judges. */
  result: 'continues' | 'new' | 'open'
  /** Whether the conversation of the last line is shown as one that goes on (also when open). */
  active: boolean
  /** It is no part of any conversation: a job asks. */
  background?: true
  /** For people. */
  reason: string
  known: KnownFacts
}

/** What is known for certain, for the status the model reads. */
export interface KnownFacts {
  /** When something was last said in the lane. */
  lastAt?: Date
  /** The newest mark, when it stands after the last line. */
  after?: 'new' | 'clear' | 'continue'
  /** What it replies to was said then. */
  replyTo?: Date
  /** It has the form of an answer to our open question. */
  answersQuestion?: true
  /** What was said before could not be read: nothing is said of it. */
  unread?: true
}

export interface ContinuationFacts {
  now: Date
  /** When something was last said in the lane. */
  lastAt: Date | undefined
  /** When what this message replies to was said. */
  replyTo: Date | undefined
  message: string
  /** The last lines before it, whoever said them. */
  before: string[]
  /** The kind of our open question, when the message has the form of its answer. */
  answers: ExpectedAnswer | undefined
  /** Whether the last lines mean the same as it, where vectors are on. */
  alike?: () => boolean
  /** The lane is a topic of its own. */
  topic: boolean
  marks: LaneMarks
  activeMinutes: number
}

type Verdict = Pick<Continuation, 'result' | 'active' | 'reason'>

/** The newest sign of the person's will counts: a reply, then /new or /continue, then the words, then the clock. */
export function decideContinuation(facts: ContinuationFacts): Continuation {
  return { ...verdictOn(facts), known: knownFrom(facts) }
}

function verdictOn(facts: ContinuationFacts): Verdict {
  const { now, lastAt, replyTo, topic } = facts
  // A reply points at its own line; whether the last talk goes on beside it is for the clock to say.
  const live =
    lastAt && livingBy(replyTo ? { ...facts, message: '', answers: undefined, alike: () => false } : facts, lastAt)
  if (replyTo) {
    const reason = `it replies to a message from ${span(replyTo, now)} ago`
    return { result: 'continues', active: live?.active ?? false, reason }
  }
  if (!live) return { ...ended, reason: `nothing was said ${topic ? 'in this topic' : 'here'} before` }
  return live
}

const ended = { result: 'new', active: false } as const
const going = { result: 'continues', active: true } as const

function livingBy(facts: ContinuationFacts, lastAt: Date): Verdict {
  const { now, marks, activeMinutes, topic } = facts
  const { newAt, continueAt } = marks
  const taken = continueAt && (!newAt || continueAt > newAt) ? continueAt : undefined
  if (newAt && newAt >= lastAt && !taken) return { ...ended, reason: 'a new conversation was asked for' }
  const quietMinutes = minutesBetween(lastAt, now)
  const isLive = quietMinutes <= activeMinutes
  // Taking a conversation up again counts as a line just said, so it runs out in the same way.
  if (!isLive && taken && taken >= lastAt && minutesBetween(taken, now) <= activeMinutes) {
    return { ...going, reason: 'the person asked to go on' }
  }
  const { message, before, answers, alike = () => false } = facts
  const quiet = span(lastAt, now)
  const said = verdictByWords({ signs: readSigns(message, before), answers, alike, quietMinutes, quiet, live: isLive })
  if (said) return { ...said, active: said.result !== 'new' }
  const byClock = `the last line${topic ? ' in this topic' : ''} is ${quiet} old`
  return isLive ? { ...going, reason: byClock } : { ...ended, reason: `${byClock}, more than ${activeMinutes} minutes` }
}

function knownFrom({ lastAt, replyTo, marks, answers }: ContinuationFacts): KnownFacts {
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
  const standing = marks.flatMap(({ kind, at }) => (at && (!lastAt || at >= lastAt) ? [{ kind, at }] : []))
  return standing.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]?.kind
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000
}

export function span(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round(minutesBetween(from, to)))
  if (minutes === 0) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
