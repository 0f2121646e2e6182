import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countRestarts, identifyLog } from '../../../src/store/file/log-file.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { allRows } from '../../app/backup/stored-rows.ts'
import { createBuild } from '../../peers/build.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { createDaemonTools } from '../../peers/daemon-tools.ts'
import { size } from '../../support/sizes.ts'

// A continuous copy by litestream, which holds a read transaction open nearly all the time, merges the log by itself and
// keeps two tables of its own in the store.

const script = fileURLToPath(new URL('../../../scripts/litestream.mjs', import.meta.url))
const program =
  process.env.SKEIN_TEST_LITESTREAM ||
  spawnSync(process.execPath, [script, '--cached'], { encoding: 'utf8' }).stdout.trim()
if (!program) console.warn('LEFT OUT: the test with litestream. "node scripts/litestream.mjs" fetches it.')

const MESSAGES = size(8, 400)
/** It counts its own merges there. */
const ownTable = { _litestream_seq: 'WHERE 0' }
/** Small, so that litestream merges the log and SQLite starts it again many times. */
const MERGE_PAGES = 50

describe.skipIf(!program)('with litestream', () => {
  test('the copy has every row after a stop, a start and a kill beside it, and a daemon restored from it says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-litestream-'))
    const build = createBuild()
    const daemon = createDaemon({ build })
    const tools = createDaemonTools(build, () => daemon)
    const log = `${daemon.database}-wal`
    const config = join(folder, 'litestream.yml')
    const replica = `{ type: file, path: ${folder}/replica, sync-interval: 100ms }`
    const merging = `min-checkpoint-page-count: ${MERGE_PAGES}, checkpoint-interval: 1s`
    writeFileSync(config, `dbs:\n  - { path: ${daemon.database}, ${merging}, replicas: [${replica}] }\n`)
    const litestream = (...args: string[]) => spawn(program, [...args], { stdio: 'ignore' })
    await daemon.start()
    const copying = litestream('replicate', '-config', config)
    onTestFinished(async () => {
      copying.kill('SIGKILL')
      await daemon.remove()
      rmSync(folder, { recursive: true, force: true })
    })
    await expect
      .poll(() => daemon.query("SELECT name FROM sqlite_master WHERE name = '_litestream_seq'"))
      .toHaveLength(1)
    const markOf = () => identifyLog(log) ?? expect.fail('there is no log')
    const firstMark = markOf()

    const say = async (text: string) => expect(await tools.skein('send', text)).toMatchObject({ code: 0 })
    for (let n = 0; n < MESSAGES; n++) {
      if (n === MESSAGES / 4) await daemon.stop().then(() => daemon.start())
      if (n === MESSAGES / 2) await daemon.kill().then(() => daemon.start())
      await say(`message ${n}`)
    }
    await tools.quiet()
    // Litestream went on merging the log, and SQLite could start it again: it does not grow for ever.
    const restarts = countRestarts(firstMark, markOf())
    expect([restarts > 1, restarts < 10_000]).toEqual([true, true])
    expect(statSync(log).size).toBeLessThan(16 * 1024 * 1024)
    expect((await tools.skein('doctor', '--json')).out).not.toMatch(/"area":"store","verdict":"bad"/)
    await daemon.stop()

    const copy = join(folder, 'copy.db')
    const restoreCopy = async () => {
      rmSync(copy, { force: true })
      await once(litestream('restore', '-config', config, '-o', copy, daemon.database), 'close')
      return allRows(copy, ownTable)
    }
    await expect.poll(restoreCopy, { interval: 500 }).toEqual(allRows(daemon.database, ownTable))

    const data = join(folder, 'restored')
    expect(await tools.skein('restore', copy, '--data', data)).toMatchObject({ code: 0 })
    const restored = createDaemon({ build, data })
    onTestFinished(() => restored.remove())
    await restored.start()
    expect(restored.query('SELECT count(*) FROM task_message')).toEqual([MESSAGES])
    expect(restored.words()).toContain('restored from a backup')
  })
})

test('a log that another program began after a clean stop is read, and one of an earlier life is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-read-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'skein.db')
  const store = openStore(folder)
  copyFileSync(`${file}-wal`, join(folder, 'earlier'))
  store.close()
  openStore(folder).close()
  copyFileSync(join(folder, 'earlier'), `${file}-wal`)
  expect(() => openStore(folder)).toThrow('does not belong to the store')
  rmSync(`${file}-wal`)
  // With a file descriptor of its own: a process that opens and closes a database twice drops its locks.
  const script = `const db = new (require('better-sqlite3'))(process.argv[1])
    db.exec('CREATE TABLE _litestream_seq (seq); INSERT INTO _litestream_seq VALUES (1)')
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['-e', script, file])
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  const again = openStore(folder)
  expect([again.trouble, again.db.raw.prepare('SELECT seq FROM _litestream_seq').pluck().get()]).toEqual([undefined, 1])
  again.close()
})

test('a log that another program restarted before a kill is read, and an older copy of it is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-read-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [life, killed] = [join(folder, 'life'), join(folder, 'killed')]
  const store = openStore(life)
  const file = join(life, 'skein.db')
  const script = `const db = new (require('better-sqlite3'))(process.argv[1])
    db.pragma('wal_checkpoint(RESTART)')
    db.exec('CREATE TABLE _litestream_seq (seq); INSERT INTO _litestream_seq VALUES (1)')
    process.kill(process.pid, 'SIGKILL')`
  const older = join(folder, 'older')
  copyFileSync(`${file}-wal`, older)
  spawnSync(process.execPath, ['-e', script, file])
  cpSync(life, killed, { recursive: true })
  const again = openStore(killed)
  expect([again.trouble, again.db.raw.prepare('SELECT seq FROM _litestream_seq').pluck().get()]).toEqual([undefined, 1])
  cpSync(killed, join(folder, 'mixed'), { recursive: true })
  copyFileSync(older, join(folder, 'mixed', 'skein.db-wal'))
  expect(() => openStore(join(folder, 'mixed'))).toThrow('does not belong to the store')
  again.close()
  store.close()
})

test('a store that another program keeps reading is opened, and the next start finds it sound', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-read-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  openStore(folder).close()
  const file = join(folder, 'skein.db')
  const reader = new BetterSqlite3(file)
  reader.exec('CREATE TABLE _litestream_seq (seq); BEGIN; SELECT * FROM _litestream_seq')
  openStore(folder).close()
  expect(readFileSync(`${file}.seal`, 'utf8')).toContain('void')
  reader.close()
  const store = openStore(folder)
  expect(store.trouble).toBeUndefined()
  store.close()
})
