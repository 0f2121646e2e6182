import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { size } from '../../support/sizes.ts'
import { toolChat } from '../../support/tool-world.ts'

/** The results are the same multiple of the window in both sizes. */
const WINDOW = size(16_000, 32_000)
const STEPS = size(100, 200)
const RESULTS_MB = size(2.5, 5)
const FACT = 'The spare key of the lighthouse hangs behind the third barometer.'

/** Each step reads two of 12,500 characters. */
function page(step: number): string {
  const filler = Array.from(
    { length: 235 },
    (_, line) => `${step}.${line} the tide table says nothing new about this day`,
  )
  if (step === 3) filler.splice(100, 0, FACT)
  return filler.join('\n')
}

test(`${STEPS} steps with ${RESULTS_MB} MB of results go through a window of ${WINDOW} tokens, and the fact of step 3 is still at hand`, async () => {
  let step = 0
  const api = await startOpenAi({ window: WINDOW, key: 'sk-test' }, (request) => {
    // Whoever writes the notes gives none: the extract has to do, and what it leaves out must be in a file.
    if (request.tools.length === 0) return says('')
    if (++step > STEPS) return says('All read.')
    return calls(
      { name: 'read_file', input: { path: `${step}.txt` } },
      { name: 'read_file', input: { path: `${step}b.txt` } },
    )
  })
  onTestFinished(() => api.close())
  const provider = { kind: 'openai-compatible', baseUrl: api.url, apiKey: 'sk-test', window: WINDOW } as const
  const world = createNativeWorld(
    { box: { ...provider, models: { general: 'some-model' } } },
    {
      native: { maxSteps: STEPS + 10 },
    },
  )
  const workspace = world.files.workspaces.pathOf(toolChat)
  mkdirSync(workspace, { recursive: true })
  for (let n = 1; n <= STEPS; n++) {
    writeFileSync(join(workspace, `${n}.txt`), page(n))
    writeFileSync(join(workspace, `${n}b.txt`), page(n + STEPS))
  }
  world.say('Read all the pages.')
  await world.settle()
  expect(world.web.sent.map(({ body }) => body)).toEqual(['All read.'])
  expect(api.refusals).toEqual([])
  const results = world.db.raw.prepare('SELECT sum(length(text)) FROM session_result').pluck().get()
  expect(results).toBeGreaterThan(RESULTS_MB * 1_000_000)
  const last = api.requests.at(-1)
  const shown =
    last?.messages.map(({ text, results }) => [text, ...results.map((result) => result.text)].join('\n')).join('\n') ??
    ''
  const paths = [...new Set(shown.match(/\.kept\/[\w.-]+/g))]
  const kept = paths.map((path) => readFileSync(join(workspace, path), 'utf8'))
  expect([shown, ...kept].some((text) => text.includes(FACT))).toBe(true)
}, 600_000)
