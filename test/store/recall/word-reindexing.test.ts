import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onlyIn, type Readable } from '../../../src/domain/recall.ts'
import { WORDS_VERSION } from '../../../src/lib/text/words.ts'
import { steadyAt } from '../../../src/lib/time/clock.ts'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { messagesContaining, reindexedFrom } from '../../../src/store/recall/word-index.ts'
import { listsFor } from '../../../src/store/recall/word-lists.ts'
import { reindex, reindexWords } from '../../../src/store/recall/word-reindexing.ts'
import { createWordIndexUpgrade } from '../../../src/tasks/recall/word-index-upgrade.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'
import { createRecallWorld, noon } from './recall-world.ts'

/** More lines than are filed anew at once, and a store that was filed by another version. */
function createOldStore(version: string, count = 1100) {
  const world = createRecallWorld()
  const { db, chat, owner, say } = world
  const ids = db.transaction(() => Array.from({ length: count }, (_, n) => say(n, 'the roof leaks')))
  db.statement("UPDATE meta SET value = ? WHERE key = 'words'").run(version)
  const found = (from: Database = db, readable: Readable = onlyIn(chat)) =>
    messagesContaining(from, listsFor(from, readable), 'roof', { most: 5000 })
  return { ...world, ids, found, everything: { here: undefined, allChatsOf: owner.id } }
}

/** What a kill at this moment would leave behind, opened. */
function afterKill(db: Database): Database {
  const dir = mkdtempSync(join(tmpdir(), 'skein-killed-'))
  writeFileSync(join(dir, 'skein.db'), db.raw.serialize())
  const copy = openDatabase(join(dir, 'skein.db'))
  onTestFinished(() => {
    copy.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return copy
}

test('lines are found while their words are filed anew, wherever a kill ends it', () => {
  const { db, ids, found, everything } = createOldStore('4')
  const expected = ids.toReversed()
  reindex(db)
  expect(reindexedFrom(db)).toBe(ids[100])
  for (let pieces = 0; reindexedFrom(db) !== undefined; pieces++) {
    for (const readable of [undefined, everything]) expect(found(db, readable)).toEqual(expected)
    if (pieces === 1) {
      const next = afterKill(db)
      reindex(next)
      while (reindexWords(next, 30)) expect(found(next)).toEqual(expected)
      expect(reindexedFrom(next)).toBeUndefined()
    }
    reindexWords(db, 40)
  }
  for (const readable of [undefined, everything]) expect(found(db, readable)).toEqual(expected)
  db.raw.exec("INSERT INTO message_word (message_word) VALUES ('integrity-check')")
  expect(db.statement("SELECT name FROM sqlite_schema WHERE name LIKE 'message_word_before%'").all()).toEqual([])
  expect(db.statement('SELECT messages FROM chat_size').pluck().all()).toEqual([ids.length])
  expect(reindexWords(db, 40)).toBe(false)
})

test('what is said, deleted and handed on meanwhile is as it is without it', () => {
  const { db, ids, found, everything, say } = createOldStore(`${WORDS_VERSION}.0`)
  reindex(db)
  const said = say(5000, 'another roof')
  const [first = 0, second = 0] = ids
  const gone = [first, ids.at(-1) ?? 0]
  for (const id of gone) markDeleted(db, id, { now: noon, steady: steadyAt(1) })
  const expected = [said, ...ids.toReversed().filter((id) => !gone.includes(id))]
  for (const readable of [undefined, everything]) expect(found(db, readable)).toEqual(expected)
  while (reindexWords(db, 40)) expect(found()).toEqual(expected)
  db.raw.exec("INSERT INTO message_word (message_word) VALUES ('integrity-check')")
  markDeleted(db, second, { now: noon, steady: steadyAt(1) })
  expect(found()).toEqual(expected.filter((id) => id !== second))
})

test('another version before the last one had come to its end begins anew with what there was before', () => {
  const { db, ids, found } = createOldStore('4')
  reindex(db)
  db.statement("UPDATE meta SET value = '4' WHERE key = 'words'").run()
  reindex(db)
  expect(found()).toEqual(ids.toReversed())
  while (reindexWords(db, 500));
  expect(found()).toEqual(ids.toReversed())
})

test('beside the daemon all of it is filed in the end', async () => {
  const { db, ids, found, everything } = createOldStore(`${WORDS_VERSION}.0`)
  reindex(db)
  const stop = new AbortController()
  const moving = createWordIndexUpgrade({ db, persist: async (write) => write(), log: silentLog }, 5).run(stop.signal)
  await until(() => expect(reindexedFrom(db)).toBeUndefined())
  stop.abort()
  await moving
  expect(found(db, everything)).toEqual(ids.toReversed())
})
