import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { type LogMark, readLog } from '../../../src/store/file/log-file.ts'

const STEP = 24 + 4096

function open(): { db: Database; file: string; log: string } {
  const dir = mkdtempSync(join(tmpdir(), 'skein-log-'))
  const file = join(dir, 'a.db')
  const db = openDatabase(file)
  onTestFinished(() => {
    db.close()
    rmSync(dir, { recursive: true })
  })
  db.raw.exec('CREATE TABLE t (x)')
  return { db, file, log: `${file}-wal` }
}

function insert(db: Database, rows: number): void {
  for (let row = 0; row < rows; row++) db.raw.prepare('INSERT INTO t VALUES (randomblob(3000))').run()
}

function framesOf(db: Database): number {
  return (db.raw.pragma('wal_checkpoint(NOOP)') as { log: number }[])[0]?.log ?? -1
}

function markOf(log: string): LogMark {
  const reading = readLog(log)
  if (reading.status !== 'read') throw new Error(`it was ${reading.status}`)
  return reading.mark
}

function harm(log: string, at: number, length = 1): void {
  const bytes = readFileSync(log)
  for (let index = at; index < at + length; index++) bytes[index] = (bytes[index] ?? 0) ^ 0xff
  writeFileSync(log, bytes)
}

describe('the log of SQLite', () => {
  test('is read as far as SQLite itself would', () => {
    const { db, log } = open()
    for (const rows of [1, 7, 600]) {
      db.transaction(() => insert(db, rows))
      insert(db, 1)
      expect(readLog(log)).toMatchObject({ status: 'read', isHarmed: false, mark: { frames: framesOf(db) } })
    }
  })

  test('is known for the same when it is begun anew, and after a crash', () => {
    const { db, file, log } = open()
    insert(db, 5)
    const first = markOf(log)
    db.raw.pragma('wal_checkpoint(RESTART)')
    insert(db, 2)
    const second = markOf(log)
    expect(second).toMatchObject({ lineage: first.lineage, checkpoints: first.checkpoints + 1, frames: framesOf(db) })

    const copy = `${file}.copy`
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
    const again = openDatabase(copy)
    again.raw.pragma('wal_checkpoint(RESTART)')
    insert(again, 1)
    expect(markOf(`${copy}-wal`)).toMatchObject({ lineage: first.lineage, checkpoints: second.checkpoints + 1 })
    again.close()

    const other = open()
    insert(other.db, 1)
    expect(markOf(other.log).lineage).not.toBe(first.lineage)
  })

  test('that was cut off in its last transaction is not harmed: nobody was told that it is stored', () => {
    const { db, log } = open()
    insert(db, 10)
    const { frames } = markOf(log)
    harm(log, 32 + (frames - 1) * STEP + 500)
    expect(readLog(log)).toMatchObject({ isHarmed: false })
    expect(markOf(log).frames).toBeLessThan(frames)
  })

  test.each([
    ['a page', 24 + 500],
    ['a salt', 8],
    ['a checksum', 16],
  ])('is harmed when %s in the middle is', (_what, at) => {
    const { db, log } = open()
    insert(db, 30)
    harm(log, 32 + 10 * STEP + at)
    expect(readLog(log)).toMatchObject({ status: 'read', isHarmed: true })
    expect(markOf(log).frames).toBeLessThanOrEqual(10)
  })

  test('is unreadable when its head is, and none when there is none or only a head', () => {
    const { db, log } = open()
    expect(readLog(`${log}-not`)).toEqual({ status: 'none' })
    insert(db, 3)
    const whole = readFileSync(log)
    harm(log, 20)
    expect(readLog(log)).toEqual({ status: 'unreadable' })
    writeFileSync(log, whole.subarray(0, 32))
    expect(readLog(log)).toEqual({ status: 'none' })
    writeFileSync(log, whole)
  })
})
