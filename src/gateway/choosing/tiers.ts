import type { LocalizedText } from '../../messages/localized.ts'
import type { LaneMarks, PastConversation } from '../history-source.ts'
import type { PastMessage, Summary } from '../past.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { LaneCandidates } from './candidates.ts'
import type { Labels } from './labels.ts'

export type Tier = 'active' | 'today' | 'yesterday' | 'week' | 'older'

/** One conversation as it may be shown: line by line, or as its summary. */
export interface TierPiece {
  tier: Tier
  /** The messages that no shown summary covers, newest first. */
  messages: PastMessage[]
  /** `messages` contains the whole conversation. */
  whole: boolean
  summary: Summary | undefined
}

export interface Tiers {
  /** Newest first. */
  pieces: TierPiece[]
  leftOut: { id: number; reason: LocalizedText }[]
}

export interface TierFacts {
  candidates: LaneCandidates
  conversations: PastConversation[]
  laneSummary: Summary | undefined
  marks: LaneMarks
  now: Date
  labels: Labels
  olderDays: number
  contextRecencyHours: number
  contextMinMessages: number
}

/** Sorts by age: the active conversation line by line, then whole conversations of today, then summaries. */
export function sortIntoTiers(facts: TierFacts): Tiers {
  const { candidates, conversations } = facts
  const leftOut: Tiers['leftOut'] = []
  const recency = recencyOf(facts)
  const keepOrRecord = (message: PastMessage) => {
    const reason = recency.cuts(message)
      ? reasonMessages.olderThan(facts.contextRecencyHours)
      : isCovered(facts.laneSummary, message)
        ? reasonMessages.inChatSummary
        : undefined
    if (reason) leftOut.push({ id: message.id, reason })
    return reason === undefined
  }
  const active: TierPiece = {
    tier: 'active',
    messages: candidates.active.filter((message) =>
      isReplaced(facts.laneSummary, message) ? keepOrRecord(message) : !recency.cuts(message),
    ),
    whole: true,
    summary: undefined,
  }
  const linesByConversation = groupByConversation(candidates.earlier)
  const activeId = candidates.active[0]?.conversation
  const listedIds = new Set(conversations.map(({ id }) => id))
  const listedPieces = conversations.map((conversation): TierPiece => {
    const { id, lastAt, summary } = conversation
    const conversationLines = linesByConversation.get(id) ?? []
    const isHidden =
      summary &&
      (summary.conversation === activeId ||
        isBeforeMark(summary.fromAt, facts.marks.clearedAt) ||
        isWithin(summary, facts.laneSummary))
    const visibleSummary = isHidden ? undefined : summary
    return {
      tier: tierOf(lastAt, facts),
      messages: conversationLines.filter(keepOrRecord),
      whole: conversationLines.length > 0 && candidates.newestUnread?.conversation !== id,
      summary: visibleSummary && !recency.isTooOld(lastAt) ? visibleSummary : undefined,
    }
  })
  const unlisted = [...linesByConversation].filter(([id]) => id === undefined || !listedIds.has(id))
  const unlistedPieces = unlisted.map(([, messages]): TierPiece => {
    const tier = tierOf(messages[0]?.at ?? facts.now, facts)
    return { tier, messages: messages.filter(keepOrRecord), whole: true, summary: undefined }
  })
  const pieces = [...listedPieces, ...unlistedPieces]
    .filter(({ messages, summary }) => messages.length > 0 || summary)
    .toSorted((a, b) => endOf(b) - endOf(a))
  return { pieces: active.messages.length > 0 ? [active, ...pieces] : pieces, leftOut }
}

/** Whether a summary covers a message: both the id and the time must be within its range. */
export function isCovered(summary: Summary | undefined, { at, id }: PastMessage): boolean {
  if (!summary) return false
  const { fromId, toId, fromAt, toAt } = summary
  return id >= fromId && id <= toId && at >= fromAt && at <= toAt
}

/** Whether a requested summary replaces a message, although its conversation is still going on. */
function isReplaced(summary: Summary | undefined, message: PastMessage): boolean {
  return summary?.wanted === true && isCovered(summary, message)
}

/** Whether the lane summary covers this summary's conversation as well. */
function isWithin({ fromAt, toId }: Summary, laneSummary: Summary | undefined): boolean {
  return laneSummary !== undefined && fromAt >= laneSummary.fromAt && toId <= laneSummary.toId
}

function tierOf(lastAt: Date, { labels, olderDays }: TierFacts): Tier {
  const days = labels.daysAgo(lastAt)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return days <= olderDays ? 'week' : 'older'
}

/** Applies `context_recency_hours`, but always keeps the last `context_min_messages`. */
function recencyOf({ candidates, now, contextRecencyHours, contextMinMessages }: TierFacts) {
  const cutoff = contextRecencyHours > 0 ? new Date(now.getTime() - contextRecencyHours * 3_600_000) : undefined
  const newest = [...candidates.active, ...candidates.earlier].slice(0, contextMinMessages)
  const keptIds = new Set(newest.map(({ id }) => id))
  const isTooOld = (at: Date) => cutoff !== undefined && at < cutoff
  return { isTooOld, cuts: (message: PastMessage) => isTooOld(message.at) && !keptIds.has(message.id) }
}

function groupByConversation(messages: PastMessage[]): Map<number | undefined, PastMessage[]> {
  const lines = new Map<number | undefined, PastMessage[]>()
  for (const message of messages) {
    const list = lines.get(message.conversation)
    if (list) list.push(message)
    else lines.set(message.conversation, [message])
  }
  return lines
}

function isBeforeMark(at: Date, mark: Date | undefined): boolean {
  return mark !== undefined && at <= mark
}

function endOf({ messages, summary }: TierPiece): number {
  return messages[0]?.at.getTime() ?? summary?.toAt.getTime() ?? 0
}
