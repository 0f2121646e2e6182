import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { createLog } from '../../src/lib/log.ts'
import { announceSettings, createLiveConfig } from '../../src/tasks/live-config.ts'
import { createRoadWorld } from '../support/road-world.ts'

function createPlace(text = '') {
  const { db, owner, clock } = createRoadWorld()
  const folder = mkdtempSync(join(tmpdir(), 'skein-live-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'config.toml')
  const write = (words: string) => writeFileSync(path, words, { mode: 0o600 })
  write(text)
  const levels: string[] = []
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    format: 'json',
    destination: { write: (line: string) => void lines.push(line) },
    scrub: (line) => line,
  })
  function start() {
    const file = loadConfig(path, {})
    const live = createLiveConfig({
      db,
      file,
      reread: () => loadConfig(path, {}),
      apply: (config) => void levels.push(config.log.level),
    })
    lines.length = 0
    announceSettings(live, file, log)
    return {
      ...live,
      set: (key: string, value: string) => live.set(key, value, owner, clock.now()),
      said: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    }
  }
  return { db, write, start, levels }
}

test('what the owner sets holds at once, is heard of, and survives a restart', () => {
  const { start, levels } = createPlace()
  const live = start()
  expect(live.set('log.level', 'debug')).toBeUndefined()
  expect(live.current().log.level).toBe('debug')
  expect(start().current().log.level).toBe('debug')
  expect(levels).toEqual(['info', 'debug', 'debug'])
})

test('what does not fit changes nothing', () => {
  const live = createPlace().start()
  expect(live.set('workers.max', '0')).toHaveProperty('en', expect.stringContaining('whole number'))
  expect(live.current().workers.max).toBe(4)
})

test('what is taken back is what the file says, at once and after a restart', () => {
  const { start, levels } = createPlace('[log]\nlevel = "warn"\n')
  const live = start()
  live.set('log.level', 'debug')
  expect(live.unset('log.level')).toBeUndefined()
  expect(live.current().log.level).toBe('warn')
  expect(live.sources()['log.level']).toEqual({ value: 'warn', source: 'file' })
  expect(start().current().log.level).toBe('warn')
  expect(levels).toEqual(['warn', 'debug', 'warn', 'warn'])
  expect(live.unset('log.level')).toBeUndefined()
  expect(live.unset('web.port')).toHaveProperty('en', expect.stringContaining('cannot be changed while running'))
  expect(live.unset('worker.max')).toHaveProperty('en', expect.stringContaining('did you mean workers.max?'))
})

test('a file that was changed after the setting wins for good, and the start says so', () => {
  const { write, start } = createPlace('[workers]\nmax = 4\n')
  const first = start()
  first.set('workers.max', '8')
  first.set('compaction.hours', '48')
  write('[workers]\nmax = 6\n')
  const second = start()
  expect(second.current()).toMatchObject({ workers: { max: 6 }, compaction: { hours: 48 } })
  expect(second.said).toEqual([
    expect.objectContaining({ level: 40, key: 'workers.max', was: '8', now: 6, source: 'file' }),
    expect.objectContaining({ level: 30, key: 'compaction.hours', value: 48, default: 24 }),
  ])
  expect(second.summary()).toMatchObject({
    running: [{ key: 'compaction.hours', value: 48 }],
    dropped: [{ key: 'workers.max', value: '8', now: { value: 6, source: 'file' } }],
  })
  write('[workers]\nmax = 4\n')
  const third = start()
  expect(third.current().workers.max).toBe(4)
  expect(third.summary().dropped).toEqual([])
})

test('a setting made after the file was changed wins, although the file was not read again', () => {
  const { write, start } = createPlace('[workers]\nmax = 4\n')
  const first = start()
  write('[workers]\nmax = 6\n')
  first.set('workers.max', '8')
  first.set('compaction.hours', '48')
  const second = start()
  expect(second.current().workers.max).toBe(8)
  expect(second.said).toContainEqual(
    expect.objectContaining({
      level: 40,
      key: 'workers.max',
      value: 8,
      file: 6,
      msg: expect.stringContaining('overrides the configuration file'),
    }),
  )
})

test('a setting can be made while the file is broken', () => {
  const { write, start } = createPlace('[workers]\nmax = 4\n')
  const live = start()
  write('[workers\n')
  expect(live.set('workers.max', '8')).toBeUndefined()
  write('[workers]\nmax = 4\n')
  expect(start().current().workers.max).toBe(8)
})

test('a setting of before is kept, and gives way to the next change of the file', () => {
  const { db, write, start } = createPlace('[workers]\nmax = 4\n')
  db.raw.exec("INSERT INTO setting (key, value, at) VALUES ('workers.max', '8', 0)")
  expect(start().current().workers.max).toBe(8)
  expect(start().current().workers.max).toBe(8)
  write('[workers]\nmax = 6\n')
  expect(start().current().workers.max).toBe(6)
})

test('what no longer fits is said at the start', () => {
  const { db, start } = createPlace()
  db.raw.exec("INSERT INTO setting (key, value, at) VALUES ('gone.key', '8', 0)")
  const live = start()
  expect(live.said).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('gone.key') })])
  expect(live.unset('gone.key')).toBeUndefined()
  expect(start().said).toEqual([])
})
