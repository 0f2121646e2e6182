import { foreignInLine } from '../../domain/message-parts.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import type { ContextBlock } from '../assembly.ts'
import type { ChoosePassages } from '../choosing/passages.ts'
import type { Recalled } from '../history-source.ts'
import { carriedTrust, type PastMessage } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { LineCut } from '../rendering/line-cuts.ts'
import { createFrame, lineEntry, type RenderStyle, speakersAttribute } from '../rendering/render.ts'
import { createTimeline, type Timeline, type TimelineEntry } from '../rendering/timeline.ts'
import { addSizes, fitsInto, type Size, scaleSize, smallerSize, subtractSize, ZERO_SIZE } from '../tokens.ts'

/** The hits of recall, best first, and how long ones are cut. */
export interface RecallHits {
  hits: Recalled[]
  choose: ChoosePassages
}

/** Layer 4 as a block of its own, when the session has the history already. */
export function fillRecalled(recallHits: RecallHits, room: Size, style: RenderStyle): ContextBlock {
  const timeline = createTimeline(
    createFrame('recalled', style, {
      note: 'earlier messages that may be relevant',
      speakers: speakersAttribute(style),
    }),
  )
  const { parts, leftOut } = placeRecalled(recallHits, room, timeline, style)
  return { xml: timeline.render(), size: timeline.size(), parts, leftOut }
}

/** Only this many of the best hits are shown in part when they do not fit. The model can search for the others. */
const MAX_HITS_IN_PART = 20
/** The largest share of the room for hits that would not fit whole even alone. */
const OVERSIZED_SHARE = 0.25
/** A shorter cut is not worth its notes. */
const MIN_CUT_CHARS = 200

/**
 * Adds the best hits that fit as a whole, in order of time. The remaining room goes to relevant passages of the best hits
 * that did not fit. A hit that would not fit even alone is cut at once.
 */
export function placeRecalled(
  { hits, choose }: RecallHits,
  room: Size,
  timeline: Timeline,
  baseStyle: RenderStyle,
): Pick<ContextBlock, 'parts' | 'leftOut'> {
  // What was found may be anywhere in the text, so our own lines are not truncated here.
  const style = { ...baseStyle, botChars: 0 }
  const sizeBefore = timeline.size()
  const remaining = () => subtractSize(room, subtractSize(timeline.size(), sizeBefore))
  const hitsShownInPart = hits.slice(0, MAX_HITS_IN_PART)
  const parts: ContextBlock['parts'] = []
  const notPlaced = new Set<Recalled>()
  let roomForOversized = scaleSize(room, OVERSIZED_SHARE)
  for (const hit of hits) {
    const isPlaced =
      placeWhole(hit) || (hitsShownInPart.includes(hit) && isOversized(hit.message) && placeOversized(hit))
    if (!isPlaced) notPlaced.add(hit)
  }
  for (const hit of hitsShownInPart) if (notPlaced.has(hit) && placePassages(hit, remaining())) notPlaced.delete(hit)
  const reason = reasonMessages.recalledWithoutRoom
  const leftOut = [...notPlaced].map(({ message }) => ({ id: message.id, reason }))
  return { parts, leftOut }

  function placeWhole(hit: Recalled): boolean {
    // Most hits of a long list do not fit, and rendering them takes time.
    if (hit.message.text.length > remaining().chars) return false
    return place(hit, lineEntry(hit.message, style), hit.reason)
  }

  function isOversized(message: PastMessage): boolean {
    return message.text.length > room.chars || !fitsInto(addSizes(lineEntry(message, style).size, FRAME_OVERHEAD), room)
  }

  /** Shows its relevant passages or, when there are none, its two ends. */
  function placeOversized(hit: Recalled): boolean {
    const maxSize = smallerSize(remaining(), roomForOversized)
    const isPlaced = placePassages(hit, maxSize) || lengthsToTry(maxSize).some((limit) => placeCut(hit, { limit }))
    if (isPlaced) roomForOversized = subtractSize(roomForOversized, parts.at(-1)?.size ?? ZERO_SIZE)
    return isPlaced
  }

  function placePassages(hit: Recalled, maxSize: Size): boolean {
    return lengthsToTry(maxSize).some((limit) => {
      const spans = choose(hit.message.text, limit)
      return spans.length > 0 && placeCut(hit, { spans })
    })
  }

  function placeCut(hit: Recalled, cut: LineCut): boolean {
    const reason = joinTexts([hit.reason, reasonMessages.found.shownInPart], '; ')
    return place(hit, lineEntry(hit.message, style, cut), reason)
  }

  function place({ message }: Recalled, entry: TimelineEntry, reason: LocalizedText): boolean {
    if (!timeline.place(entry, remaining())) return false
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

/** The lengths to try for a cut line, the longest first, because its head and script decide what fits. */
function lengthsToTry({ chars, cents }: Size): number[] {
  const maxSize = Math.min(chars, Math.floor(cents / 25))
  return [1, 0.8, 0.6, 0.4, 0.2].map((share) => Math.floor(maxSize * share)).filter((limit) => limit >= MIN_CUT_CHARS)
}

/** The approximate size of the tags and headings around a single line. */
const FRAME_OVERHEAD: Size = { cents: 6000, chars: 180, bytes: 180 }
