import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** What was said in a chat, the newest first. */
export interface ChatTexts {
  /** As it is stored, whoever said it. */
  stored: string[]
  /** The bodies in which our own words left, in the writing of their channel. */
  sent: string[]
}

const MOST_LINES = 200
const MOST_CHARACTERS = 400_000

/** The last lines of a chat, up to a limit: for telling what is quoted from it. */
export function readChatTexts(db: Database, chat: ChatId): ChatTexts {
  const stored = db.statement('SELECT text FROM message WHERE chat = ? ORDER BY id DESC LIMIT ?').pluck()
  const sent = db
    .statement(
      `SELECT body FROM outbox WHERE message_id IN (SELECT id FROM message WHERE chat = ? ORDER BY id DESC LIMIT ?)
       ORDER BY id DESC`,
    )
    .pluck()
  return {
    stored: upTo(stored.all(chat, MOST_LINES) as string[], MOST_CHARACTERS),
    sent: upTo(sent.all(chat, MOST_LINES) as string[], MOST_CHARACTERS),
  }
}

function upTo(texts: string[], most: number): string[] {
  let room = most
  return texts.filter((text) => {
    room -= text.length
    return room >= 0
  })
}
