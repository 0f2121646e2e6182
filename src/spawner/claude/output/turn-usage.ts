import { noTokens, sumOfTokens, type UsedTokens } from '../../model-prices.ts'
import type { Usage } from '../../spawner.ts'
import type { ResultLine, Tokens } from './output-line.ts'

/** All tokens that the model read in one request. */
export function countContextTokens(usage: Tokens | undefined): number {
  return usage ? usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens : 0
}

/** What the turn knows beyond its result. */
interface TurnMeasures {
  /** The process's total when the turn began. */
  countedUsd: number
  /** For the last request; undefined if nothing was streamed. */
  contextTokens: number | undefined
  firstTextMs: number | undefined
  /** What its delegates have used by our count, which `usage` of the result does not include. */
  ofDelegates?: UsedTokens
}

/** Undefined if nothing was used, because a refused request is not booked. */
export function usageOf(result: ResultLine, measures: TurnMeasures): Usage | undefined {
  const { usage } = result
  const models = Object.entries(result.model_usage_since_last_result ?? result.modelUsage)
  const [costliest] = models.sort(([, a], [, b]) => b.costUSD - a.costUSD)
  const costUsd = costOf(result, measures.countedUsd)
  if (!costliest || (costUsd === 0 && usage.output_tokens === 0 && countContextTokens(usage) === 0)) return undefined
  const [model] = costliest
  return {
    model,
    ...tokensOf(result, measures.ofDelegates ?? noTokens),
    costUsd,
    contextTokens: measures.contextTokens ?? countContextTokens(usage),
    windowTokens: result.modelUsage[model]?.contextWindow,
    firstTextMs: measures.firstTextMs,
  }
}

/** Newer CLIs report what all models of a turn have used, including those of delegates. */
function tokensOf({ usage, model_usage_since_last_result: byModel }: ResultLine, ofDelegates: UsedTokens): UsedTokens {
  const hadDelegates = Object.values(ofDelegates).some((count) => count > 0)
  if (!byModel || !hadDelegates) return sumOfTokens(toUsedTokens(usage), ofDelegates)
  const used = Object.values(byModel).map((model) => ({
    inputTokens: model.inputTokens,
    outputTokens: model.outputTokens,
    cacheReadTokens: model.cacheReadInputTokens,
    cacheWriteTokens: model.cacheCreationInputTokens,
  }))
  return used.reduce(sumOfTokens, noTokens)
}

// The total is not reliable across processes: 2.1.197 starts at zero in each, while 2.1.325 continues from a process
// that ended normally and forgets one that was killed. The newer version reports the cost of the turn. For the older
// one it is the difference to the last total of the same process.
export function costOf(result: ResultLine, countedUsd: number): number {
  const turnModels = result.model_usage_since_last_result
  if (!turnModels) return Math.max(0, result.total_cost_usd - countedUsd)
  return Object.values(turnModels).reduce((sum, { costUSD }) => sum + costUSD, 0)
}

export function toUsedTokens(usage: Tokens): UsedTokens {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
  }
}

/** Adds what one more request has used. */
export function addUsage(
  before: Usage | undefined,
  { model, tokens }: { model: string; tokens: UsedTokens },
  costUsd: number,
): Usage {
  return {
    ...sumOfTokens(before ?? noTokens, tokens),
    model,
    costUsd: (before?.costUsd ?? 0) + costUsd,
    contextTokens: 0,
    windowTokens: undefined,
    firstTextMs: undefined,
  }
}
