import type { Summary } from '../past.ts'
import type { Relation } from '../recall/related-past.ts'
import { type Size, scaleSize, smallerSize } from '../tokens.ts'

/** The limit for layers 3 to 6 together, in each of the three units. */
export function budgetFor(limits: { maxTokens: number; maxBytes: number; factor: number }): Size {
  const { maxTokens, maxBytes, factor } = limits
  return { centitokens: Math.floor((maxTokens * 100) / factor), chars: maxTokens * 4, bytes: maxBytes }
}

/** Enough for the beginnings of the last lines, so that the model knows what was talked about before. */
const LAST_LINES_TOKENS = 200

/** Enough for the best passages, when a message may share its words with the past by chance. */
const FAINT_RELATION_TOKENS = 1500

type BudgetLimits = Parameters<typeof budgetFor>[0]

/** The room for the past of a message that has nothing in common with it. */
export function lastLinesRoom(limits: BudgetLimits): Size {
  return budgetFor({ ...limits, maxTokens: Math.min(limits.maxTokens, LAST_LINES_TOKENS) })
}

/** The room for the past by how much the message has in common with it, without what a model wrote down; undefined = all. */
export function pastRoom(relation: Relation, limits: BudgetLimits): Size | undefined {
  if (relation === 'none') return lastLinesRoom(limits)
  if (relation === 'clear') return undefined
  return budgetFor({ ...limits, maxTokens: Math.min(limits.maxTokens, FAINT_RELATION_TOKENS) })
}

/** The share of the budget that is kept for the quoted reply, so that one long message cannot push it out. */
const QUOTE_SHARE = 0.15

/**
 * The shares of the lane summary, and of all summaries of conversations together. A summary by a model is text of its own, so
 * it gets enough to be shown whole. One that only quotes messages loses little when it is cut, because recall finds the
 * quoted messages by their words and makes better use of the room (docs/decisions/0011).
 */
export const laneSummaryShare = { model: 0.35, extract: 0.06 } as const satisfies Record<Summary['made'], number>
export const summariesShare = { model: 0.15, extract: 0.06 } as const satisfies Record<Summary['made'], number>

/**
 * By how much `recall_share` is multiplied when recall competes with lines that are not guaranteed: those of earlier days, or
 * of a conversation that may be over. When it is over, about a tenth of the budget is left for them (docs/decisions/0011).
 */
export const COMPETING_RECALL_FACTOR = { 'goes on': 2, 'is over': 2.6 } as const

export interface ReservedRoom {
  quote: Size
  summary: Size
  recall: Size
}

/** The room reserved for each layer: its share, or less when it needs less. */
export function reserveRoom(
  budget: Size,
  needs: ReservedRoom,
  shares: Record<'summary' | 'recall', number>,
): ReservedRoom {
  return {
    quote: smallerSize(needs.quote, scaleSize(budget, QUOTE_SHARE)),
    summary: smallerSize(needs.summary, scaleSize(budget, shares.summary)),
    recall: smallerSize(needs.recall, scaleSize(budget, shares.recall)),
  }
}
