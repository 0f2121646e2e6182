import type { PastMessage } from '../past.ts'
import { lineEntry, type RenderStyle, type Shape } from '../rendering/render.ts'
import { createTimeline, type Frame, type Timeline } from '../rendering/timeline.ts'
import { fitsInto, measure, type Size, subtractSize } from '../tokens.ts'

/** The shortest cut of a message: a few words of both ends around the note. */
const MIN_CUT_CHARS = 90

export interface Placed {
  timeline: Timeline
  /** In the order given. */
  shown: { message: PastMessage; size: Size }[]
  /** Those for which there was no room even when cut. */
  dropped: PastMessage[]
}

/**
 * Places messages, the most important first. When they do not fit, the long ones are cut to the same length, as long as
 * possible, so that one long message does not push out the others.
 */
export function placeFairly(
  messages: PastMessage[],
  frame: Frame,
  room: Size,
  style: RenderStyle,
  shapeOf: (message: PastMessage, limit: number) => Shape = (_, limit) => ({ limit }),
): Placed {
  let result: Placed | undefined
  for (const limit of lengthsToTry(room)) {
    result = placeCut(limit)
    if (result.dropped.length === 0) return result
  }
  return result ?? placeCut(MIN_CUT_CHARS)

  function placeCut(limit: number): Placed {
    const timeline = createTimeline(frame)
    const attempt: Placed = { timeline, shown: [], dropped: [] }
    for (const message of messages) {
      const entry = lineEntry(message, style, shapeOf(message, limit))
      const fits = timeline.place(entry, subtractSize(room, timeline.size()))
      if (fits) attempt.shown.push({ message, size: entry.size })
      else attempt.dropped.push(message)
    }
    return attempt
  }
}

/** The longest rendering that fits; undefined when not even the shortest does. */
export function cutToFit(render: (limit?: number) => string, room: Size): string | undefined {
  for (const limit of lengthsToTry(room)) {
    const text = render(limit)
    if (fitsInto(measure(text), room)) return text
  }
  return undefined
}

function* lengthsToTry(room: Size): Iterable<number> {
  yield Number.POSITIVE_INFINITY
  for (let limit = room.chars; limit > MIN_CUT_CHARS; limit = Math.floor(limit * 0.75)) yield limit
  yield MIN_CUT_CHARS
}
