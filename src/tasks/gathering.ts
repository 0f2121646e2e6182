import type { InboundMessage } from '../domain/message.ts'

const QUIET_MS = 1500
const LONGEST_MS = 6000

/** More than this in one turn is no conversation any more; the rest becomes the next turn. */
export const MOST_GATHERED = 100

/**
 * When a task may start. Only what is visibly part of something waits for the rest of it:
 * a while after its last piece, never long after its first. Everything else starts at once.
 */
export function dueAt(event: Pick<InboundMessage, 'partOf'>, firstAt: Date, now: Date): Date {
  if (!event.partOf) return now
  return new Date(Math.min(now.getTime() + QUIET_MS, firstAt.getTime() + LONGEST_MS))
}
