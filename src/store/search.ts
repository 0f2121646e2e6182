import type { ChatId } from '../domain/ids.ts'
import type { Trust } from '../domain/person.ts'
import type { Database } from './database.ts'

export interface FoundMessage {
  id: number
  at: Date
  who: string
  trust: Trust
  chatTitle: string
  text: string
}

/** How far back a plain scan looks; the index that will replace it knows no such limit. */
export const SCANNED = 3000

/** A person's own lines that share the most, and the rarest, words with the text. Best first. */
export function searchOwnWords(db: Database, personId: number, text: string, limit: number): FoundMessage[] {
  const rows = db
    .statement(
      `SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat
       WHERE message.person_id = ? AND author = 'human' AND kind = 'talk' ORDER BY message.id DESC LIMIT ${SCANNED}`,
    )
    .all(personId) as Row[]
  // What is asked now is stored already; the same words again are no finding.
  return rank(
    rows.filter((row) => row.text !== text),
    text,
    limit,
  )
}

/** Who reads, for which task, and how far they may: one chat, or every chat of theirs. */
export interface Reader {
  personId: number
  chat: ChatId
  task: number
  everywhere: boolean
}

/** Lines by anybody in the chats the reader may read, without what is being asked now. Best first. */
export function searchReadable(db: Database, reader: Reader, text: string, limit: number): FoundMessage[] {
  // One chat is read through its index; all of one's own are most of what there is, and read newest first.
  const [where, key] = reader.everywhere
    ? [readable, [reader.chat, reader.personId]]
    : ['message.chat = ?', [reader.chat]]
  const rows = db
    .statement(
      `SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat
       WHERE kind = 'talk' AND ${where} AND message.id NOT IN (SELECT message_id FROM task_message WHERE task_id = ?)
       ORDER BY message.id DESC LIMIT ${SCANNED}`,
    )
    .all(...key, reader.task) as Row[]
  return rank(rows, text, limit)
}

/** The lines of a conversation around one of them, oldest first; none when it is not the reader's to read. */
export function linesAround(db: Database, reader: Reader, id: number, count: number): FoundMessage[] {
  const rights = [reader.chat, reader.everywhere ? reader.personId : null]
  const lane = db
    .statement(
      `SELECT message.lane FROM message JOIN chat ON chat.id = message.chat WHERE message.id = ? AND ${readable}`,
    )
    .pluck()
    .get(id, ...rights) as string | undefined
  if (lane === undefined) return []
  const side = (compare: string, order: string) =>
    db
      .statement(
        `SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat
         WHERE message.lane = ? AND kind = 'talk' AND message.id ${compare} ? ORDER BY message.id ${order} LIMIT ?`,
      )
      .all(lane, id, count) as Row[]
  return [...side('<', 'DESC').reverse(), ...side('>=', 'ASC')].map(toFound)
}

const columns = 'message.id, message.at, message.name AS who, message.trust, message.text, chat.title AS chatTitle'
const readable = '(message.chat = ? OR chat.person_id = ?)'

interface Row {
  id: number
  at: number
  who: string
  trust: Trust
  text: string
  chatTitle: string
}

function rank(rows: Row[], text: string, limit: number): FoundMessage[] {
  const wanted = [...new Set(wordsOf(text))]
  const lines = rows.map((row) => ({ row, words: new Set(wordsOf(row.text)) }))
  const rarity = new Map(wanted.map((word) => [word, 1 / (1 + lines.filter(({ words }) => words.has(word)).length)]))
  const score = (words: Set<string>) =>
    wanted.reduce((sum, word) => sum + (words.has(word) ? (rarity.get(word) ?? 0) : 0), 0)
  return lines
    .map(({ row, words }) => ({ row, score: score(words) }))
    .filter((line) => line.score > 0)
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row }) => toFound(row))
}

function toFound(row: Row): FoundMessage {
  return { ...row, at: new Date(row.at) }
}

/** Words of three letters and more; scripts without spaces are taken two characters at a time. */
function wordsOf(text: string): string[] {
  const lower = text.toLocaleLowerCase()
  const words = lower.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const pairs = lower.matchAll(/(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}))/gu)
  return [...words, ...[...pairs].map((match) => match[1] ?? '')]
}
