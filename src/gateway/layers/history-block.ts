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
  createFrame,
  lineEntry,
  type RenderStyle,
  type Shape,
  speakersAttribute,
  summaryEntry,
} from '../rendering/render.ts'
import { withoutItemsOf } from '../rendering/summary-text.ts'
import type { Timeline, TimelineEntry } from '../rendering/timeline.ts'
import { addSizes, fitsInto, type Size, subtractSize, ZERO_SIZE } from '../tokens.ts'
import { placeFairly } from './fair-share.ts'

export interface HistoryFacts {
  guaranteed: Guaranteed[]
  pieces: TierPiece[]
  /** The room for all lines and summaries. */
  room: Size
  /** The room for the guaranteed lines. */
  guaranteedRoom: Size
  /** The room for lines of earlier days, which give way to recall. */
  pastRoom: Size
  /** The room for the guaranteed lines when even their cut versions do not fit into `last`. */
  widestRoom: Size
  /** The room for summaries, by how they were made. */
  summaries: Record<Summary['made'], Size>
  /** The messages of the current conversation. */
  active: ReadonlySet<number>
  /** Whether that conversation certainly continues. If not, its lines give way to recall like those of earlier days. */
  isContinuing: boolean
  /** The messages that triage picked. */
  picked: ReadonlySet<number>
  /** The best hits of recall, which are shown whole. */
  recalled: ReadonlySet<number>
  /** The messages that the summary of the chat has notes on. */
  inLaneSummary: ReadonlySet<number>
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
  const frame = createFrame('history', style, { speakers: speakersAttribute(style) })
  const parts: ContextBlock['parts'] = []
  const leftOut: ContextBlock['leftOut'] = []
  const shownWhole = new Set<number>()
  const timeline = placeGuaranteed()
  const shown = new Set(parts.flatMap((part) => part.messages))
  let usedBySummaries = ZERO_SIZE
  for (const piece of facts.pieces) placePiece(piece)
  return { timeline, parts, leftOut }

  function placeGuaranteed(): Timeline {
    const messages = facts.guaranteed.map(({ message }) => message)
    const inOwnShare = placeFairly(messages, frame, facts.guaranteedRoom, style, shapeOf)
    const placement =
      inOwnShare.dropped.length > 0 ? placeFairly(messages, frame, facts.widestRoom, style, shapeOf) : inOwnShare
    const reasonById = new Map(facts.guaranteed.map(({ message, reason }) => [message.id, reason]))
    for (const { message, size } of placement.shown) {
      if (size.chars > message.text.length) shownWhole.add(message.id)
      recordShown(message, reasonById.get(message.id) ?? reasonMessages.lastLine, size)
    }
    leftOut.push(...placement.dropped.map(({ id }) => ({ id, reason: reasonMessages.guaranteedWithoutRoom })))
    return placement.timeline
  }

  function placePiece({ tier, messages, whole, summary }: TierPiece): void {
    const notShown = messages.filter(({ id }) => !shown.has(id))
    if (whole && messages.length > 0 && notShown.length === 0) return
    switch (tier) {
      case 'active':
        return placeLines(notShown, tier, facts.isContinuing ? facts.room : facts.pastRoom)
      case 'today':
        return summary && !(whole && allFit(notShown))
          ? placeSummary(summary, notShown)
          : placeLines(notShown, tier, facts.room)
      case 'yesterday':
      case 'week':
        return summary ? placeSummary(summary, notShown) : placeLines(notShown, tier, facts.pastRoom)
      case 'older':
        return placeLines(notShown, tier, facts.pastRoom)
    }
  }

  /** Adds the newest first and leaves no gaps: before a line without room, nothing older is shown either. */
  function placeLines(messages: PastMessage[], tier: Tier, room: Size): void {
    let full = false
    for (const message of messages) {
      const entry = entryFor(message)
      full ||= !place(entry, picked.has(message.id) ? facts.room : room)
      if (full) leftOut.push({ id: message.id, reason: reasonMessages.noRoom })
      else
        recordShown(message, picked.has(message.id) ? reasonMessages.selection.picked : reasonByTier[tier], entry.size)
    }
  }

  /** Nothing is said twice: the summary leaves out its notes on what is shown word for word or in the chat's summary. */
  function placeSummary(fullSummary: Summary, notShown: PastMessage[]): void {
    const told = new Set([...shownWhole, ...facts.inLaneSummary])
    const summary = { ...fullSummary, text: withoutItemsOf(fullSummary.text, told) }
    const entry = summaryEntry(summary, style)
    const size = entry.size
    const isAllShown = summary.text === ''
    const fits =
      !isAllShown &&
      fitsInto(addSizes(usedBySummaries, size), facts.summaries[summary.made]) &&
      place(entry, facts.room)
    if (fits) {
      usedBySummaries = addSizes(usedBySummaries, size)
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
    const reason = fits || isAllShown ? reasonMessages.inSummary : reasonMessages.noRoomForConversation
    leftOut.push(...notShown.map(({ id }) => ({ id, reason })))
  }

  /** A line that is longer than half of the room is cut to its two ends. */
  function entryFor(message: PastMessage): TimelineEntry {
    return lineEntry(message, style, shapeOf(message, Math.floor(facts.room.chars / 2)))
  }

  /** How a message is cut to at most `limit` characters. */
  function shapeOf(message: PastMessage, limit: number): Shape {
    if (active.has(message.id)) return { active: true, limit }
    if (!isShortened(message) || facts.recalled.has(message.id)) return { limit }
    const maxChars = Math.min(limit, MAX_PAST_ANSWER_CHARS)
    const spans = facts.choose(message.text, maxChars)
    return spans.length > 0 ? { spans } : { limit: maxChars }
  }

  function allFit(messages: PastMessage[]): boolean {
    const trialTimeline = timeline.copy()
    for (const message of messages) trialTimeline.add(entryFor(message))
    return fitsInto(trialTimeline.size(), facts.room)
  }

  function place(entry: TimelineEntry, room: Size): boolean {
    return timeline.place(entry, subtractSize(room, timeline.size()))
  }

  function recordShown(message: PastMessage, reason: LocalizedText, size: Size): void {
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

const reasonByTier: Record<Tier, LocalizedText> = {
  active: reasonMessages.activeConversation,
  today: reasonMessages.earlierToday,
  yesterday: reasonMessages.notSummarised,
  week: reasonMessages.notSummarised,
  older: reasonMessages.notSummarised,
}

/** With fewer lines the trust is written after each name. */
const MIN_LINES_OF_USUAL_TRUST = 12

/** When many lines have the same trust, as in an imported chat, it is written once for all of them. */
export function withUsualTrust(style: RenderStyle, messages: PastMessage[]): RenderStyle {
  const trusts = messages.filter(({ author }) => author === 'human').map(({ trust }) => trust)
  const [usual, ...others] = new Set(trusts)
  const isUsual =
    usual !== undefined && usual !== 'owner' && others.length === 0 && trusts.length >= MIN_LINES_OF_USUAL_TRUST
  return isUsual ? { ...style, usualTrust: usual } : style
}
