import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { ensureOwner, findOwner, listPeople } from '../../../src/store/people/people.ts'

const now = new Date('2026-03-14T10:00:00Z')
let db: Database

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-people-'))
  const store = openStore(folder)
  db = store.db
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })
})

test('an owner without a name is called what they are, not by the account of the machine', () => {
  expect(ensureOwner(db, undefined, now).name).toBe('Owner')
  expect(findOwner(db)?.name).not.toBe(userInfo().username)
})

test('a name given later is taken up, and kept when it is not given any more', () => {
  const { id } = ensureOwner(db, undefined, now)
  expect(ensureOwner(db, 'Ana', now)).toMatchObject({ id, name: 'Ana', role: 'owner' })
  expect(ensureOwner(db, undefined, now)).toMatchObject({ id, name: 'Ana' })
  expect(listPeople(db)).toMatchObject([{ id, name: 'Ana', addresses: [{ channel: 'web', id: 'owner' }] }])
})
