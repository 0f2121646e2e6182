import { expect, it } from 'vitest'
import { seed, seeded } from '../../../support/seeded.ts'
import { size } from '../../../support/sizes.ts'
import { type Case, makeCase } from './fuzz-case.ts'
import { ask, provider, told } from './rig.ts'

// The SDK reads these streams as it reads those of a socket; only the socket is left out.

// Each takes some milliseconds of streams piped into streams: all of them in the long run, and every time others in this one.
const CASES = size(140, 10_000)
const AT_ONCE = 20

/** By what each request says, so that all of them can share one provider. */
const streams = new Map<string, Case>()

const fetch: typeof globalThis.fetch = async (_url, init) => {
  const [, id = ''] = /case (\d+)/.exec(JSON.stringify(init?.body)) ?? []
  return new Response(streams.get(id)?.stream() ?? null, { headers: { 'content-type': 'text/event-stream' } })
}

const baseUrl = 'http://127.0.0.1:9'
// What is left open is left so for ever: however slow the machine, "hang" is the right word for it.
const timers = { firstEventMs: 15, idleMs: 15 }
const patient = {
  anthropic: provider({ kind: 'anthropic', baseUrl, fetch }),
  openai: provider({ kind: 'openai-compatible', baseUrl, fetch }),
}
const hasty = {
  anthropic: provider({ kind: 'anthropic', baseUrl, fetch, timers }),
  openai: provider({ kind: 'openai-compatible', baseUrl, fetch, timers }),
}

async function judge(start: number): Promise<string | undefined> {
  const fuzzed = makeCase(seeded(start))
  streams.set(String(start), fuzzed)
  const asked = (fuzzed.staysOpen ? hasty : patient)[fuzzed.shape]
  const result = told(await ask(asked, { messages: [{ role: 'user', content: `case ${start}` }] }))
  streams.delete(String(start))
  // Of bytes that were changed it is only known what kind of end they may come to.
  const fits = fuzzed.expected.some((end) => end === result || (end === 'reply' && result.startsWith(end)))
  return fits ? undefined : `${fuzzed.name} (start ${start}): ${result}, not ${fuzzed.expected.join(' or ')}`
}

it(`${CASES} streams, whole and broken, come to the right reply or the right failure`, async () => {
  const wrong: string[] = []
  for (let first = 0; first < CASES; first += AT_ONCE) {
    const verdicts = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => judge(seed * 1_000_003 + first + at)))
    wrong.push(...verdicts.filter((verdict) => verdict !== undefined))
  }
  expect(wrong.slice(0, 5), `SKEIN_SEED=${seed}, ${wrong.length} of ${CASES}`).toEqual([])
}, 600_000)
