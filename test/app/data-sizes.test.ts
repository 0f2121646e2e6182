import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDataSizes, listSizes, measureData } from '../../src/app/data-sizes.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { measureStore } from '../../src/store/file/store-sizes.ts'
import { createRecallWorld } from '../store/recall/recall-world.ts'
import { silentLog } from '../support/silent-log.ts'

test('every page of the store is counted once, and every file of the data folder under its name', async () => {
  const { db, say } = createRecallWorld()
  for (let n = 0; n < 200; n++) say(n, `message ${n} about the roof `.repeat(50))
  db.raw.exec('CREATE TABLE gone AS SELECT text FROM message; DROP TABLE gone; PRAGMA wal_checkpoint(TRUNCATE)')
  const sizes = measureStore(db)
  const total = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  expect(total).toBe(statSync(db.raw.name).size)
  expect(sizes.messages).toBeGreaterThan(200_000)
  expect(sizes.index).toBeGreaterThan(4096)
  expect(sizes.free).toBeGreaterThan(200_000)

  const dataDir = dirname(db.raw.name)
  const files: Record<string, number> = {
    'files/ab/abcd': 1001,
    'workspaces/w/notes.md': 1002,
    'workspaces/w/.kept/owner-1-a.txt': 1003,
    'claude/projects/x/s.jsonl': 1004,
    'backups/before-0001_a.db': 1005,
    'backups/nightly/skein.tar.gz': 1006,
    'logs/skein.log': 1007,
    'logs/skein.log.2026-03-14T10-00-00-000Z.gz': 1,
    ballast: 1008,
  }
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true })
    writeFileSync(join(dataDir, name), Buffer.alloc(bytes))
  }
  const log = { file: join(dataDir, 'logs/skein.log') } as Parameters<typeof measureData>[2]['log']
  const measured = await measureData(dataDir, sizes, { log })
  expect(measured).toMatchObject({
    files: 1001,
    workspaces: 1002,
    kept: 1003,
    sessions: 1004,
    upgradeCopies: 1005,
    backups: 1006,
    logs: 1008,
    reserve: 1008,
    messages: sizes.messages,
  })
  expect(listSizes(measured).map(({ bytes }) => bytes)).toEqual(
    listSizes(measured)
      .map(({ bytes }) => bytes)
      .toSorted((a, b) => b - a),
  )
})

test('a daemon without a configuration file measures in a process of its own', async () => {
  const { db } = createRecallWorld()
  const dataDir = dirname(db.raw.name)
  const stop = new AbortController()
  const sizes = createDataSizes({
    dataDir,
    configFile: undefined,
    env: { PATH: process.env.PATH, HOME: dataDir },
    program: [join(inject('build'), 'dist/main.js')],
    clock: systemClock,
    log: silentLog,
    firstMs: 0,
  })
  const running = sizes.run(stop.signal)
  await expect.poll(() => sizes.last()?.parts.length).toBeGreaterThan(2)
  stop.abort()
  await running
})
