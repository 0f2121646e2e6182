import { WORDS_VERSION } from '../../lib/text/words.ts'
import type { Database } from '../database.ts'
import { refileWords } from '../recall/refiled-words.ts'
import { putWordsAside } from '../recall/words-before.ts'
import { createMessageFiler, type FiledLine } from './filing.ts'

/** So many lines are filed anew before anything else happens: a moment. */
const AT_ONCE = 1000
/** From this version on the sizes of chats and the conversations do not hang on how words are read. */
const COUNTED_SINCE = 5

/**
 * Sees to it that what was stored before there was a word index, or before words were read as they are now, is filed anew:
 * a little of it here, the rest piece by piece beside the daemon, however long that takes.
 */
export function refile(db: Database, gapMs?: number): void {
  const before = db.statement("SELECT value FROM meta WHERE key = 'words'").pluck().get() as string | undefined
  if (before === WORDS_VERSION) return
  db.transaction(() => {
    if (Number(before ?? 0) < COUNTED_SINCE) recount(db, gapMs)
    putWordsAside(db)
    db.statement(
      "INSERT INTO meta (key, value) VALUES ('words', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ).run(WORDS_VERSION)
    // Together with what was put aside, so that a kill leaves a small store as it was or as it will be.
    refileWords(db, AT_ONCE)
  })
}

/** All but the words: that is a small part of the work. */
function recount(db: Database, gapMs?: number): void {
  db.raw.exec('DELETE FROM chat_size; DELETE FROM earlier_owner')
  const filer = createMessageFiler(db, gapMs, () => {})
  for (const line of messagesInOrder(db)) filer.file({ ...line, files: [], joins: line.joins === 1 })
  filer.finish()
}

type FiledRow = Omit<FiledLine, 'files' | 'joins'> & { joins: 0 | 1 }

/** Page by page: the connection cannot write while a statement of it is being read row by row. */
function* messagesInOrder(db: Database): Generator<FiledRow> {
  const page = db.statement(
    `SELECT id, chat, lane, author, name, at, text, origin = 'chat' AND NOT EXISTS (
       SELECT 1 FROM conversation_message WHERE message_id = message.id) AS joins
     FROM message WHERE kind = 'conversation' AND id > ? AND id NOT IN (SELECT message_id FROM deleted_message)
     ORDER BY id LIMIT 1000`,
  )
  for (let last = 0; ; ) {
    const rows = page.all(last) as FiledRow[]
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}
