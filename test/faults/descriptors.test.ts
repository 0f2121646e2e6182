import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { fakeClaude } from '../spawner/claude/rig.ts'

const FEWEST = 256
const patient = { timeout: 120_000, interval: 50 }
const root = fileURLToPath(new URL('../..', import.meta.url))
const limited = (files: number) => ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh']

let build: Build
const daemons: DaemonPeer[] = []
const speakers: Speaker[] = []
const held: Socket[] = []

beforeAll(() => {
  build = createBuild()
})
afterEach(async () => {
  letGo()
  for (const speaker of speakers.splice(0)) speaker.close()
  await Promise.all(daemons.splice(0).map((daemon) => daemon.remove()))
})

test('a process that cannot be started for want of descriptors is a value, and the next one starts', () => {
  const { dir } = make({})
  const script = join(dir, 'starts.mjs')
  const child = pathToFileURL(join(build.dir, 'dist/modules/lib/child.js')).href
  writeFileSync(
    script,
    `import { closeSync, openSync } from 'node:fs'
import { runChild } from ${JSON.stringify(child)}
const run = async () => console.log(JSON.stringify(await runChild({ file: 'true', args: [], env: process.env }, { timeoutMs: 60_000, maxBytes: 10 }, new AbortController().signal)))
const open = []
try { for (;;) open.push(openSync('/dev/null')) } catch {}
await run()
for (let free = 1; free <= 4; free++) { closeSync(open.pop()); await run() }
for (const fd of open) closeSync(fd)
await run()`,
  )
  const { status, stdout, stderr } = underLimit(FEWEST, [script])
  const outcomes = stdout.trim().split('\n')
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(outcomes[0] ?? '')).toMatchObject({ status: 'not_started', code: 'EMFILE' })
  expect(JSON.parse(outcomes.at(-1) ?? '')).toMatchObject({ status: 'exited', code: 0 })
  expect(outcomes).toHaveLength(6)
})

describe('a start with too few descriptors', () => {
  test.each([24, 64, FEWEST - 1])('of %i ends in one line, and nothing is made', (files) => {
    const { data } = make({}).daemon
    const { status, stderr } = underLimit(files, [join(root, 'scripts/skein.mjs'), '--data', data, 'start'])
    expect(stderr).toMatch(/^skein: Only \d+ files may be open at once here, and Skein needs 256\. [^\n]+\n$/)
    expect(status).toBe(78)
    expect(existsSync(data)).toBe(false)
  })
})

test('a daemon whose descriptors are all taken degrades, says so, recovers and loses nothing', async () => {
  const { daemon, speaker } = make({ files: FEWEST })
  await daemon.start()
  const first = await speaker.say('web:first', 'while all is well')
  await vi.waitFor(async () => expect(await speaker.outcome(first)).toMatchObject({ state: 'answered' }), patient)
  const atRest = openFiles(daemon)

  await takeAll(daemon)
  const turns = () => daemon.words().split('claude ended').length
  // The line that was open before still reaches it. With none left no file can be opened; with a few, no process started.
  for (let free = 0; free <= 8; free += 2) {
    const before = turns()
    await speaker.say(`web:${free}`, `said with ${free} descriptors left`)
    await vi.waitFor(() => expect(turns()).toBeGreaterThan(before), patient)
    for (const socket of held.splice(0, 2)) socket.destroy()
  }
  expect(daemon.words()).toMatch(/EMFILE|too many open files/)
  letGo()

  await vi.waitFor(() => expect(openFiles(daemon)).toBeLessThan(atRest + 30), patient)
  const last = await speaker.say('web:first', 'when all is well again')
  await vi.waitFor(async () => expect(await speaker.outcome(last)).toMatchObject({ state: 'answered' }), patient)
  await speaker.quiet(AbortSignal.timeout(QUIET_MS))
  expect((await speaker.call('GET', '/status')).body, 'it is still the same process').toMatchObject({
    pid: daemon.pid(),
  })
  const stopped = await daemon.stop()
  expect(stopped).toMatchObject({ code: 0 })
  expect(audit(daemon.database, speaker.said).problems).toEqual([])
})

function make({ files }: { files?: number }) {
  const daemon = createDaemon({
    build,
    brain: 'claude',
    ...(files === undefined ? {} : { under: limited(files) }),
  })
  daemons.push(daemon)
  const dir = dirname(daemon.config)
  const brain = `[brain.claude]\ncommand = ${JSON.stringify(fakeClaude(dir, 'converses'))}\napi_key = "none"\ntools = []\n`
  const base = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n[web]\nenabled = false\n'
  writeFileSync(daemon.config, `[brain]\ndefault = "claude"\n${brain}${base}`, { mode: 0o600 })
  const speaker = createSpeaker(daemon.socket, 1)
  speakers.push(speaker)
  return { daemon, dir, speaker }
}

function underLimit(files: number, words: string[]) {
  const [shell = '', ...rest] = [...limited(files), process.execPath, ...words]
  return spawnSync(shell, rest, { encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' })
}

function openFiles(daemon: DaemonPeer): number {
  return readdirSync(`/proc/${daemon.pid()}/fd`).length
}

/** Opens connections until the daemon can hold no more files, and keeps them. */
async function takeAll(daemon: DaemonPeer): Promise<void> {
  for (let tries = 0; tries < 2 * FEWEST; tries++) {
    const socket = createConnection(daemon.socket)
    socket.on('error', () => {})
    held.push(socket)
  }
  await vi.waitFor(() => expect(openFiles(daemon)).toBeGreaterThan(FEWEST - 3), patient)
}

function letGo(): void {
  for (const socket of held.splice(0)) socket.destroy()
}
