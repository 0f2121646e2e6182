import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createSpeaker } from '../peers/speaker.ts'
import { parseOpenMetrics } from '../support/open-metrics.ts'
import { until } from '../support/until.ts'

let build: Build
beforeAll(() => {
  build = createBuild()
}, 120_000)

const token = 'planted-token-of-the-numbers'

// Writes down, when it is asked, which files are loaded.
const witness = `process.on('SIGUSR2', () => {
  require('node:fs').writeFileSync(process.env.WITNESS + '.new', Object.keys(require('node:module')._cache).join() + '.')
  require('node:fs').renameSync(process.env.WITNESS + '.new', process.env.WITNESS)
})`

test('a daemon answers probes, and gives its numbers to whoever has the token', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-numbers-'))
  const file = join(dir, 'loaded')
  writeFileSync(join(dir, 'witness.cjs'), witness)
  const config = '[metrics]\ntoken = "env:METRICS_TOKEN"\n[disk]\nballast_mb = 0\n'
  const daemon = createDaemon({ build, page: true, config })
  const speaker = createSpeaker(daemon.socket)
  onTestFinished(async () => {
    speaker.close()
    await daemon.remove()
    rmSync(dir, { recursive: true })
  })
  const options = { NODE_OPTIONS: `--require ${join(dir, 'witness.cjs')}`, WITNESS: file }
  await daemon.start({ ...options, METRICS_TOKEN: token })
  const isLoaded = async (name: string) => {
    rmSync(file, { force: true })
    daemon.signal('SIGUSR2')
    return (await until(() => readFileSync(file, 'utf8'))).includes(name)
  }
  const address = await until(() => {
    const [, url] = /"url":"(http:[^"]+)"/.exec(daemon.words()) ?? []
    if (url === undefined) throw new Error('the daemon has not said where its page is')
    return url
  })
  const get = async (path: string, given?: string) => {
    const headers = given === undefined ? {} : { authorization: `Bearer ${given}` }
    const response = await fetch(new URL(path, address), { headers })
    return { status: response.status, text: await response.text() }
  }

  expect(await get('/healthz')).toEqual({ status: 200, text: 'ok\n' })
  expect(await get('/readyz')).toEqual({ status: 200, text: 'ok\n' })
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', 'another-token-of-the-numbers')).status).toBe(401)
  // Nobody with the token has asked yet.
  expect(await isLoaded('prom-client')).toBe(false)

  const line = await speaker.say('web:secret-chat', 'the words of the message')
  expect((await speaker.outcome(line)).state).toBe('answered')
  const { status, text } = await get('/metrics', token)
  expect([status, await isLoaded('prom-client')]).toEqual([200, true])
  const samples = parseOpenMetrics(text)
  const valueOf = (name: string, state?: string) =>
    samples.find((sample) => sample.name === name && sample.labels.state === state)?.value
  expect(valueOf('skein_turns_total', 'answered')).toBe(1)
  expect(valueOf('skein_turn_seconds_count')).toBe(1)
  expect([valueOf('skein_ready'), valueOf('skein_tasks', 'running')]).toEqual([1, 0])
  for (const word of [token, 'words', 'secret-chat']) expect(text).not.toContain(word)
  expect(daemon.words()).not.toContain(token)
}, 120_000)
