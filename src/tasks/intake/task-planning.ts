import type { InboundMessage } from '../../domain/message.ts'
import { later, msBetween, type Steady } from '../../lib/time/clock.ts'

const GATHER_QUIET_MS = 1500
const GATHER_MAX_MS = 6000

/**
 * When a task may start. A message that is visibly one of several parts waits briefly for the others, but never long
 * after the first one. Everything else starts at once.
 */
export function dueAt(event: Pick<InboundMessage, 'partOf'>, firstAt: Steady, steady: Steady): Steady {
  if (!event.partOf) return steady
  return later(steady, Math.min(GATHER_QUIET_MS, GATHER_MAX_MS - msBetween(firstAt, steady)))
}
