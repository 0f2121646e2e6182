import { foreignOf } from '../../domain/foreign.ts'
import { foreignInLine } from '../../domain/message-parts.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { ContextBlock } from '../assembly.ts'
import type { Guaranteed } from '../choosing/guaranteed-messages.ts'
import type { ChoosePassages } from '../choosing/passages.ts'
import type { Tier, TierPiece } from '../choosing/tiers.ts'
import { carriedTrust, type PastMessage, type Summary } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import {
  frameOf,
  lineEntry,
  type RenderStyle,
  type Shape,
  speakersAttribute,
  summaryEntry,
} from '../rendering/render.ts'
import type { Timeline, TimelineEntry } from '../rendering/timeline.ts'
import { fitsInto, lessBy, nothing, type Size, sumOf } from '../tokens.ts'
import { placeFairly } from './fair-share.ts'

export interface HistoryFacts {
  guaranteed: Guaranteed[]
  pieces: TierPiece[]
  /** The room for all lines and summaries. */
  room: Size
  /** The room for the guaranteed lines. */
  last: Size
  /** The room for lines of earlier days, which give way to recall. */
  past: Size
  /** The room for the guaranteed lines when even their cut versions do not fit into `last`. */
  wide: Size
  /** The room for summaries, by how they were made. */
  summaries: Record<Summary['made'], Size>
  /** The messages of the current conversation. */
  active: ReadonlySet<number>
  /** Whether that conversation certainly continues. If not, its lines give way to recall like those of earlier days. */
  goesOn: boolean
  /** The messages that triage picked. */
  picked: ReadonlySet<number>
  /** The best hits of recall, which are shown whole. */
  recalled: ReadonlySet<number>
  /** Chooses the relevant passages of an answer of ours that is cut. */
  choose: ChoosePassages
  style: RenderStyle
}

/** Layer 5, to which recall adds its lines. */
export interface FilledHistory extends Pick<ContextBlock, 'parts' | 'leftOut'> {
  timeline: Timeline
}

/** Our answers in a conversation that is over are cut to this: the relevant passages, or both ends. */
const MAX_PAST_ANSWER_CHARS = 600

/** Whether the history would show only parts of it, so that recall may still bring the whole. */
export function isShortened({ author, text }: PastMessage): boolean {
  return author === 'bot' && text.length > MAX_PAST_ANSWER_CHARS
}

/** Adds the newest lines first. They are shown in order of time. */
export function fillHistory(facts: HistoryFacts): FilledHistory {
  const { active, picked, style } = facts
  const frame = frameOf('history', style, { speakers: speakersAttribute(style) })
  const parts: ContextBlock['parts'] = []
  const leftOut: ContextBlock['leftOut'] = []
  const timeline = placeGuaranteed()
  const shown = new Set(parts.flatMap((part) => part.messages))
  let summed = nothing
  for (const piece of facts.pieces) placePiece(piece)
  return { timeline, parts, leftOut }

  function placeGuaranteed(): Timeline {
    const messages = facts.guaranteed.map(({ message }) => message)
    const within = placeFairly(messages, frame, facts.last, style, shapeOf)
    const placed = within.dropped.length > 0 ? placeFairly(messages, frame, facts.wide, style, shapeOf) : within
    const why = new Map(facts.guaranteed.map(({ message, reason }) => [message.id, reason]))
    for (const { message, size } of placed.shown) note(message, why.get(message.id) ?? reasonMessages.lastLine, size)
    leftOut.push(...placed.dropped.map(({ id }) => ({ id, reason: reasonMessages.guaranteedWithoutRoom })))
    return placed.timeline
  }

  function placePiece({ tier, messages, whole, summary }: TierPiece): void {
    const rest = messages.filter(({ id }) => !shown.has(id))
    if (whole && messages.length > 0 && rest.length === 0) return
    switch (tier) {
      case 'active':
        return placeLines(rest, tier, facts.goesOn ? facts.room : facts.past)
      case 'today':
        return summary && !(whole && allFit(rest)) ? placeSummary(summary, rest) : placeLines(rest, tier, facts.room)
      case 'yesterday':
      case 'week':
        return summary ? placeSummary(summary, rest) : placeLines(rest, tier, facts.past)
      case 'older':
        return placeLines(rest, tier, facts.past)
    }
  }

  /** Adds the newest first and leaves no gaps: before a line without room, nothing older is shown either. */
  function placeLines(messages: PastMessage[], tier: Tier, room: Size): void {
    let full = false
    for (const message of messages) {
      const entry = entryFor(message)
      full ||= !place(entry, picked.has(message.id) ? facts.room : room)
      if (full) leftOut.push({ id: message.id, reason: reasonMessages.noRoom })
      else note(message, picked.has(message.id) ? reasonMessages.selection.picked : reasons[tier], entry.size)
    }
  }

  function placeSummary(summary: Summary, rest: PastMessage[]): void {
    const entry = summaryEntry(summary, style)
    const size = entry.size
    const fits = fitsInto(sumOf(summed, size), facts.summaries[summary.made]) && place(entry, facts.room)
    if (fits) {
      summed = sumOf(summed, size)
      const reason = reasonMessages.conversation(summary.fromId, summary.toId)
      parts.push({
        kind: 'conversation-summary',
        reason,
        size,
        messages: [],
        trust: summary.trust,
        foreign: foreignOf('summary', '', summary.trust),
      })
    }
    const reason = fits ? reasonMessages.inSummary : reasonMessages.noRoomForConversation
    leftOut.push(...rest.map(({ id }) => ({ id, reason })))
  }

  /** A line that is longer than half of the room is cut to its two ends. */
  function entryFor(message: PastMessage): TimelineEntry {
    return lineEntry(message, style, shapeOf(message, Math.floor(facts.room.chars / 2)))
  }

  /** How a message is cut to at most `limit` characters. */
  function shapeOf(message: PastMessage, limit: number): Shape {
    if (active.has(message.id)) return { active: true, limit }
    if (!isShortened(message) || facts.recalled.has(message.id)) return { limit }
    const most = Math.min(limit, MAX_PAST_ANSWER_CHARS)
    const spans = facts.choose(message.text, most)
    return spans.length > 0 ? { spans } : { limit: most }
  }

  function allFit(messages: PastMessage[]): boolean {
    const trial = timeline.copy()
    for (const message of messages) trial.add(entryFor(message))
    return fitsInto(trial.size(), facts.room)
  }

  function place(entry: TimelineEntry, room: Size): boolean {
    return timeline.place(entry, lessBy(room, timeline.size()))
  }

  function note(message: PastMessage, reason: LocalizedText, size: Size): void {
    parts.push({
      kind: 'history',
      reason,
      size,
      messages: [message.id],
      trust: carriedTrust(message),
      foreign: foreignInLine(message),
    })
  }
}

const reasons: Record<Tier, LocalizedText> = {
  active: reasonMessages.activeConversation,
  today: reasonMessages.earlierToday,
  yesterday: reasonMessages.notSummarised,
  week: reasonMessages.notSummarised,
  older: reasonMessages.notSummarised,
}
