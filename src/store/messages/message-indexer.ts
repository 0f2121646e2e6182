import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { indexWords } from '../recall/word-index.ts'
import { type ConversationLine, createRuns, joinConversation } from './conversations.ts'

/** A stored line with the facts by which it is indexed: its words, the size of its chat, and its conversation. */
export interface IndexedLine {
  id: number
  chat: ChatId
  lane: Lane
  author: Author
  name: string
  at: number
  text: string
  /** The names of the attached files. */
  files: string[]
  /** Whether it belongs to a conversation. Background output does not. */
  joins: boolean
}

/** Runs in the transaction that stores the line, so that every stored line can be found. */
export function indexMessage(db: Database, line: IndexedLine, gapMs?: number): void {
  indexWords(db, line)
  growChat(db, line.chat, grow(emptySize(), line))
  if (line.joins) joinConversation(db, toConversationLine(line), gapMs)
}

export interface MessageIndexer {
  file(line: IndexedLine): void
  /** Writes the changes that are still in memory. Must be called before the transaction ends, or they are lost. */
  finish(): void
}

/** Indexes many lines in one transaction, where most continue the conversation of the line before. */
export function createMessageIndexer(db: Database, gapMs?: number, index = indexWords): MessageIndexer {
  const sizes = new Map<ChatId, ChatSize>()
  const runs = createRuns(db, gapMs)
  return {
    file(line) {
      index(db, line)
      const size = sizes.get(line.chat) ?? emptySize()
      if (size.messages === 0) sizes.set(line.chat, size)
      grow(size, line)
      if (line.joins) runs.join(toConversationLine(line))
    },
    finish() {
      for (const [chat, size] of sizes) growChat(db, chat, size)
      runs.finish()
    },
  }
}

interface ChatSize {
  messages: number
  botMessages: number
  chars: number
  lastAt: number
}

function emptySize(): ChatSize {
  return { messages: 0, botMessages: 0, chars: 0, lastAt: 0 }
}

/** Changes the object in place, because an import indexes tens of thousands of lines a second. */
function grow(size: ChatSize, { author, text, at }: IndexedLine): ChatSize {
  size.messages += 1
  size.botMessages += author === 'bot' ? 1 : 0
  size.chars += text.length
  size.lastAt = Math.max(size.lastAt, at)
  return size
}

function toConversationLine({ id, chat, lane, at, text }: IndexedLine): ConversationLine {
  return { id, chat, lane, at, chars: text.length }
}

function growChat(db: Database, chat: ChatId, { messages, botMessages, chars, lastAt }: ChatSize): void {
  const { changes } = db
    .statement(
      `UPDATE chat_size SET messages = messages + ?, bot_messages = bot_messages + ?, chars = chars + ?,
       last_at = max(last_at, ?) WHERE chat = ?`,
    )
    .run(messages, botMessages, chars, lastAt, chat)
  if (changes > 0) return
  const insert = 'INSERT INTO chat_size (chat, messages, bot_messages, chars, last_at) VALUES (?, ?, ?, ?, ?)'
  db.statement(insert).run(chat, messages, botMessages, chars, lastAt)
}
