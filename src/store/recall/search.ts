import type { ChatId } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { fileNamesOf } from '../files/files.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { hasNewerVersion } from '../messages/messages.ts'
import { mayRead, mayReadParameters } from './readable.ts'
import { messagesContaining } from './word-index.ts'
import { listsFor } from './word-lists.ts'

export interface FoundMessage {
  id: number
  chat: ChatId
  at: Date
  author: Author
  who: string
  trust: Trust
  chatTitle: string
  text: string
  /** The names of the attached files. */
  files: string[]
  /** The version it belongs to, if that is not the chosen one. */
  otherBranch: number | undefined
}

/** The text and the file names, as people read them. */
export function wordsOfFound({ text, files }: Pick<FoundMessage, 'text' | 'files'>): string {
  return files.length === 0 ? text : `${text} (${files.join(', ')})`.trimStart()
}

/** The author and the chat. A private chat usually has the name of the person, and then one name is enough. */
export function whoAndWhere({ who, chatTitle }: Pick<FoundMessage, 'who' | 'chatTitle'>, shownWho = who): string {
  return who === chatTitle ? shownWho : `${shownWho} in ${chatTitle}`
}

/** Who reads, for which task, and how far: one chat, or all of their chats. */
export interface SearchReader {
  personId: number
  /** Undefined if they do not ask from within a chat. */
  chat: ChatId | undefined
  task: number
  everywhere: boolean
  /** Searches only the private ones of all their chats. */
  isPrivateOnly?: boolean
}

/** A search for a person's own words uses only the longest of them. */
const MAX_SEARCH_WORDS = 12
/** For a common word, only this many of its newest lines count. */
const MAX_LINES_PER_WORD = 1000

export function readableBy({
  personId,
  chat,
  everywhere,
  isPrivateOnly,
}: Pick<SearchReader, 'personId' | 'chat' | 'everywhere' | 'isPrivateOnly'>): Readable {
  return { here: chat, allChatsOf: everywhere ? personId : undefined, isPrivateOnly }
}

/** These lines in this order. */
export function readFound(db: Database, ids: number[]): FoundMessage[] {
  const find = db.statement(`SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat WHERE message.id = ?`)
  return withFiles(
    db,
    ids.map((id) => find.get(id) as Row),
  )
}

/** The person's own lines that share the most and the rarest words with the text, best first. */
export function searchOwnWords(
  db: Database,
  reader: Pick<SearchReader, 'personId' | 'chat' | 'everywhere' | 'isPrivateOnly'>,
  text: string,
  limit: number,
): FoundMessage[] {
  const score = new Map<number, number>()
  // This runs for every message while there is no model, so a long text must not cause thousands of lookups.
  const telling = [...new Set(db.words(text))]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_SEARCH_WORDS)
  const readable = readableBy(reader)
  const lists = listsFor(db, readable)
  for (const word of telling) {
    const holders = messagesContaining(db, lists, word, { most: MAX_LINES_PER_WORD })
    for (const id of holders) score.set(id, (score.get(id) ?? 0) + 1 / (1 + holders.length))
  }
  const ownIds = db
    .statement(
      `SELECT ${columns} FROM json_each(@ids) AS found CROSS JOIN message ON message.id = found.value
       CROSS JOIN chat ON chat.id = message.chat
       WHERE ${mayRead} AND message.person_id = @personId AND author = 'human' AND message.text <> @text
         AND NOT ${isOnOtherBranch('message.id')}
       ORDER BY found.key LIMIT @limit`,
    )
    // The question itself is already stored, and finding it again would not help.
    .all({
      ids: JSON.stringify(bestFirst(score)),
      personId: reader.personId,
      text,
      limit,
      ...mayReadParameters(readable),
    }) as Row[]
  return withFiles(db, ownIds)
}

/**
 * The lines of a conversation around a given one, oldest first; empty if the reader may not read it. Around a line of
 * another version, those of that version.
 */
export function linesAround(db: Database, reader: SearchReader, id: number, count: number): FoundMessage[] {
  const found = db
    .statement(
      `SELECT message.lane, ${isOnOtherBranch('message.id')} AS isOther FROM message JOIN chat ON chat.id = message.chat
       WHERE message.id = @id AND message.id NOT IN (SELECT message_id FROM deleted_message) AND ${mayRead}`,
    )
    .get({ id, ...mayReadParameters(readableBy(reader)) }) as { lane: string; isOther: 0 | 1 } | undefined
  if (!found) return []
  const isOnPath = found.isOther === 1 ? isOnPathTo : `NOT ${isOnOtherBranch('message.id')}`
  const side = (compare: string, order: string) =>
    db
      .statement(
        `SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat
         WHERE message.lane = @lane AND kind = 'conversation' AND message.id ${compare} @id AND NOT ${hasNewerVersion('message')}
           AND ${isOnPath} ORDER BY message.id ${order} LIMIT @count`,
      )
      .all({ lane: found.lane, id, count }) as Row[]
  return withFiles(db, [...side('<', 'DESC').reverse(), ...side('>=', 'ASC')])
}

/** The line is on the path that leads to the line `@id`, or in the same branch. */
const isOnPathTo = `NOT EXISTS (SELECT 1 FROM branch_message AS own WHERE own.message_id = message.id AND own.branch_id NOT IN (
  WITH RECURSIVE path (id) AS (
    SELECT branch_id FROM branch_message WHERE message_id = @id
    UNION ALL SELECT parent_id FROM path JOIN branch ON branch.id = path.id WHERE parent_id IS NOT NULL)
  SELECT id FROM path))`

const columns = `message.id, message.chat, message.at, message.author, message.name AS who, message.trust, message.text,
  chat.title AS chatTitle, (SELECT branch_id FROM branch_message JOIN branch ON branch.id = branch_id
    WHERE message_id = message.id AND NOT shown) AS otherBranch`

interface Row {
  id: number
  chat: ChatId
  at: number
  author: Author
  who: string
  trust: Trust
  text: string
  chatTitle: string
  otherBranch: number | null
}

function bestFirst(score: Map<number, number>): number[] {
  return [...score].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

function withFiles(db: Database, rows: Row[]): FoundMessage[] {
  const files = fileNamesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    files: files.get(row.id) ?? [],
    otherBranch: row.otherBranch ?? undefined,
  }))
}
