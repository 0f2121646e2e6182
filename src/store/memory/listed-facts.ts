import type { ListedFact } from '../../domain/fact-service.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { isOpenTo } from '../messages/listed-chats.ts'
import { type FactRow, toStoredFact } from './fact-rows.ts'

export interface ListedFacts {
  /** The person who reads the list. */
  personId: number
  /** Only facts that hold then. Without it, also replaced and expired ones. */
  validAt?: Date | undefined
  id?: number | undefined
}

/**
 * What a person may see wherever it may be shown, newest first: their own private facts, those of chats that are open
 * to them, and those for everyone.
 */
export function listFacts(db: Database, { personId, validAt, id }: ListedFacts): ListedFact[] {
  const rows = db.statement(listed).all({ personId, validAt: validAt?.getTime() ?? null, id: id ?? null }) as Row[]
  return rows.map((row) => ({
    ...toStoredFact(row),
    about: row.about_name ?? undefined,
    toldBy: row.told_by_name,
    chatTitle: row.chat_title ?? undefined,
    sourceChat: row.source_chat ?? undefined,
    canUndo: row.can_undo === 1,
  }))
}

interface Row extends FactRow {
  about_name: string | null
  told_by_name: string
  chat_title: string | null
  source_chat: ChatId | null
  can_undo: 0 | 1
}

const openChats = `(SELECT id FROM chat WHERE ${isOpenTo})`
const listed = `SELECT fact.*, about.name AS about_name, teller.name AS told_by_name,
    ifnull(kept.name, room.title) AS chat_title, source.chat AS source_chat,
    EXISTS (SELECT 1 FROM fact AS older WHERE older.replaced_by = fact.id AND older.forgotten_at IS NULL) AS can_undo
  FROM fact JOIN person AS teller ON teller.id = told_by_id LEFT JOIN person AS about ON about.id = about_id
    LEFT JOIN chat AS room ON room.id = fact.chat LEFT JOIN kept_chat AS kept ON kept.chat = fact.chat
    LEFT JOIN message AS source ON source.id = message_id AND source.chat IN ${openChats}
  WHERE forgotten_at IS NULL AND (@id IS NULL OR fact.id = @id)
    AND (scope = 'private' AND about_id = @personId OR scope = 'room' AND fact.chat IN ${openChats} OR scope = 'everyone')
    AND (@validAt IS NULL OR replaced_by IS NULL AND (valid_until IS NULL OR valid_until > @validAt))
  ORDER BY said_at DESC, fact.id DESC`
