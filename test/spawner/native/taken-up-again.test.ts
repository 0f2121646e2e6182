import { expect, onTestFinished, test } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, fails, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'

test('a turn that is taken up again is trusted no more than what its tools had brought by then', async () => {
  const api = await startAnthropic(
    { key: 'sk-test' },
    // Nothing of the open internet is reached here; that it was asked for is enough.
    calls({ name: 'fetch_page', input: { url: 'http://127.0.0.1/' } }),
    fails(429, 'Slow down.', { type: 'rate_limit_error', headers: { 'retry-after': '60' } }),
    says('Read.'),
  )
  onTestFinished(() => api.close())
  const world = createNativeWorld(
    { cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } },
    { native: { allow: { owner: ['fetch_page', 'write_file'], member: [] } } },
  )
  world.say('Read this page.')
  await world.settle()
  expect(world.web.sent).toEqual([])
  world.clock.advance(600_000)
  await world.settle()
  expect(world.web.sent.map(({ body }) => body)).toEqual(['Read.'])
  const [first, , again] = api.requests
  expect(first?.tools).toContain('write_file')
  expect(again?.messages.at(-1)?.results).toHaveLength(1)
  // The same tools, whatever it saw.
  expect(again?.tools).toEqual(first?.tools)
  expect(world.db.raw.prepare("SELECT trust FROM message WHERE author = 'bot'").pluck().all()).toEqual(['untrusted'])
})
