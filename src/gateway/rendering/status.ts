import { type Continuation, type KnownFacts, span } from '../choosing/continuation.ts'
import { frameOf, type RenderStyle } from './render.ts'

export type Status = 'CONTINUATION' | 'NEW CONVERSATION' | 'OPEN' | 'BACKGROUND'

export function statusOf({ result, background }: Continuation): Status {
  if (background) return 'BACKGROUND'
  return statuses[result]
}

const statuses: Record<Continuation['result'], Status> = {
  continues: 'CONTINUATION',
  new: 'NEW CONVERSATION',
  open: 'OPEN',
}

export interface StatusFacts {
  now: Date
  timezone: string
  continuation: Continuation
  /** It looks like the answer to what we asked last. */
  answersQuestion: boolean
  /** Somebody else's line is answered, at the owner's word; what is known is known of that line. */
  ofAnotherLine: boolean
  /** The conversation stands in the session already, which need not be told that it goes on. */
  inSession: boolean
}

/** What is true at this moment, in front of each message. */
export function statusBlock(facts: StatusFacts, style: RenderStyle): string {
  const { now, timezone, continuation } = facts
  const { open, close } = frameOf('status', style)
  const { labels } = style
  const time = `It is ${labels.weekday(now)}, ${labels.moment(now)} (${timezone}).`
  const more = continuation.background ? [] : sentences(facts)
  return `${open}\n${[time, ...more].join(' ')}\n${close}`
}

function sentences(facts: StatusFacts): string[] {
  const { continuation, now, answersQuestion, ofAnotherLine, inSession } = facts
  const { result, known } = continuation
  if (ofAnotherLine) return [answered[result]]
  const { lastAt, replyTo, after, unread } = known
  if (unread) return []
  // What it replies to is quoted, with its day.
  if (replyTo) return []
  if (answersQuestion) return [answers]
  if (inSession && result === 'continues') return []
  if (after) return [marks[after]]
  return lastAt ? [`The last line here is ${span(lastAt, now)} old.`, judgements[result]] : [nothingSaid]
}

const nothingSaid = 'Nothing was said here before.'
const answers = 'The message may be the answer to what you asked last.'

const marks: Record<NonNullable<KnownFacts['after']>, string> = {
  new: 'A new conversation was asked for (/new): this is its first message.',
  clear: 'What was said before was cleared away and is not shown.',
  continue: 'The last conversation was taken up again (/continue): no greeting, no introduction.',
}

const answered: Record<Continuation['result'], string> = {
  continues: 'The line that is answered goes on with this conversation.',
  open: 'The line that is answered may go on with what was said before or begin something new.',
  new: 'The line that is answered begins a conversation.',
}

const judgements: Record<Continuation['result'], string> = {
  continues: 'The message goes on with that conversation: no greeting, no introduction.',
  open: 'The message may go on with that or begin something new: judge by what it says.',
  new: 'The message begins something new.',
}
