import { type ErasureCounts, type ErasureScope, type ErasureState, isWhole } from '../../domain/erasure.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

export interface Erasure {
  id: number
  scope: ErasureScope
  state: ErasureState
  counts: ErasureCounts
  startedAt: Date
  finishedAt: Date | undefined
}

/** Records the erasure and the lines it takes. From this commit on it will be finished, even if the process is killed. */
export function insertErasure(
  db: Database,
  { scope, lines, counts }: { scope: ErasureScope; lines: number[]; counts: ErasureCounts },
  now: Date,
): number {
  const { lastInsertRowid } = db
    .statement("INSERT INTO erasure (scope, state, counts, started_at) VALUES (?, 'hiding', ?, ?)")
    .run(JSON.stringify(scope), JSON.stringify(counts), now.getTime())
  db.statement(
    'INSERT INTO erased_message (message_id, erasure_id) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  ).run(lastInsertRowid, JSON.stringify(lines))
  return Number(lastInsertRowid)
}

/** Answers elsewhere that quote the lines go with them. */
export function addErasedAnswers(db: Database, id: number, answers: number[]): void {
  const erasure = readErasure(db, id)
  if (answers.length === 0 || !erasure) return
  const { messages, answers: known } = erasure.counts
  const counts = { ...erasure.counts, messages: messages + answers.length, answers: known + answers.length }
  db.transaction(() => {
    db.statement(
      'INSERT INTO erased_message (message_id, erasure_id) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    ).run(id, JSON.stringify(answers))
    db.statement('UPDATE erasure SET counts = ? WHERE id = ?').run(JSON.stringify(counts), id)
  })
}

export function setErasureState(db: Database, id: number, state: ErasureState, now: Date): void {
  db.statement('UPDATE erasure SET state = ?, finished_at = ? WHERE id = ?').run(
    state,
    state === 'done' ? now.getTime() : null,
    id,
  )
}

export function readErasure(db: Database, id: number): Erasure | undefined {
  return select(db, 'id = ?', id)[0]
}

/** The erasures that a kill or a full disk interrupted, oldest first. */
export function unfinishedErasures(db: Database): Erasure[] {
  return select(db, 'state <> ?', 'done')
}

function select(db: Database, where: string, value: number | string): Erasure[] {
  const rows = db
    .statement(
      `SELECT id, scope, state, counts, started_at AS startedAt, finished_at AS finishedAt FROM erasure WHERE ${where} ORDER BY id`,
    )
    .all(value) as (Record<'scope' | 'counts', string> & {
    id: number
    state: ErasureState
    startedAt: number
    finishedAt: number | null
  })[]
  return rows.map(({ scope, counts, startedAt, finishedAt, ...row }) => ({
    ...row,
    scope: JSON.parse(scope) as ErasureScope,
    counts: JSON.parse(counts) as ErasureCounts,
    startedAt: new Date(startedAt),
    finishedAt: finishedAt === null ? undefined : new Date(finishedAt),
  }))
}

/** The lines of an erasure after this one, in order, with the words that they still have. */
export function erasedLines(
  db: Database,
  erasure: number,
  { after, limit }: { after: number; limit: number },
): { id: number; author: 'human' | 'bot'; text: string }[] {
  return db
    .statement(
      `SELECT id, author, text FROM erased_message JOIN message ON message.id = message_id
       WHERE erasure_id = ? AND message_id > ? ORDER BY message_id LIMIT ?`,
    )
    .all(erasure, after, limit) as { id: number; author: 'human' | 'bot'; text: string }[]
}

/** The lines of an erasure that are still shown or found. */
export function linesToHide(db: Database, erasure: number, limit: number): number[] {
  return db
    .statement(
      `SELECT message_id FROM erased_message WHERE erasure_id = ?
       AND message_id NOT IN (SELECT message_id FROM deleted_message) ORDER BY message_id LIMIT ?`,
    )
    .pluck()
    .all(erasure, limit) as number[]
}

/** The chats that an erasure takes as a whole. */
export function wholeChats(db: Database, scope: ErasureScope): ChatId[] {
  const { chat, person } = scope
  if (!isWhole(scope)) return []
  if (chat !== undefined) return [chat]
  if (person === undefined) return []
  return db
    .statement("SELECT id FROM chat WHERE audience = 'private' AND owner_id = ? ORDER BY id")
    .pluck()
    .all(person) as ChatId[]
}

/** Whether a message was erased, or is being erased. */
export function isErased(db: Database, messageId: number): boolean {
  return db.statement('SELECT 1 FROM erased_message WHERE message_id = ?').pluck().get(messageId) === 1
}
