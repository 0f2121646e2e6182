import { expect, onTestFinished, test } from 'vitest'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { type OverflowWording, overflowWordings } from '../../peers/providers/overflow-wordings.ts'
import { says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'

const wordings = Object.keys(overflowWordings) as OverflowWording[]

test('there are enough of them', () => expect(wordings.length).toBeGreaterThanOrEqual(5))

test.each(wordings)(
  'a window that is smaller than anybody said is recovered from, as %s words it',
  async (overflow) => {
    // Said to have 100,000 tokens, and has room for 9,000.
    const api = await startOpenAi({ window: 9_000, overflow, key: 'sk-test' }, says('Fine.'))
    onTestFinished(() => api.close())
    const provider = { kind: 'openai-compatible', baseUrl: api.url, apiKey: 'sk-test', window: 100_000 } as const
    const world = createNativeWorld({ box: { ...provider, models: { general: 'some-model' } } })
    for (let turn = 1; turn <= 6; turn++) {
      world.say(`${turn}: ${'the tide table of the harbour says nothing new. '.repeat(120)}`)
      await world.settle()
      world.clock.advance(60_000)
    }
    const answers = world.web.sent.map(({ body }) => body)
    expect(answers).toHaveLength(6)
    for (const answer of answers) expect(answer).toMatch(/^Fine\./)
    expect(api.refusals).toEqual([])
    const traced = world.db.raw
      .prepare("SELECT count(*) FROM task_event WHERE kind = 'context' AND data LIKE '%overflow%'")
      .pluck()
      .get()
    expect(traced).toBeGreaterThan(0)
  },
)
