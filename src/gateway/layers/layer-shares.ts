import type { Summary } from '../past.ts'
import { type Size, shareOf, smaller } from '../tokens.ts'

/** Layers 3 to 6 together may not be larger than this, in any of the three measures. */
export function budgetOf(limits: { maxTokens: number; maxBytes: number; factor: number }): Size {
  const { maxTokens, maxBytes, factor } = limits
  return { cents: Math.floor((maxTokens * 100) / factor), chars: maxTokens * 4, bytes: maxBytes }
}

/** Of the whole budget, for the layers that one long message must not push out. `recall_share` is the third. */
const QUOTE_SHARE = 0.15

/**
 * Of the lane summary, and of those of conversations together. What a model noted stands nowhere else in these words, so
 * its notes are shown whole where a third is enough for them; one that only quotes loses little when it is cut, because
 * what it quotes is found by its words, and room is worth more to recall (docs/decisions/0011).
 */
export const laneSummaryShare = { model: 0.35, extract: 0.06 } as const satisfies Record<Summary['made'], number>
export const summariesShare = { model: 0.15, extract: 0.06 } as const satisfies Record<Summary['made'], number>

/**
 * So many times does `recall_share` count against lines that nothing guarantees, of earlier days or of a talk that may be
 * over. Once it is, or seems to be, about a tenth of the budget is left to them (docs/decisions/0011).
 */
export const AGAINST_TALK = { 'goes on': 2, 'is over': 2.6 } as const

export interface Floors {
  quote: Size
  summary: Size
  recall: Size
}

/** What is kept free for each layer: its share, or less when it does not need that much. */
export function floorsOf(budget: Size, needs: Floors, shares: Record<'summary' | 'recall', number>): Floors {
  return {
    quote: smaller(needs.quote, shareOf(budget, QUOTE_SHARE)),
    summary: smaller(needs.summary, shareOf(budget, shares.summary)),
    recall: smaller(needs.recall, shareOf(budget, shares.recall)),
  }
}
