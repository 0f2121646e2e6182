import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/store/database.ts'
import { migrateDatabase } from '../../../src/store/file/migrate.ts'
import { listAllowances } from '../../../src/store/work/approvals.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))

test('what was allowed before there were numbers gets one, in the order it was allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-allowances-'))
  const db = openDatabase(join(folder, 'skein.db'))
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  migrateDatabase(db, folder, migrationsBefore('allowances', join(folder, 'before')))
  db.raw.exec("INSERT INTO person (id, name, role, created_at) VALUES (1, 'Ana', 'owner', 0)")
  const allow = db.raw.prepare('INSERT INTO allowance (person_id, rule, created_at) VALUES (1, ?, ?)')
  for (const [at, rule] of ['Write', 'Bash(make cake)'].entries()) allow.run(rule, 2 - at)
  migrateDatabase(db, folder)
  expect(listAllowances(db).map(({ id, name, rule, at }) => [id, name, rule, at.getTime()])).toEqual([
    [1, 'Ana', 'Bash(make cake)', 1],
    [2, 'Ana', 'Write', 2],
  ])
})

/** All migrations that came before the one of this name. */
function migrationsBefore(name: string, folder: string): string {
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag.endsWith(name)),
  )
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}
