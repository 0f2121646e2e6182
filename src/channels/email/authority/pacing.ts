import { z } from 'zod'

/** How often a thread, or a sender, was answered lately: the whole of what is kept about it. */
export interface Pace {
  /** The times of our answers, the oldest first, in ms. */
  answered: number[]
  /** When somebody was last told that there are too many. */
  told?: number | undefined
}

export interface Caps {
  /** Answers an hour. */
  perThread: number
  perSender: number
}

export interface Paced {
  /** `tell once`: it is one too many, and nobody has been told of that in this hour. */
  say: 'answer' | 'tell once' | 'quiet'
  /** What is to be kept from now on. */
  thread: Pace
  sender: Pace
}

const HOUR_MS = 3_600_000

export const unpaced: Pace = { answered: [] }

/** Whether one more mail is answered. */
export function paceAnswer(before: { thread: Pace; sender: Pace }, caps: Caps, now: number): Paced {
  const thread = upTo(before.thread, now)
  const sender = upTo(before.sender, now)
  const isOver = thread.answered.length >= caps.perThread || sender.answered.length >= caps.perSender
  if (!isOver) return { say: 'answer', thread: withAnswer(thread, now), sender: withAnswer(sender, now) }
  // In a busy hour of many threads their sender is told once, not once a thread.
  const isTold = thread.told !== undefined || (sender.answered.length >= caps.perSender && sender.told !== undefined)
  if (isTold) return { say: 'quiet', thread, sender }
  return { say: 'tell once', thread: { ...thread, told: now }, sender: { ...sender, told: now } }
}

/**
 * What of it is less than an hour old. A time that is still to come was written before somebody set the clock back: it
 * counts as now, so that it is over in an hour and not when that time comes.
 */
function upTo({ answered, told }: Pace, now: number): Pace {
  const fresh = answered.map((at) => Math.min(at, now)).filter((at) => now - at < HOUR_MS)
  const lately = told === undefined ? undefined : Math.min(told, now)
  return { answered: fresh, ...(lately !== undefined && now - lately < HOUR_MS && { told: lately }) }
}

function withAnswer(pace: Pace, now: number): Pace {
  return { ...pace, answered: [...pace.answered, now] }
}

const shape = z.object({ answered: z.array(z.number()).max(1000), told: z.number().optional() })

/** From what was kept; damaged, it is as if nothing had been said yet. */
export function readPace(kept: string | undefined): Pace {
  if (kept === undefined) return unpaced
  try {
    return shape.safeParse(JSON.parse(kept)).data ?? unpaced
  } catch {
    return unpaced
  }
}

export function writePace(pace: Pace): string {
  return JSON.stringify(pace)
}
