import { foreignInLine } from '../../domain/message-parts.ts'
import type { ContextBlock } from '../assembly.ts'
import type { ChoosePassages } from '../choosing/passages.ts'
import type { Recalled } from '../history-source.ts'
import { carriedTrust, type PastMessage } from '../past.ts'
import type { LineCut } from '../rendering/line-cuts.ts'
import { frameOf, lineEntry, type RenderStyle, speakersAttribute } from '../rendering/render.ts'
import { createTimeline, type Timeline, type TimelineEntry } from '../rendering/timeline.ts'
import { fitsInto, lessBy, nothing, type Size, shareOf, smaller, sumOf } from '../tokens.ts'

/** What was found, best first, and how a long one of it is cut. */
export interface RecallHits {
  hits: Recalled[]
  choose: ChoosePassages
}

/** Layer 4 by itself, where the history stands in a session already. */
export function fillRecalled(found: RecallHits, room: Size, style: RenderStyle): ContextBlock {
  const timeline = createTimeline(
    frameOf('recalled', style, { note: 'earlier lines that may matter now', speakers: speakersAttribute(style) }),
  )
  const { parts, leftOut } = placeRecalled(found, room, timeline, style)
  return { xml: timeline.render(), size: timeline.size(), parts, leftOut }
}

/** So many of the best are worth showing in part: who wants more of the rest finds it by its words. */
const BEST_HITS = 20
/** Of the room, at the most, for those that could not stand whole even if they were alone. */
const OVERSIZED_SHARE = 0.25
/** Less than this says nothing beside what is said of the cuts. */
const LEAST_CHARS = 200

/**
 * The best hits that fit into the room, each whole, at their place in time. What they leave goes to the best of those that
 * did not fit, by the passages that answer. Only one that could not stand whole if it were alone need not wait for that.
 */
export function placeRecalled(
  { hits, choose }: RecallHits,
  room: Size,
  timeline: Timeline,
  usual: RenderStyle,
): Pick<ContextBlock, 'parts' | 'leftOut'> {
  // What was found may stand anywhere in it.
  const style = { ...usual, botChars: 0 }
  const before = timeline.size()
  const left = () => lessBy(room, lessBy(timeline.size(), before))
  const best = hits.slice(0, BEST_HITS)
  const parts: ContextBlock['parts'] = []
  const waiting = new Set<Recalled>()
  let forOversized = shareOf(room, OVERSIZED_SHARE)
  for (const hit of hits) {
    const isIn = placeWhole(hit) || (best.includes(hit) && isOversized(hit.message) && placeOversized(hit))
    if (!isIn) waiting.add(hit)
  }
  for (const hit of best) if (waiting.has(hit) && placePassages(hit, left())) waiting.delete(hit)
  const reason = 'it was recalled, but there is no room left for it'
  const leftOut = [...waiting].map(({ message }) => ({ id: message.id, reason }))
  return { parts, leftOut }

  function placeWhole(hit: Recalled): boolean {
    // Most of a long list finds no room; those are not worth rendering.
    if (hit.message.text.length > left().chars) return false
    return place(hit, lineEntry(hit.message, style), hit.reason)
  }

  function isOversized(message: PastMessage): boolean {
    return message.text.length > room.chars || !fitsInto(sumOf(lineEntry(message, style).size, FRAME), room)
  }

  /** By its two ends where no passage of it answers: something speaks for it all the same. */
  function placeOversized(hit: Recalled): boolean {
    const most = smaller(left(), forOversized)
    const isIn = placePassages(hit, most) || limitsWithin(most).some((limit) => placeCut(hit, { limit }))
    if (isIn) forOversized = lessBy(forOversized, parts.at(-1)?.size ?? nothing)
    return isIn
  }

  function placePassages(hit: Recalled, most: Size): boolean {
    return limitsWithin(most).some((limit) => {
      const spans = choose(hit.message.text, limit)
      return spans.length > 0 && placeCut(hit, { spans })
    })
  }

  function placeCut(hit: Recalled, cut: LineCut): boolean {
    return place(hit, lineEntry(hit.message, style, cut), `${hit.reason}; shown in part`)
  }

  function place({ message }: Recalled, entry: TimelineEntry, reason: string): boolean {
    if (!timeline.place(entry, left())) return false
    parts.push({
      kind: 'recalled',
      reason,
      size: entry.size,
      messages: [message.id],
      trust: carriedTrust(message),
      foreign: foreignInLine(message),
    })
    return true
  }
}

/** What a cut line may be long, from the longest on: its head and its script decide what of that fits. */
function limitsWithin({ chars, cents }: Size): number[] {
  const most = Math.min(chars, Math.floor(cents / 25))
  return [1, 0.8, 0.6, 0.4, 0.2].map((share) => Math.floor(most * share)).filter((limit) => limit >= LEAST_CHARS)
}

/** About what stands around a single line. */
const FRAME: Size = { cents: 6000, chars: 180, bytes: 180 }
