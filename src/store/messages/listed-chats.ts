import { type ChannelName, type ChatId, isLocal } from '../../domain/ids.ts'
import { isEnd, type TaskState, upkeepKinds } from '../../domain/task.ts'
import type { Database } from '../database.ts'
import { isOwn } from './chats.ts'
import { isDeleted } from './kept-chats.ts'

/** The most important thing to show about a chat in the list. */
export type ChatState = 'working' | 'needs you' | 'failed' | 'new'

export interface ListedChat {
  id: ChatId
  /** The owner's own name for it, else its title on the platform. */
  title: string
  lastAt: Date
  isPinned: boolean
  isArchived: boolean
  /** Only the owner reads it. */
  isPrivate: boolean
  state: ChatState | undefined
}

/** The position in the list where a page ended. */
export interface ListPosition {
  pinned: boolean
  at: number
  id: string
}

export interface ListedPage {
  /** The person whose list it is. */
  personId: number
  archived: boolean
  after?: ListPosition | undefined
  limit: number
}

const isOwner = `EXISTS (SELECT 1 FROM person WHERE id = @personId AND role = 'owner')`

/**
 * What a person may open on the page. The owner: their own chats, and groups that belong to nobody. Anybody else: their
 * private chats. Private chats of other people are open to nobody else.
 */
export const isOpenTo = `(chat.owner_id = @personId AND (${isOwner} OR ${isOwn})
  OR chat.owner_id IS NULL AND chat.audience = 'group' AND ${isOwner})`

/** The chats of every channel: pinned ones first, then the most recently active. */
export function listChatsOf(db: Database, { personId, archived, after, limit }: ListedPage): ListedChat[] {
  const rows = db.statement(ordered).all({
    personId,
    archived: archived ? 1 : 0,
    limit,
    isFirst: after ? 0 : 1,
    pinned: after?.pinned ? 1 : 0,
    at: after?.at ?? 0,
    id: after?.id ?? '',
  }) as Row[]
  return withStates(db, rows, personId)
}

/** One chat of the list, even if it is archived. */
export function findListedChat(db: Database, personId: number, id: ChatId): ListedChat | undefined {
  const row = db.statement(`${facts} AND chat.id = @id`).get({ personId, id }) as Row | undefined
  return row && withStates(db, [row], personId)[0]
}

function withStates(db: Database, rows: Row[], personId: number): ListedChat[] {
  const runningTasks = underWay(db)
  const newest = newestLines(
    db,
    rows.flatMap((row) => row.newest ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    lastAt: new Date(row.last),
    isPinned: row.pinned === 1,
    isArchived: row.archived === 1,
    isPrivate: row.private === 1,
    state: runningTasks.get(row.id) ?? stateAfter(row, newest.get(row.newest ?? 0), personId),
  }))
}

/** Whether the person may read this chat on the page; false if it does not exist. */
export function mayOpenChat(db: Database, personId: number, id: ChatId): boolean {
  return db.statement(`SELECT 1 FROM chat WHERE id = @id AND ${isOpenTo}`).pluck().get({ id, personId }) === 1
}

/** The channels on which the person has chats. */
export function listChannels(db: Database, personId: number): ChannelName[] {
  const statement = db.statement(`SELECT DISTINCT channel FROM chat WHERE ${isOpenTo} ORDER BY channel`)
  return statement.pluck().all({ personId }) as ChannelName[]
}

/**
 * The time of the last line is stored with the size of a chat. Only for a chat without conversation do we read its
 * lines.
 */
const facts = `SELECT chat.id, ifnull(kept.name, chat.title) AS title, kept.pinned_at IS NOT NULL AS pinned,
    kept.archived_at IS NOT NULL AS archived, (chat.audience = 'private' AND chat.owner_id = @personId) AS private, ifnull(kept.seen, 0) AS seen,
    (SELECT max(id) FROM message WHERE message.chat = chat.id) AS newest,
    coalesce(size.last_at, (SELECT at FROM message WHERE message.chat = chat.id ORDER BY id DESC LIMIT 1), chat.created_at) AS last
  FROM chat LEFT JOIN kept_chat AS kept ON kept.chat = chat.id LEFT JOIN chat_size AS size ON size.chat = chat.id
  WHERE ${isOpenTo} AND NOT ${isDeleted}`
/** A chat in which only a model was chosen has no line and no title yet. */
const ordered = `SELECT * FROM (${facts}) WHERE archived = @archived AND (newest IS NOT NULL OR title <> id)
    AND (@isFirst OR (-pinned, -last, id) > (-@pinned, -@at, @id))
  ORDER BY pinned DESC, last DESC, id LIMIT @limit`

interface Row {
  id: ChatId
  title: string
  pinned: 0 | 1
  archived: 0 | 1
  private: 0 | 1 | null
  seen: number
  newest: number | null
  last: number
}

/** The state of each chat with unfinished tasks. There are few of these, however many tasks there ever were. */
function underWay(db: Database): Map<ChatId, ChatState> {
  const tasks = db
    .statement(
      `SELECT chat, state FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND kind NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(upkeepKinds)) as { chat: ChatId; state: TaskState }[]
  const drafted = db
    .statement(
      `SELECT DISTINCT message.chat FROM outbox INDEXED BY outbox_drafted
       CROSS JOIN message ON message.id = message_id WHERE state = 'drafted'`,
    )
    .pluck()
    .all() as ChatId[]
  const states = new Map<ChatId, ChatState>()
  const note = (chat: ChatId, state: ChatState) => {
    if (states.get(chat) !== 'needs you') states.set(chat, state)
  }
  for (const { chat, state } of tasks) {
    if (!isEnd(state) && state !== 'interrupted') note(chat, state === 'waiting' ? 'needs you' : 'working')
  }
  for (const chat of drafted) note(chat, 'needs you')
  return states
}

interface NewestLine {
  id: number
  author: string
  personId: number | null
  task: TaskState | null
  undelivered: 0 | 1
}

function newestLines(db: Database, ids: number[]): Map<number, NewestLine> {
  const rows = db
    .statement(
      `SELECT message.id, author, person_id AS personId,
         coalesce((SELECT state FROM task_message JOIN task ON task.id = task_id WHERE message_id = message.id),
           (SELECT task.state FROM outbox JOIN task ON task.id = outbox.task_id WHERE outbox.message_id = message.id)) AS task,
         EXISTS (SELECT 1 FROM outbox WHERE message_id = message.id AND state IN ('held', 'dead')) AS undelivered
       FROM json_each(?) AS wanted CROSS JOIN message ON message.id = wanted.value`,
    )
    .all(JSON.stringify(ids)) as NewestLine[]
  return new Map(rows.map((row) => [row.id, row]))
}

const badEnds: (TaskState | null)[] = ['failed', 'quarantined', 'expired', 'interrupted']

/**
 * What we say on another channel is read there. What we say here, and what others say anywhere, is new until it was
 * seen here.
 */
function stateAfter({ id, seen }: Row, line: NewestLine | undefined, personId: number): ChatState | undefined {
  if (!line) return undefined
  if (line.undelivered || badEnds.includes(line.task)) return 'failed'
  const isNews = line.author === 'bot' ? isLocal(id) : line.personId !== personId
  return isNews && line.id > seen ? 'new' : undefined
}

/** The groups that a person may read, the newest first. */
export function groupsOpenTo(db: Database, personId: number, limit: number): { id: ChatId; title: string }[] {
  return db
    .statement(
      `SELECT id, title FROM chat WHERE audience = 'group' AND ${isOpenTo} ORDER BY created_at DESC LIMIT @limit`,
    )
    .all({ personId, limit }) as { id: ChatId; title: string }[]
}
