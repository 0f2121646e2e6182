import { foreignOf } from '../../domain/foreign.ts'
import type { ContextBlock } from '../assembly.ts'
import { isCovered } from '../choosing/tiers.ts'
import type { PastMessage, Summary } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import { laneSummaryBlock, type RenderStyle } from '../rendering/render.ts'
import { withoutItemsOf } from '../rendering/summary-text.ts'
import { measure, type Size, ZERO_SIZE } from '../tokens.ts'
import { cutToFit } from './fair-share.ts'

/** The size of the summary that small talk gets: enough to know who is talking. */
export const SMALL_TALK_SUMMARY: Size = { centitokens: 25_000, chars: 1000, bytes: 4000 }

/** A summary that would have to be cut shorter is left out, because recall makes better use of the room. */
const MIN_SUMMARY_CHARS = 600

/** Layer 3: the rolling summary of the lane. */
export function fillLaneSummary(summary: Summary | undefined, room: Size, style: RenderStyle): ContextBlock {
  const xml = summary && summaryWithin(summary, room, style)
  if (!summary || xml === undefined) return { xml: '', size: ZERO_SIZE, parts: [], leftOut: [] }
  const { messages, toId, trust } = summary
  const size = measure(xml)
  const reason = reasonMessages.standsFor(messages, toId)
  return {
    xml,
    size,
    parts: [{ kind: 'lane-summary', reason, size, messages: [], trust, foreign: foreignOf('summary', '', trust) }],
    leftOut: [],
  }
}

/** The room that the summary could use; nothing when its share is too small for it. */
export function roomForSummary(summary: Summary | undefined, share: Size, style: RenderStyle): Size {
  if (!summary || summaryWithin(summary, share, style) === undefined) return ZERO_SIZE
  return measure(laneSummaryBlock(summary, style))
}

/**
 * The summary without its notes on lines that are shown word for word; undefined when nothing is left, or when every
 * message that it covers is shown.
 */
export function withoutShownLines(
  summary: Summary | undefined,
  parts: ContextBlock['parts'],
  lines: PastMessage[],
): Summary | undefined {
  if (!summary) return undefined
  const sizeById = new Map(parts.map(({ messages: [id], size }) => [id, size]))
  // A line may be listed twice.
  const covered = new Set(lines.filter((line) => sizeById.has(line.id) && isCovered(summary, line)).map(({ id }) => id))
  if (covered.size >= summary.messages) return undefined
  // A cut line is shorter than its text.
  const whole = lines.filter(({ id, text }) => (sizeById.get(id)?.chars ?? 0) > text.length)
  const text = withoutItemsOf(summary.text, new Set(whole.map(({ id }) => id)))
  return text === '' ? undefined : { ...summary, text }
}

/** As much of the summary as fits; undefined when that is too little. */
function summaryWithin(summary: Summary, room: Size, style: RenderStyle): string | undefined {
  const xml = cutToFit((limit) => laneSummaryBlock(summary, style, limit), room)
  return xml !== undefined && xml.length >= Math.min(MIN_SUMMARY_CHARS, summary.text.length) ? xml : undefined
}
