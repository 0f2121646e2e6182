import { z } from 'zod'
import type { Price } from '../../model-facts.ts'
import { costOfTokens } from '../../model-prices.ts'
import type { Usage } from '../../spawner.ts'

// More than any model reads or writes. A server that reports more is wrong, and must not use up a spending limit.
const MAX_COUNT = 1_000_000_000
const count = z.number().nonnegative().max(MAX_COUNT).nullish().catch(undefined)

// Anthropic's names first, then those of OpenAI and compatible services.
const reported = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.looseObject({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  cost: count,
})

type Reported = z.infer<typeof reported>

/**
 * Collects the usage from the events of a stream: some services report it at the beginning, some at the end, some
 * twice.
 */
export interface Meter {
  read(event: unknown): void
  /** Undefined until something was reported. */
  usage(facts: Pick<Usage, 'model' | 'windowTokens' | 'firstTextMs'>, price: Price | undefined): Usage | undefined
}

export function createMeter(): Meter {
  let reportedUsage: Reported | undefined
  return {
    read(event) {
      for (const usage of [findUsage(event), findUsage(fieldOf(event, 'message'))]) {
        const parsed = usage && reported.safeParse(usage)
        if (parsed?.success) reportedUsage = { ...reportedUsage, ...withoutNulls(parsed.data) }
      }
    },
    usage: (facts, price) => reportedUsage && { ...facts, ...toAmounts(reportedUsage, price) },
  }
}

function toAmounts(reportedUsage: Reported, price: Price | undefined) {
  const cacheReadTokens =
    reportedUsage.cache_read_input_tokens ?? reportedUsage.prompt_tokens_details?.cached_tokens ?? 0
  const cacheWriteTokens =
    reportedUsage.cache_creation_input_tokens ?? reportedUsage.prompt_tokens_details?.cache_write_tokens ?? 0
  // OpenAI includes cached tokens in the input, Anthropic does not.
  const inputTokens =
    reportedUsage.input_tokens ?? Math.max(0, (reportedUsage.prompt_tokens ?? 0) - cacheReadTokens - cacheWriteTokens)
  const outputTokens = reportedUsage.output_tokens ?? reportedUsage.completion_tokens ?? 0
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  return {
    ...tokens,
    costUsd: reportedUsage.cost ?? (price ? costOfTokens(tokens, price) : 0),
    contextTokens: inputTokens + cacheReadTokens + cacheWriteTokens,
  }
}

function findUsage(event: unknown): object | undefined {
  const usage = fieldOf(event, 'usage')
  return typeof usage === 'object' && usage !== null ? usage : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function withoutNulls(reported: Reported): Reported {
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null && value !== undefined))
}
