import { foreignInLine } from '../../domain/message-parts.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import type { ContextBlock } from '../assembly.ts'
import { asksForSomething, exchangeOf } from '../choosing/exchanges.ts'
import type { ChoosePassages } from '../choosing/passages.ts'
import type { AdjacentLines, LinePlace, Recalled } from '../history-source.ts'
import { carriedTrust, type PastMessage } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { LineCut } from '../rendering/line-cuts.ts'
import { createFrame, type RenderStyle, recalledEntry, speakersAttribute } from '../rendering/render.ts'
import { createTimeline, type TimelineEntry } from '../rendering/timeline.ts'
import { addSizes, fitsInto, type Size, scaleSize, smallerSize, subtractSize, ZERO_SIZE } from '../tokens.ts'

/** The hits of recall, best first, and how they are shown. */
export interface RecallHits {
  hits: Recalled[]
  /** Chooses the relevant passages of a long hit. */
  choose: ChoosePassages
  linesAround: LinesAround
}

export interface LinesAround {
  places(messages: PastMessage[]): Map<number, LinePlace>
  /** The lines around messages that may be shown with them. */
  adjacent(messages: PastMessage[]): Map<number, AdjacentLines>
}

/** Only this many of the best hits are shown in part when they do not fit. The model can search for the others. */
const MAX_HITS_IN_PART = 20
/** The largest share of the room for hits that would not fit whole even alone. */
const OVERSIZED_SHARE = 0.25
/** A shorter cut is not worth its notes. */
const MIN_CUT_CHARS = 200
/** How much is shown of a line that a hit only needs to be understood: its question, its answer, or a line between two hits. */
const HEAD_CHARS = { question: 120, answer: 80, between: 80 }
/** The largest share of the room for such lines. More of them would cost hits (bench/recall/NOTES.md). */
const ADDED_LINES_SHARE = 0.06
/** How many hits have the lines around them read at once. Most hits of a long list find no room. */
const HITS_PER_READ = 60
/** After this many hits whose added lines found no room, no more are read, because reading them takes time. */
const MAX_HITS_WITHOUT_ADDED = 5

interface Shown {
  entry: TimelineEntry
  part: ContextBlock['parts'][number]
}

interface AddedLine {
  message: PastMessage
  follows: number
  head: number
  reason: LocalizedText
  isPastRequest: boolean
}

/**
 * Layer 4: recalled passages. The best hits that fit are shown whole, in order of time, each with the question that it
 * answers or the answer that it got. The remaining room goes to relevant passages of the best hits that did not fit. A hit
 * that would not fit even alone is cut at once.
 */
export function fillRecalled(
  { hits, choose, linesAround }: RecallHits,
  room: Size,
  baseStyle: RenderStyle,
): ContextBlock {
  // What was found may be anywhere in the text, so our own lines are not truncated here.
  const style = { ...baseStyle, botChars: 0 }
  const timeline = createTimeline(
    createFrame('recalled', style, {
      note: 'earlier passages that may be relevant; … marks a gap',
      speakers: speakersAttribute(style),
    }),
  )
  const remaining = () => subtractSize(room, timeline.size())
  const placeOf = createPortionReader(hits, linesAround.places)
  const adjacentOf = createPortionReader(hits, linesAround.adjacent)
  const hitsShownInPart = hits.slice(0, MAX_HITS_IN_PART)
  const shown = new Map<number, Shown>()
  /** The lines after and before shown hits. */
  const shownNeighbours = { after: new Set<number>(), before: new Set<number>() }
  const notPlaced = new Set<Recalled>()
  let roomForOversized = scaleSize(room, OVERSIZED_SHARE)
  let roomForAdded = scaleSize(room, ADDED_LINES_SHARE)
  let hitsWithoutAdded = 0
  for (const hit of hits) {
    const isPlaced =
      placeWhole(hit) || (hitsShownInPart.includes(hit) && isOversized(hit.message) && placeOversized(hit))
    if (!isPlaced && !shown.has(hit.message.id)) notPlaced.add(hit)
  }
  for (const hit of hitsShownInPart) if (notPlaced.has(hit) && placePassages(hit, remaining())) notPlaced.delete(hit)
  const reason = reasonMessages.recalledWithoutRoom
  return {
    xml: timeline.render(),
    size: timeline.size(),
    parts: Array.from(shown.values(), ({ part }) => part),
    leftOut: [...notPlaced]
      .filter(({ message }) => !shown.has(message.id))
      .map(({ message }) => ({ id: message.id, reason })),
  }

  function placeWhole(hit: Recalled): boolean {
    // Most hits of a long list do not fit, and rendering them takes time.
    if (hit.message.text.length > remaining().chars) return false
    return place(hit, {}, hit.reason)
  }

  function isOversized(message: PastMessage): boolean {
    const entry = () => recalledEntry(message, style, { follows: NO_LINE })
    return message.text.length > room.chars || !fitsInto(addSizes(entry().size, FRAME_OVERHEAD), room)
  }

  /** Shows its relevant passages or, when there are none, its two ends. */
  function placeOversized(hit: Recalled): boolean {
    const maxSize = smallerSize(remaining(), roomForOversized)
    const isPlaced = placePassages(hit, maxSize) || lengthsToTry(maxSize).some((limit) => placeCut(hit, { limit }))
    const used = shown.get(hit.message.id)?.entry.size ?? ZERO_SIZE
    if (isPlaced) roomForOversized = subtractSize(roomForOversized, used)
    return isPlaced
  }

  function placePassages(hit: Recalled, maxSize: Size): boolean {
    return lengthsToTry(maxSize).some((limit) => {
      const spans = choose(hit.message.text, limit)
      return spans.length > 0 && placeCut(hit, { spans })
    })
  }

  function placeCut(hit: Recalled, cut: LineCut): boolean {
    return place(hit, cut, joinTexts([hit.reason, reasonMessages.found.shownInPart], '; '))
  }

  /** A hit and the lines that it needs are shown together or not at all. When their share is used up, hits are shown alone. */
  function place({ message }: Recalled, cut: LineCut, reason: LocalizedText): boolean {
    const place = placeOf(message)
    const isPastRequest = place?.isAnsweredByUs === true && asksForSomething(message)
    const entry = recalledEntry(message, style, { ...cut, isPastRequest, follows: place?.beforeId ?? NO_LINE })
    const isRoomForAdded = hitsWithoutAdded < MAX_HITS_WITHOUT_ADDED
    const needed = (isRoomForAdded ? linesAddedTo(message, place) : []).map((line) => ({
      ...line,
      entry: recalledEntry(line.message, style, line),
    }))
    const neededSize = addSizes(...needed.map((line) => line.entry.size))
    const added = fitsInto(neededSize, roomForAdded) ? needed : []
    if (added.length < needed.length) hitsWithoutAdded++
    // The hit may have been shown before, as a line that another hit needs.
    const replaced = shown.get(message.id)
    const entries = [entry, ...added.map((line) => line.entry)]
    if (!timeline.placeAll(entries, remaining(), replaced && [replaced.entry])) return false
    record(message, entry, reason)
    if (added.length > 0) roomForAdded = subtractSize(roomForAdded, neededSize)
    for (const line of added) record(line.message, line.entry, line.reason)
    if (place?.beforeId !== undefined) shownNeighbours.before.add(place.beforeId)
    if (place?.afterId !== undefined) shownNeighbours.after.add(place.afterId)
    return true
  }

  function linesAddedTo(message: PastMessage, place: LinePlace | undefined): AddedLine[] {
    const { before, after } = adjacentOf(message) ?? NOTHING_ADJACENT
    const { question, answer } = exchangeOf(message, { before, after })
    const { found } = reasonMessages
    const isMissing = (line: PastMessage | undefined): line is PastMessage => line !== undefined && !shown.has(line.id)
    const lines: AddedLine[] = []
    if (isMissing(before) && (question || shownNeighbours.after.has(before.id))) {
      const isPastRequest = message.author === 'bot' && asksForSomething(before)
      const kind = question ? 'question' : 'between'
      lines.push({
        message: before,
        follows: place?.earlierId ?? NO_LINE,
        head: HEAD_CHARS[kind],
        reason: found[kind],
        isPastRequest,
      })
    }
    if (isMissing(after) && (answer || shownNeighbours.before.has(after.id))) {
      const kind = answer ? 'answer' : 'between'
      lines.push({
        message: after,
        follows: message.id,
        head: HEAD_CHARS[kind],
        reason: found[kind],
        isPastRequest: false,
      })
    }
    return lines
  }

  function record(message: PastMessage, entry: TimelineEntry, reason: LocalizedText): void {
    const part = {
      kind: 'recalled' as const,
      reason,
      size: entry.size,
      messages: [message.id],
      trust: carriedTrust(message),
      foreign: foreignInLine(message),
    }
    shown.set(message.id, { entry, part })
  }
}

/** No message has this id. */
const NO_LINE = 0

/** Reads something about hits in portions, when it is needed. */
function createPortionReader<T>(
  hits: Recalled[],
  read: (messages: PastMessage[]) => Map<number, T>,
): (message: PastMessage) => T | undefined {
  const known = new Map<number, T | undefined>()
  const positions = new Map(hits.map(({ message }, index) => [message.id, index]))
  return ({ id }) => {
    if (!known.has(id)) {
      const start = positions.get(id) ?? 0
      const portion = hits.slice(start, start + HITS_PER_READ).map(({ message }) => message)
      const found = read(portion)
      for (const message of portion) known.set(message.id, found.get(message.id))
    }
    return known.get(id)
  }
}

const NOTHING_ADJACENT: AdjacentLines = { before: undefined, after: undefined }

/** The lengths to try for a cut line, the longest first, because its head and script decide what fits. */
function lengthsToTry({ chars, centitokens }: Size): number[] {
  const maxSize = Math.min(chars, Math.floor(centitokens / 25))
  return [1, 0.8, 0.6, 0.4, 0.2].map((share) => Math.floor(maxSize * share)).filter((limit) => limit >= MIN_CUT_CHARS)
}

/** The approximate size of the tags and headings around a single line. */
const FRAME_OVERHEAD: Size = { centitokens: 9000, chars: 300, bytes: 300 }
