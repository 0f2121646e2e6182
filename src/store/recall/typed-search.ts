import type { ChannelName } from '../../domain/ids.ts'
import type { Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { hasNewerVersion } from '../messages/messages.ts'
import { mayRead, mayReadParameters } from './readable.ts'
import type { Reach } from './word-index.ts'

/** Which lines count. */
export interface TypedFilter {
  channel?: ChannelName | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Only lines with attachments. */
  withFiles?: boolean | undefined
}

export interface TypedLine {
  id: number
  at: number
  name: string
  text: string
  /** The names of the attached files, one per line. */
  files: string
}

export interface TypedSpan {
  filter: TypedFilter
  isWanted?: (line: TypedLine) => boolean
  most: number
}

const AT_ONCE = 200

/** The lines among these that count, in the given order, until there are enough. */
export function readTyped(db: Database, readable: Readable, ids: number[], span: TypedSpan): TypedLine[] {
  const { filter, isWanted = () => true, most } = span
  const { channel, from, until, withFiles } = filter
  const parameters = {
    ...mayReadParameters(readable),
    channel: channel ?? null,
    from: from?.getTime() ?? 0,
    until: until?.getTime() ?? Number.MAX_SAFE_INTEGER,
    withFiles: withFiles ? 1 : 0,
  }
  const lines: TypedLine[] = []
  for (let first = 0; first < ids.length && lines.length < most; first += AT_ONCE) {
    const some = JSON.stringify(ids.slice(first, first + AT_ONCE))
    const read = db.statement(typedLines).all({ ...parameters, ids: some }) as TypedLine[]
    lines.push(...read.filter(isWanted))
  }
  return lines.slice(0, most)
}

const typedLines = `SELECT message.id, message.at, message.name, message.text,
    ifnull((SELECT group_concat(name, char(10)) FROM message_file WHERE message_id = message.id), '') AS files
  FROM json_each(@ids) AS wanted CROSS JOIN message ON message.id = wanted.value CROSS JOIN chat ON chat.id = message.chat
  WHERE ${mayRead} AND message.at >= @from AND message.at < @until AND chat.channel = ifnull(@channel, chat.channel)
    AND message.kind = 'conversation'
    AND (NOT @withFiles OR EXISTS (SELECT 1 FROM message_file WHERE message_id = message.id))`

/** The newest lines of anybody, newest first. */
export function newestIds(db: Database, limit: number): number[] {
  return db.statement('SELECT id FROM message ORDER BY id DESC LIMIT ?').pluck().all(limit) as number[]
}

/** The ids that are neither deleted nor edited since. */
export function standing(db: Database, ids: number[]): number[] {
  return db
    .statement(
      `SELECT said.id FROM json_each(?) AS wanted CROSS JOIN message AS said ON said.id = wanted.value
       WHERE said.id NOT IN (SELECT message_id FROM deleted_message)
         AND NOT ${hasNewerVersion('said')}
       ORDER BY wanted.key`,
    )
    .pluck()
    .all(JSON.stringify(ids)) as number[]
}

/** All lines that match the filter, newest first, if they are few enough to be read one by one; otherwise undefined. */
export function idsOfFew(
  db: Database,
  { allChatsOf }: Readable,
  filter: TypedFilter,
  max: number,
): number[] | undefined {
  const parameters = {
    allChatsOf,
    few: max,
    channel: filter.channel,
    from: filter.from?.getTime() ?? 0,
    until: filter.until?.getTime() ?? Number.MAX_SAFE_INTEGER,
  }
  const sources = [
    filter.withFiles && 'SELECT DISTINCT message_id AS id FROM message_file ORDER BY message_id DESC LIMIT @few',
    (filter.from || filter.until) && `SELECT * FROM (${inTime}) UNION ALL SELECT * FROM (${inTimeOnOtherBranches})`,
    filter.channel && onChannel,
  ]
  for (const source of sources) {
    const ids = source ? (db.statement(source).pluck().all(parameters) as number[]) : undefined
    if (ids && ids.length < max) return ids.sort((one, other) => other - one)
  }
  return undefined
}

const inTime = `SELECT message_id FROM conversation INDEXED BY conversation_owner
  CROSS JOIN conversation_message AS own ON own.conversation_id = conversation.id
  WHERE owner_id = @allChatsOf AND started_at < @until AND last_at >= @from AND own.at >= @from AND own.at < @until
  ORDER BY started_at DESC LIMIT @few`
const inTimeOnOtherBranches = `SELECT message.id FROM branch INDEXED BY branch_hidden CROSS JOIN branch_message ON branch_id = branch.id
  CROSS JOIN message ON message.id = message_id CROSS JOIN chat ON chat.id = message.chat
  WHERE NOT shown AND chat.owner_id = @allChatsOf AND message.at >= @from AND message.at < @until LIMIT @few`
const onChannel = `SELECT message.id FROM chat CROSS JOIN message ON message.chat = chat.id
  WHERE chat.channel = @channel AND chat.owner_id = @allChatsOf LIMIT @few`

/** This many conversations at each end of a period show which message ids it covers. */
const CONVERSATIONS_PER_END = 100

/**
 * The range of message ids that most likely covers a period. Lines are stored as they arrive, but imported ones follow
 * newer ones.
 */
export function reachOf(db: Database, { allChatsOf }: Readable, { from, until }: TypedFilter): Omit<Reach, 'most'> {
  if (allChatsOf === undefined || (!from && !until)) return {}
  const ends = {
    allChatsOf,
    from: from?.getTime() ?? 0,
    until: until?.getTime() ?? Number.MAX_SAFE_INTEGER,
    told: CONVERSATIONS_PER_END,
  }
  const read = (query: string) => (db.statement(query).pluck().get(ends) as number | null) ?? undefined
  return { from: from && read(firstIn), upTo: until && read(lastIn) }
}

const conversationsIn = (order: string) => `FROM (SELECT id FROM conversation INDEXED BY conversation_owner
    WHERE owner_id = @allChatsOf AND started_at < @until AND started_at >= @from - 86400000 ORDER BY started_at ${order} LIMIT @told) AS told
  CROSS JOIN conversation_message ON conversation_id = told.id`
const firstIn = `SELECT min(message_id) ${conversationsIn('ASC')}`
const lastIn = `SELECT max(message_id) ${conversationsIn('DESC')}`
