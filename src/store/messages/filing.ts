import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { indexWords } from '../recall/word-index.ts'
import { createRuns, joinConversation, type Said } from './conversations.ts'

/** A stored line of talk, as it is filed: by its words, in the size of its chat, in its conversation. */
export interface Talk {
  id: number
  chat: ChatId
  lane: Lane
  author: Author
  at: number
  text: string
  /** Names of what hangs on it. */
  files: string[]
  /** It goes on with what its lane said, or begins another conversation; background output does neither. */
  joins: boolean
}

/** In the transaction that stores it: what is stored can be found, always. */
export function fileTalk(db: Database, talk: Talk): void {
  indexWords(db, talk)
  countTalk(db, talk.chat, grow(nothing(), talk))
  if (talk.joins) joinConversation(db, saidOf(talk))
}

export interface TalkFiler {
  file(talk: Talk): void
  /** Writes what was only noted. Before the transaction ends, or it is lost. */
  finish(): void
}

/** The same for many lines in one transaction, where most follow the one before. */
export function createTalkFiler(db: Database): TalkFiler {
  const sizes = new Map<ChatId, TalkSize>()
  const runs = createRuns(db)
  return {
    file(talk) {
      indexWords(db, talk)
      const size = sizes.get(talk.chat) ?? nothing()
      if (size.messages === 0) sizes.set(talk.chat, size)
      grow(size, talk)
      if (talk.joins) runs.join(saidOf(talk))
    },
    finish() {
      for (const [chat, size] of sizes) countTalk(db, chat, size)
      runs.finish()
    },
  }
}

interface TalkSize {
  messages: number
  botMessages: number
  chars: number
  lastAt: number
}

function nothing(): TalkSize {
  return { messages: 0, botMessages: 0, chars: 0, lastAt: 0 }
}

/** In place: a past is brought in at tens of thousands of lines a second. */
function grow(size: TalkSize, { author, text, at }: Talk): TalkSize {
  size.messages += 1
  size.botMessages += author === 'bot' ? 1 : 0
  size.chars += text.length
  size.lastAt = Math.max(size.lastAt, at)
  return size
}

function saidOf({ id, chat, lane, at, text }: Talk): Said {
  return { id, chat, lane, at, chars: text.length }
}

function countTalk(db: Database, chat: ChatId, { messages, botMessages, chars, lastAt }: TalkSize): void {
  const { changes } = db
    .statement(
      `UPDATE chat_talk SET messages = messages + ?, bot_messages = bot_messages + ?, chars = chars + ?,
       last_at = max(last_at, ?) WHERE chat = ?`,
    )
    .run(messages, botMessages, chars, lastAt, chat)
  if (changes > 0) return
  const insert = 'INSERT INTO chat_talk (chat, messages, bot_messages, chars, last_at) VALUES (?, ?, ?, ?, ?)'
  db.statement(insert).run(chat, messages, botMessages, chars, lastAt)
}
