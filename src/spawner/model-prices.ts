import type { ModelFacts, Price } from './model-facts.ts'
import type { Usage } from './spawner.ts'

/** How long the service caches a prompt. */
export type CacheTime = '1h' | '5m'

const OPUS = { input: 5, output: 25 }

// Anthropic's prices by model family. The CLI also takes the bare name of a family.
const anthropicPrices: [RegExp, Pick<Price, 'input' | 'output'>][] = [
  [/^opus$|opus-(?:4-[5-9]|[5-9])/, OPUS],
  [/^sonnet$|sonnet-[4-9]/, { input: 3, output: 15 }],
  [/^haiku$|haiku-4-5/, { input: 1, output: 5 }],
]

/** Undefined if the price of this model is unknown. */
export function anthropicPrice(model: string, cache: CacheTime): Price | undefined {
  const price = anthropicPrices.find(([name]) => name.test(model))?.[1]
  return price && withCachePrices(price, cache)
}

/** The window of an Anthropic model that reports none. */
export const ANTHROPIC_WINDOW = 200_000
/** The CLI takes this ending for a model with a long window. */
const LONG_WINDOW = { ending: '[1m]', tokens: 1_000_000 }

/** By the name that the CLI takes; empty if the family is unknown. */
export function anthropicFacts(model: string, cache: CacheTime): ModelFacts {
  const price = anthropicPrice(model.replace(LONG_WINDOW.ending, ''), cache)
  return price ? { price, window: model.endsWith(LONG_WINDOW.ending) ? LONG_WINDOW.tokens : ANTHROPIC_WINDOW } : {}
}

/** An unknown model counts as a dear one, so that a limit is reached too early rather than too late. */
export function billedPrice(model: string, cache: CacheTime): Price {
  return anthropicPrice(model, cache) ?? withCachePrices(OPUS, cache)
}

/** Anthropic's prices for the cache follow from the price of the input. Prices that are set stay. */
export function withCachePrices({ cacheRead, cacheWrite, ...price }: Price, cache: CacheTime): Price {
  return {
    ...price,
    cacheRead: cacheRead ?? price.input * 0.1,
    cacheWrite: cacheWrite ?? price.input * (cache === '1h' ? 2 : 1.25),
  }
}

export type UsedTokens = Pick<Usage, 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>

export const noTokens: UsedTokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

export function sumOfTokens(a: UsedTokens, b: UsedTokens): UsedTokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  }
}

export function costOfTokens(tokens: UsedTokens, { input, output, cacheRead, cacheWrite }: Price): number {
  const dollars =
    tokens.inputTokens * input +
    tokens.outputTokens * output +
    tokens.cacheReadTokens * (cacheRead ?? input) +
    tokens.cacheWriteTokens * (cacheWrite ?? input)
  return dollars / 1_000_000
}
