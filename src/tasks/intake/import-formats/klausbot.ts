import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import { type ForeignDatabase, openForeignDatabase, SQLITE_MARK } from '../../../store/file/foreign-database.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { blocksText, contentShape } from './content-blocks.ts'
import { hashOf, type ImportFormat, lineOf, problemAt, wrongField } from './import-format.ts'

/** A longer conversation is left out. */
const MAX_TRANSCRIPT_CHARS = 64_000_000

/**
 * `klausbot.db`: one row for each session, with the transcript of the claude CLI as JSON lines. The sessions of a
 * Telegram chat are one chat.
 */
export const klausbot: ImportFormat = {
  name: 'klausbot',
  hasNames: false,
  matches: (head, path) => head.startsWith(SQLITE_MARK) && isStore(path),
  async *read({ path, now }) {
    const db = openForeignDatabase(path)
    if (!db) throw new Error(`${path} can no longer be read`)
    try {
      for (const found of conversationsIn(db)) yield readConversation(found, now)
    } finally {
      db.close()
    }
  },
}

const columns = ['session_id', 'started_at', 'transcript', 'summary']

function isStore(path: string): boolean {
  const db = openForeignDatabase(path)
  try {
    return db?.hasTable('conversations', columns) ?? false
  } finally {
    db?.close()
  }
}

function conversationsIn(db: ForeignDatabase): IterableIterator<Record<string, unknown>> {
  // Older versions did not know the chat.
  const chat = db.hasTable('conversations', ['chat_id']) ? 'chat_id' : 'NULL'
  return db.all(
    `SELECT session_id AS session, ${chat} AS chat, iif(length(transcript) > ?, NULL, transcript) AS transcript
     FROM conversations ORDER BY started_at, session_id`,
    MAX_TRANSCRIPT_CHARS,
  )
}

const conversationSchema = z.object({
  session: z.string(),
  chat: z.union([z.number(), z.string()]).nullish(),
  transcript: z.string().nullable(),
})

const entrySchema = z.object({
  uuid: z.string().min(1).optional(),
  timestamp: z.string().optional(),
  isMeta: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  message: z.object({ content: contentShape.optional() }),
})

function readConversation(found: Record<string, unknown>, now: Date): (ParsedLine | undefined)[] {
  const parsed = conversationSchema.safeParse(found)
  const place = messages.places.chat(String(found['session']))
  if (!parsed.success) return [wrongField(place, parsed.error)]
  const { session, chat: number, transcript } = parsed.data
  if (transcript === null) return [problemAt(place, messages.problems['too large'])]
  const chat = { program: 'klausbot', id: String(number ?? 'chat'), title: 'klausbot' }
  return transcript.split('\n').map((line, at) => {
    if (line.trim() === '') return undefined
    const linePlace = messages.places.messageOf(at + 1, place)
    const value = parseJson(line)
    if (value === undefined) return problemAt(linePlace, messages.problems.invalid)
    const kind = z.object({ type: z.enum(['user', 'assistant']) }).safeParse(value)
    // Summaries, settings and notes of the CLI.
    if (!kind.success) return undefined
    const entry = entrySchema.safeParse(value)
    if (!entry.success) return wrongField(linePlace, entry.error)
    const { uuid, timestamp, isMeta, isSidechain, message } = entry.data
    // What the CLI told itself, and what helpers of the model did.
    if (isMeta || isSidechain) return undefined
    const isOwners = kind.data.type === 'user'
    const author = isOwners ? { from: '', isOwners } : { from: 'klausbot', role: 'bot' as const }
    const id = uuid ?? hashOf(`${session} ${at} ${line}`)
    const when = timestamp === undefined ? undefined : new Date(timestamp)
    return lineOf({ chat, id, at: when, ...author, text: blocksText(message.content) }, linePlace, now)
  })
}
