import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { placeStore } from '../../support/template-store.ts'

async function aStore(maxContextTurns: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-restoring-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  placeStore(dataDir)
  const api = await startAnthropic({ key: 'sk-test' }, (request) =>
    request.messages.at(-1)?.results.length === 0 && request.messages.at(-1)?.text.includes('look')
      ? calls({ name: 'search_messages', input: { query: 'harbour' } })
      : says(`Answer to ${/question \d+/.exec(request.messages.at(-1)?.text ?? '')?.[0] ?? 'what was found'}.`),
  )
  onTestFinished(() => api.close())
  const provider = { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } as const
  /** Another life of the daemon over the same store. */
  const live = () => createNativeWorld({ cloud: provider }, { dataDir, native: { maxContextTurns } })
  return { api, live }
}

test.each([
  [20, 3],
  [30, 5],
])(
  'after a restart with max_context_turns = %i the last %i turns are shown as text, without their tools',
  async (most, shown) => {
    const { api, live } = await aStore(most)
    const before = live()
    for (let turn = 1; turn <= 7; turn++) {
      before.say(`question ${turn}, please look`)
      await before.settle()
      before.clock.advance(60_000)
    }
    expect(api.requests.at(-1)?.messages.some(({ results }) => results.length > 0)).toBe(true)

    const after = live()
    after.clock.advance(420_000)
    after.say('question 8', { keys: ['test:after'], remoteId: 'after' })
    await after.settle()
    const { messages = [] } = api.requests.at(-1) ?? {}
    expect(messages.flatMap((message) => [...message.calls, ...message.results])).toEqual([])
    const asked = messages
      .filter(({ role }) => role === 'user')
      .map(({ text }) => text.match(/question \d+, please look/g)?.at(-1))
    const last = Array.from({ length: shown }, (_, turn) => `question ${8 - shown + turn}, please look`)
    expect(asked.filter(Boolean)).toEqual(last)
    // What came before them is told in short, and nothing of it is lost.
    expect(messages[0]?.text).toContain('Earlier in this conversation')
    expect(api.refusals).toEqual([])
    const kept = after.db.raw.prepare('SELECT count(*) FROM session_step').pluck().get()
    expect(kept).toBe(7)
  },
)
