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
  const recent = recencyOf(facts)
  const keep = (message: PastMessage) => {
    const reason = recent.cuts(message)
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
      isPutAway(facts.laneSummary, message) ? keep(message) : !recent.cuts(message),
    ),
    whole: true,
    summary: undefined,
  }
  const lines = byConversation(candidates.earlier)
  const listed = new Set(conversations.map(({ id }) => id))
  const known = conversations.map((conversation): TierPiece => {
    const { id, lastAt, summary } = conversation
    const raw = lines.get(id) ?? []
    const isHidden =
      summary && (isBehind(summary.fromAt, facts.marks.clearedAt) || isWithin(summary, facts.laneSummary))
    const shown = isHidden ? undefined : summary
    return {
      tier: tierOf(lastAt, facts),
      messages: raw.filter(keep),
      whole: raw.length > 0 && candidates.beyond?.conversation !== id,
      summary: shown && !recent.isTooOld(lastAt) ? shown : undefined,
    }
  })
  const unlisted = [...lines].filter(([id]) => id === undefined || !listed.has(id))
  const others = unlisted.map(([, messages]): TierPiece => {
    const tier = tierOf(messages[0]?.at ?? facts.now, facts)
    return { tier, messages: messages.filter(keep), whole: true, summary: undefined }
  })
  const activeId = candidates.active[0]?.conversation
  const pieces = [...known, ...others]
    .filter(({ messages, summary }) => messages.length > 0 || (summary && summary.conversation !== activeId))
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
function isPutAway(summary: Summary | undefined, message: PastMessage): boolean {
  return summary?.wanted === true && isCovered(summary, message)
}

/** Whether the lane summary covers this summary's conversation as well. */
function isWithin({ fromAt, toId }: Summary, lane: Summary | undefined): boolean {
  return lane !== undefined && fromAt >= lane.fromAt && toId <= lane.toId
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
  const kept = new Set(newest.map(({ id }) => id))
  const isTooOld = (at: Date) => cutoff !== undefined && at < cutoff
  return { isTooOld, cuts: (message: PastMessage) => isTooOld(message.at) && !kept.has(message.id) }
}

function byConversation(messages: PastMessage[]): Map<number | undefined, PastMessage[]> {
  const lines = new Map<number | undefined, PastMessage[]>()
  for (const message of messages) {
    const found = lines.get(message.conversation)
    if (found) found.push(message)
    else lines.set(message.conversation, [message])
  }
  return lines
}

function isBehind(at: Date, floor: Date | undefined): boolean {
  return floor !== undefined && at <= floor
}

function endOf({ messages, summary }: TierPiece): number {
  return messages[0]?.at.getTime() ?? summary?.toAt.getTime() ?? 0
}
