import { type Continuation, describeSpan, type KnownFacts } from '../choosing/continuation.ts'
import type { AsideFacts } from '../question.ts'
import { createFrame, type RenderStyle } from './render.ts'

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
  /** It looks like an answer to our last question. */
  answersQuestion: boolean
  /** The owner asks us to answer somebody else's message. The continuation is about that message. */
  isForOtherMessage: boolean
  /** The session contains the conversation already, so a continuation needs no mention. */
  inSession: boolean
  asides: AsideFacts[]
}

/** The current time and how the message relates to the past, in front of each message. */
export function statusBlock(facts: StatusFacts, style: RenderStyle): string {
  const { now, timezone, continuation, asides } = facts
  const { open, close } = createFrame('status', style)
  const { labels } = style
  const time = `It is ${labels.weekday(now)}, ${labels.moment(now)} (${timezone}).`
  const isAside = asides.some(({ isThis }) => isThis)
  const relation = continuation.background || isAside ? [] : describeRelation(facts)
  return `${open}\n${[time, ...relation, ...describeAsides(asides, style)].join(' ')}\n${close}`
}

function describeAsides(asides: AsideFacts[], { labels }: RenderStyle): string[] {
  const own = asides.some(({ isThis }) => isThis) ? [THIS_IS_ASIDE] : []
  const others = asides
    .filter(({ isThis }) => !isThis)
    .map(({ task, askedAt }) => `task ${task} (asked for at ${labels.moment(askedAt)})`)
  if (others.length === 0) return own
  return [...own, `Beside this chat you are already working on ${others.join(', ')}. Leave that work to it.`]
}

const THIS_IS_ASIDE =
  'You do this work beside the chat: the chat goes on meanwhile, and your answer is sent there as a reply when you are done.'

function describeRelation(facts: StatusFacts): string[] {
  const { continuation, now, answersQuestion, isForOtherMessage, inSession } = facts
  const { result, known } = continuation
  if (isForOtherMessage) return [sentenceForOtherMessage[result]]
  const { lastAt, replyTo, after, unread } = known
  if (unread) return []
  // The message that it replies to is quoted with its date.
  if (replyTo) return []
  if (answersQuestion) return [MAY_ANSWER]
  if (inSession && result === 'continues') return []
  if (after) return [sentenceByCommand[after]]
  return lastAt
    ? [`The last message here is ${describeSpan(lastAt, now).en} old.`, sentenceByResult[result]]
    : [NOTHING_BEFORE]
}

const NOTHING_BEFORE = 'Nothing was said here before.'
const MAY_ANSWER = 'The message may answer your last question.'

const sentenceByCommand: Record<NonNullable<KnownFacts['after']>, string> = {
  new: 'The person started a new conversation (/new). This is its first message.',
  clear: 'The person cleared the earlier messages (/context clear), so they are not shown.',
  continue: 'The person resumed the last conversation (/continue). Do not greet them or introduce yourself again.',
}

const sentenceForOtherMessage: Record<Continuation['result'], string> = {
  continues: 'The message you are asked to answer continues this conversation.',
  open: 'The message you are asked to answer may continue this conversation or start something new.',
  new: 'The message you are asked to answer starts a conversation.',
}

const sentenceByResult: Record<Continuation['result'], string> = {
  continues: 'The new message continues that conversation. Do not greet the person or introduce yourself again.',
  open: 'The new message may continue that conversation or start something new. Judge by what it says.',
  new: 'The new message starts something new.',
}
