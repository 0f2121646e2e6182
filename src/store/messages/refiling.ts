import { WORDS_VERSION } from '../../lib/text/words.ts'
import type { Database } from '../database.ts'
import { createMessageFiler, type FiledLine } from './filing.ts'

/** Files what was stored before there was a word index, or before words were read as they are now. */
export function refile(db: Database, gapMs?: number): void {
  const read = db.statement("SELECT value FROM meta WHERE key = 'words'").pluck()
  if (read.get() === WORDS_VERSION) return
  db.transaction(() => {
    db.raw.exec(
      "INSERT INTO message_word (message_word) VALUES ('delete-all'); DELETE FROM chat_size; DELETE FROM earlier_owner",
    )
    const filer = createMessageFiler(db, gapMs)
    for (const line of messagesInOrder(db))
      filer.file({ ...line, files: fileNames(db, line.id), joins: line.joins === 1 })
    filer.finish()
    db.statement(
      "INSERT INTO meta (key, value) VALUES ('words', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ).run(WORDS_VERSION)
  })
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

function fileNames(db: Database, id: number): string[] {
  return db.statement('SELECT name FROM message_file WHERE message_id = ? ORDER BY seq').pluck().all(id) as string[]
}
