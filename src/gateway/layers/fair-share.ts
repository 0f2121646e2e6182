import type { PastMessage } from '../past.ts'
import { lineEntry, type RenderStyle, type Shape } from '../rendering/render.ts'
import { createTimeline, type Frame, type Timeline } from '../rendering/timeline.ts'
import { fitsInto, lessBy, type Size, sizeOf } from '../tokens.ts'

/** What is kept of a message at the very least: a few words of both ends around the note. */
const LEAST_CHARS = 90

export interface Placed {
  timeline: Timeline
  /** In the order given. */
  shown: { message: PastMessage; size: Size }[]
  /** No room even for their ends. */
  dropped: PastMessage[]
}

/**
 * Puts messages, those that matter most first, into a room. When they do not fit as they are, the long ones are cut down
 * to the same length, as little as it takes: one long message must not push the others out.
 */
export function placeFairly(
  messages: PastMessage[],
  frame: Frame,
  room: Size,
  style: RenderStyle,
  shapeOf: (message: PastMessage, limit: number) => Shape = (_, limit) => ({ limit }),
): Placed {
  let placed: Placed | undefined
  for (const limit of limitsFor(room)) {
    placed = placeCut(limit)
    if (placed.dropped.length === 0) return placed
  }
  return placed ?? placeCut(LEAST_CHARS)

  function placeCut(limit: number): Placed {
    const timeline = createTimeline(frame)
    const attempt: Placed = { timeline, shown: [], dropped: [] }
    for (const message of messages) {
      const entry = lineEntry(message, style, shapeOf(message, limit))
      const fits = timeline.place(entry, lessBy(room, timeline.size()))
      if (fits) attempt.shown.push({ message, size: entry.size })
      else attempt.dropped.push(message)
    }
    return attempt
  }
}

/** The longest rendering that fits, or undefined when not even the shortest does. */
export function cutToFit(render: (limit?: number) => string, room: Size): string | undefined {
  for (const limit of limitsFor(room)) {
    const text = render(limit)
    if (fitsInto(sizeOf(text), room)) return text
  }
  return undefined
}

function* limitsFor(room: Size): Iterable<number> {
  yield Number.POSITIVE_INFINITY
  for (let limit = room.chars; limit > LEAST_CHARS; limit = Math.floor(limit * 0.75)) yield limit
  yield LEAST_CHARS
}
