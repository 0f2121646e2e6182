import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'

/** The stored state: how often a thread or a sender was answered recently. */
export interface ReplyHistory {
  /** The times of our answers in ms, oldest first. */
  answered: number[]
  /** When the person was last told that there are too many. */
  told?: number | undefined
}

export interface ReplyLimits {
  /** Answers per hour. */
  perThread: number
  perSender: number
}

export interface LimitedReply {
  /** `tell once`: the limit is reached, and nobody has been told during this hour. */
  say: 'answer' | 'tell once' | 'quiet'
  /** The new state to store. */
  thread: ReplyHistory
  sender: ReplyHistory
}

const HOUR_MS = 3_600_000

export const noReplyHistory: ReplyHistory = { answered: [] }

/** Decides whether one more mail is answered. */
export function limitReplies(
  before: { thread: ReplyHistory; sender: ReplyHistory },
  caps: ReplyLimits,
  now: number,
): LimitedReply {
  const thread = lastHour(before.thread, now)
  const sender = lastHour(before.sender, now)
  const isLimitReached = thread.answered.length >= caps.perThread || sender.answered.length >= caps.perSender
  if (!isLimitReached) return { say: 'answer', thread: withAnswer(thread, now), sender: withAnswer(sender, now) }
  // A sender with many busy threads is told once, not once per thread.
  const isTold = thread.told !== undefined || (sender.answered.length >= caps.perSender && sender.told !== undefined)
  if (isTold) return { say: 'quiet', thread, sender }
  return { say: 'tell once', thread: { ...thread, told: now }, sender: { ...sender, told: now } }
}

/**
 * Drops everything older than an hour. A time in the future was stored before the clock was set back; it counts as now,
 * so that it expires in an hour.
 */
function lastHour({ answered, told }: ReplyHistory, now: number): ReplyHistory {
  const recentAnswers = answered.map((at) => Math.min(at, now)).filter((at) => now - at < HOUR_MS)
  const lastTold = told === undefined ? undefined : Math.min(told, now)
  return { answered: recentAnswers, ...(lastTold !== undefined && now - lastTold < HOUR_MS && { told: lastTold }) }
}

function withAnswer(history: ReplyHistory, now: number): ReplyHistory {
  return { ...history, answered: [...history.answered, now] }
}

const shape = z.object({ answered: z.array(z.number()).max(1000), told: z.number().optional() })

/** Damaged data counts as no answers yet. */
export function readReplyHistory(stored: string | undefined): ReplyHistory {
  return shape.safeParse(parseJson(stored)).data ?? noReplyHistory
}

export function writeReplyHistory(history: ReplyHistory): string {
  return JSON.stringify(history)
}
