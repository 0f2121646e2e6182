import type { Summary } from './past.ts'
import { type Size, shareOf, smaller } from './tokens.ts'

/** Layers 3 to 6 together may not be larger than this, in any of the three measures. */
export function budgetOf(limits: { maxTokens: number; maxBytes: number; factor: number }): Size {
  const { maxTokens, maxBytes, factor } = limits
  return { cents: Math.floor((maxTokens * 100) / factor), chars: maxTokens * 4, bytes: maxBytes }
}

/** Of the whole budget, for the layers that one long message must not push out. `recall_share` is the third. */
const QUOTE_SHARE = 0.15
export const SUMMARY_SHARE = 0.15
/** What a model noted stands nowhere else in these words, so its notes are shown whole where a third is enough for them. */
const NOTES_SHARE = 0.35

/** Of the lane summary. One that only quotes loses less when it is cut: what it quotes is found by its words. */
export function summaryShare(summary: Pick<Summary, 'made'> | undefined): number {
  return summary?.made === 'model' ? NOTES_SHARE : SUMMARY_SHARE
}

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
