import type { Database } from './database.ts'

export interface FoundMessage {
  id: number
  at: Date
  chatTitle: string
  text: string
}

/** How far back a plain scan looks; the index that will replace it knows no such limit. */
const SCANNED = 3000

/** A person's own lines that share the most, and the rarest, words with the text. Best first. */
export function searchOwnWords(db: Database, personId: number, text: string, limit: number): FoundMessage[] {
  const wanted = [...new Set(wordsOf(text))]
  if (wanted.length === 0) return []
  const rows = db
    .statement(
      `SELECT message.id, message.at, message.text, chat.title AS chatTitle
       FROM (SELECT id, at, text, chat FROM message WHERE person_id = ? AND author = 'human' AND kind = 'talk' ORDER BY id DESC LIMIT ?) message
       JOIN chat ON chat.id = message.chat`,
    )
    .all(personId, SCANNED) as { id: number; at: number; text: string; chatTitle: string }[]
  // What is asked now is stored already; the same words again are no finding.
  const lines = rows.filter((row) => row.text !== text).map((row) => ({ row, words: new Set(wordsOf(row.text)) }))
  const rarity = new Map(wanted.map((word) => [word, 1 / (1 + lines.filter(({ words }) => words.has(word)).length)]))
  return lines
    .map(({ row, words }) => ({
      row,
      score: wanted.reduce((sum, word) => sum + (words.has(word) ? (rarity.get(word) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
    .slice(0, limit)
    .map(({ row }) => ({ id: row.id, at: new Date(row.at), chatTitle: row.chatTitle, text: row.text }))
}

/** Words of three letters and more; scripts without spaces are taken two characters at a time. */
function wordsOf(text: string): string[] {
  const lower = text.toLocaleLowerCase()
  const words = lower.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const pairs = [...lower.matchAll(/(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}))/gu)].map(
    (match) => match[1] ?? '',
  )
  return [...words, ...pairs]
}
