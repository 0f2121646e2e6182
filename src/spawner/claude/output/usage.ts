import type { Usage } from '../../spawner.ts'
import type { ResultLine } from './line.ts'
import { contextOf } from './stream.ts'

/** What the turn knows that its result does not say. */
export interface Seen {
  /** What the same process had counted up to when the turn began. */
  countedUsd: number
  /** Of the last request; undefined when nothing was streamed. */
  contextTokens: number | undefined
  firstTextMs: number | undefined
}

/** Undefined when nothing was used: a refused request is not booked. */
export function usageOf(result: ResultLine, seen: Seen): Usage | undefined {
  const { usage } = result
  const models = Object.entries(result.model_usage_since_last_result ?? result.modelUsage)
  const [costliest] = models.sort(([, a], [, b]) => b.costUSD - a.costUSD)
  const costUsd = costOf(result, seen.countedUsd)
  if (!costliest || (costUsd === 0 && usage.output_tokens === 0 && contextOf(usage) === 0)) return undefined
  const [model] = costliest
  return {
    model,
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
    costUsd,
    contextTokens: seen.contextTokens ?? contextOf(usage),
    windowTokens: result.modelUsage[model]?.contextWindow,
    firstTextMs: seen.firstTextMs,
  }
}

// The total can't be relied on across processes: 2.1.197 begins at zero with each, 2.1.325 goes on from where the one
// before ended politely, and forgets what a killed one had counted. It does say what this turn cost; the older one
// doesn't, but there the difference to the same process's last total is it.
export function costOf(result: ResultLine, countedUsd: number): number {
  const ofThisTurn = result.model_usage_since_last_result
  if (!ofThisTurn) return Math.max(0, result.total_cost_usd - countedUsd)
  return Object.values(ofThisTurn).reduce((sum, { costUSD }) => sum + costUSD, 0)
}
