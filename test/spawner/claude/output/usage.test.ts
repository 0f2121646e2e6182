import { expect, test } from 'vitest'
import { parseOutputLine, type ResultLine } from '../../../../src/spawner/claude/output/output-line.ts'
import { usageOf } from '../../../../src/spawner/claude/output/turn-usage.ts'

const used = { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 300, cache_creation_input_tokens: 40 }
const seen = { countedUsd: 0, contextTokens: undefined, firstTextMs: 12 }

function aResult(fields: object): ResultLine {
  const line = parseOutputLine(
    JSON.stringify({ type: 'result', is_error: false, result: 'hi', usage: used, ...fields }),
  )
  if (line?.type !== 'result') throw new Error('no result line')
  return line
}

test('a turn costs what it says it cost, whatever the total went through before', () => {
  const result = aResult({
    total_cost_usd: 5,
    modelUsage: { big: { costUSD: 4, contextWindow: 1_000_000 }, small: { costUSD: 1, contextWindow: 200_000 } },
    model_usage_since_last_result: { big: { costUSD: 0.1 }, small: { costUSD: 0.4 } },
  })
  expect(usageOf(result, { ...seen, countedUsd: 9 })).toEqual({
    model: 'small',
    inputTokens: 10,
    outputTokens: 2,
    cacheReadTokens: 300,
    cacheWriteTokens: 40,
    costUsd: 0.5,
    contextTokens: 350,
    windowTokens: 200_000,
    firstTextMs: 12,
  })
})

test.each([
  ['the first of its process', 0, 2],
  ['a later one', 1.5, 0.5],
  ['one whose total fell', 3, 0],
])('where it does not say so, %s costs the difference in its process', (_, countedUsd, costUsd) => {
  const result = aResult({ total_cost_usd: 2, modelUsage: { big: { costUSD: 2 } } })
  expect(usageOf(result, { ...seen, countedUsd })).toMatchObject({ costUsd, windowTokens: undefined })
})

test('the context is that of the last request, not the sum of all', () => {
  const result = aResult({ total_cost_usd: 2, modelUsage: { big: { costUSD: 2 } } })
  expect(usageOf(result, { ...seen, contextTokens: 123 })?.contextTokens).toBe(123)
})

test('a refused request in a session that cost something before is not booked', () => {
  const nothing = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  const models = { total_cost_usd: 2, modelUsage: { big: { costUSD: 2 } } }
  expect(usageOf(aResult({ ...models, usage: nothing }), { ...seen, countedUsd: 2 })).toBeUndefined()
  expect(usageOf(aResult({ ...models, usage: nothing, model_usage_since_last_result: {} }), seen)).toBeUndefined()
})
