import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { finished, type Ran } from '../peers/ran.ts'
import { until } from '../support/until.ts'

// The commands where no daemon runs.

const nowhere = join(tmpdir(), 'skein-nowhere')

let build: Build
beforeAll(() => {
  build = createBuild()
})

function skein(args: string[], data = nowhere): Promise<Ran> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent' }
  return finished(
    spawn(process.execPath, [build.main, '--data', data, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
}

test.each(['status', 'link'])('%s exits 75 and says how to start it', async (name) => {
  const { code, err } = await skein([name])
  expect(code).toBe(75)
  expect(err).toContain('npm start')
})

test('config shows what the next start will have, and the start says which change was the later', async () => {
  const own = createDaemon({ build, config: '[workers]\nmax = 4\n' })
  onTestFinished(() => own.remove())
  const run = async (...words: string[]) => (await skein(['--config', own.config, ...words], own.data)).out
  await own.start()
  await run('config', 'workers.max', '8')
  await run('config', 'compaction.hours', '48')
  await own.stop()
  expect(await run('config', 'workers.max')).toBe('workers.max = 8  # set at run time; the file says 4\n')
  writeFileSync(own.config, readFileSync(own.config, 'utf8').replace('max = 4', 'max = 6'))
  expect(await run('config', 'workers.max')).toBe('workers.max = 6  # from the file\n')
  await own.start()
  const status = await run('status')
  expect(status).toContain(
    '`workers.max` = 6 (from the file): this replaced 8, which was set while Skein was running, because the file was changed later',
  )
  expect(status).toContain('`compaction.hours` = 48 (set at run time; default: 24)')
  expect(own.words()).toMatch(/"key":"workers.max","was":"8","now":6,"source":"file"/)
  expect(own.words()).toMatch(/"key":"compaction.hours","value":48,"default":24/)
}, 120_000)

test('config needs no store, and says when one cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await skein(['config', 'workers.max'], folder)).toMatchObject({
    code: 0,
    out: 'workers.max = 4  # default\n',
    err: '',
  })
  writeFileSync(join(folder, 'skein.db'), 'no database at all, but something of that name'.repeat(100))
  expect(await skein(['config', 'workers.max'], folder)).toMatchObject({
    code: 0,
    out: 'workers.max = 4  # default\n',
    err: expect.stringContaining('settings made while running are missing here'),
  })
})

test('every command has help with an example', async () => {
  for (const name of ['start', 'link', 'chat', 'send', 'status', 'tasks', 'allowed', 'config', 'doctor', 'setup']) {
    const { code, out } = await finished(spawn(process.execPath, [build.main, name, '--help']))
    expect([name, code]).toEqual([name, 0])
    expect(out).toMatch(/Examples?:\n/)
    expect(out).toContain('--json')
  }
}, 120_000)

test('a wrong configuration exits 78 and names file, line, key and the nearest known one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config.toml')
  writeFileSync(file, 'timezone = "UTC"\n\n[web]\nprot = 1\n', { mode: 0o600 })
  const { code, err } = await skein(['start', '--config', file], join(folder, 'data'))
  expect(code).toBe(78)
  expect(err).toMatch(/line 4.*web\.prot.*web\.port/)
})

test('an import that is interrupted ends cleanly, and the same command goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lines = 12_000
  const file = join(folder, 'years.jsonl')
  const line = (id: number) =>
    JSON.stringify({ chat: 'years', id: `${id}`, at: '2024-01-01T10:00:00Z', role: 'user', text: 'Yes.' })
  writeFileSync(file, Array.from({ length: lines }, (_, id) => line(id)).join('\n'))
  const data = join(folder, 'data')
  const words = [build.main, '--data', data, 'import', file]
  const child = spawn(process.execPath, words, { env: { HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  const interrupted = finished(child)
  await until(() => expect(countImported(data)).toBeGreaterThan(0))
  child.kill('SIGINT')
  expect(await interrupted).toMatchObject({ code: 130, err: expect.stringContaining('Run the same command again') })
  expect(readFileSync(join(data, 'skein.db.seal'), 'utf8')).toContain('closed')
  const before = countImported(data)
  expect((await skein(['import', file], data)).out).toBe(
    `${lines - before} messages imported, ${before} were already there.\n`,
  )
}, 120_000)

function countImported(data: string): number {
  if (!existsSync(join(data, 'skein.db'))) return 0
  const store = new BetterSqlite3(join(data, 'skein.db'), { readonly: true, timeout: 5000 })
  try {
    return store.prepare('SELECT count(*) FROM message').pluck().get() as number
  } catch {
    return 0
  } finally {
    store.close()
  }
}
