import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'

test('from the second turn on nine tenths of what is read come from the cache', async () => {
  let turn = 0
  // Every other turn uses a tool before it answers.
  const api = await startAnthropic({ key: 'sk-test' }, (request) =>
    turn % 2 === 1 && request.messages.at(-1)?.results.length === 0
      ? calls({ name: 'search_messages', input: { query: `boat ${turn}` } })
      : says(`Answer ${turn}: the boat has a red sail and lies in the harbour until the weather changes.`),
  )
  onTestFinished(() => api.close())
  const world = createNativeWorld({ cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } })
  for (turn = 0; turn < 10; turn++) {
    world.say(`Turn ${turn}: tell me something about the boat that I have not heard before, please.`)
    await world.settle()
    world.clock.advance(60_000)
  }
  expect(api.refusals).toEqual([])
  const [, ...later] = api.counted
  expect(later.length).toBeGreaterThan(9)
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const read = sum(later.map((tokens) => tokens.cache_read_input_tokens))
  const fresh = sum(later.map((tokens) => tokens.input_tokens + tokens.cache_creation_input_tokens))
  expect(read / (read + fresh)).toBeGreaterThan(0.9)
  // What came back from a tool is new, and nothing else is.
  expect(Math.min(...later.map((tokens) => tokens.cache_read_input_tokens))).toBeGreaterThan(1_500)
})

test.each([
  ['an hour where a conversation lasts longer than five minutes', 30, '1h'],
  ['five minutes where it does not', 5, undefined],
])('it is to be kept for %s', async (_, activeMinutes, ttl) => {
  const api = await startAnthropic({ key: 'sk-test' }, says('Fine.'))
  onTestFinished(() => api.close())
  const { conversation } = loadConfig(undefined, { HOME: '/' })
  const world = createNativeWorld(
    { cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } },
    { config: { conversation: { ...conversation, activeMinutes } } },
  )
  world.say('hello')
  await world.settle()
  const marks = [...(api.requests[0]?.raw ?? '').matchAll(/"cache_control":(\{[^}]*\})/g)]
  expect(marks.map(([, mark]) => (JSON.parse(mark ?? '') as { ttl?: string }).ttl)).toEqual([ttl, ttl])
})
