import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { checkArchive, restoreArchive } from '../../../src/app/backup/restore.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { readSnapshotMark } from '../../../src/store/file/snapshot-mark.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { writeAnchor } from '../../../src/store/work/instances.ts'
import { createBackupWorld, restoring } from './backup-world.ts'
import { allRows } from './stored-rows.ts'

const lastUsed = new Date('2026-03-01T08:00:00Z')

function createCopy() {
  const world = createBackupWorld({ messages: 20 })
  const original = join(world.data, 'skein.db')
  const db = openDatabase(original)
  writeAnchor(db, { steady: 1, wall: lastUsed.getTime(), mono: 1 })
  db.close()
  const file = join(world.folder, 'copy.db')
  copyFileSync(original, file)
  return { file, original, target: join(world.folder, 'restored'), folder: world.folder }
}

test('a store without an archive is restored as of the last moment it was used, and the file stays as it is', async () => {
  const { file, original, target, folder } = createCopy()
  const before = readFileSync(file)
  expect(await checkArchive(file, restoring(), folder)).toMatchObject({ messages: 20, head: { takenAt: lastUsed } })
  expect(await restoreArchive(file, target, restoring())).toMatchObject({ messages: 20, head: { takenAt: lastUsed } })
  expect(allRows(join(target, 'skein.db'))).toEqual(allRows(original))
  expect(statSync(join(target, 'skein.db')).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).equals(before)).toBe(true)
  const store = openStore(target)
  expect(readSnapshotMark(store.db)).toEqual({ takenAt: lastUsed })
  store.close()
})

test('a damaged store and a database of another program are refused, and nothing is left behind', async () => {
  const { file, target } = createCopy()
  truncateSync(file, statSync(file).size - 8192)
  await expect(restoreArchive(file, target, restoring())).rejects.toMatchObject({ kind: 'damaged' })
  const foreign = join(file, '../foreign.db')
  new BetterSqlite3(foreign).exec('CREATE TABLE note (text)').close()
  await expect(restoreArchive(foreign, target, restoring())).rejects.toMatchObject({ kind: 'foreign' })
  expect(existsSync(target)).toBe(false)
})

test('a store of a newer Skein is refused, as at the next start, and nothing is left behind', async () => {
  const { file, target, folder } = createCopy()
  new BetterSqlite3(file).exec('UPDATE __drizzle_migrations SET created_at = created_at + 1e15').close()
  await expect(checkArchive(file, restoring(), folder)).rejects.toMatchObject({ kind: 'newer' })
  await expect(restoreArchive(file, target, restoring())).rejects.toMatchObject({ kind: 'newer' })
  expect(existsSync(target)).toBe(false)
})
