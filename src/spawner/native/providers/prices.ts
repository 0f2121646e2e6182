import type { Price, ProviderSettings } from './settings.ts'

// What Anthropic asks for its families, by the names of the models.
const families: [RegExp, Pick<Price, 'input' | 'output'>][] = [
  [/opus-(?:4-[5-9]|[5-9])/, { input: 5, output: 25 }],
  [/sonnet-[4-9]/, { input: 3, output: 15 }],
  [/haiku-4-5/, { input: 1, output: 5 }],
]

/** What a model costs: as the configuration says, or else as it is known. Undefined: nobody knows, or nothing. */
export function priceOf(model: string, { kind, prices }: Pick<ProviderSettings, 'kind' | 'prices'>): Price | undefined {
  const written = prices.find((price) => price.model === model)
  if (kind !== 'anthropic') return written
  const known = written ?? families.find(([name]) => name.test(model))?.[1]
  return known && { cacheRead: known.input * 0.1, cacheWrite: known.input * 1.25, ...given(known) }
}

function given(price: Price): Price {
  const { cacheRead, cacheWrite, ...rest } = price
  return {
    ...rest,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  }
}
