import { and, asc, desc, eq, gt, inArray, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Button, OutboxState } from '../../domain/delivery.ts'
import type { KnownFile } from '../../domain/file.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author, MessageKind, UnfinishedReason } from '../../domain/message.ts'
import { factsOf, type TaskState } from '../../domain/task.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../database.ts'
import { filesOf } from '../files/files.ts'
import { repliedTo } from '../recall/lane-history.ts'
import { message, outbox, task, taskMessage } from '../schema/schema.ts'
import { actionsOf, type Making, makingsOf, type StoredAction, unfinishedAmong } from '../work/answers.ts'
import { type AskedLine, questionsIn } from '../work/approvals.ts'
import { remindersIn, taskOffersIn } from '../work/open-buttons.ts'
import { isOnOtherBranch } from './branch-path.ts'
import { type LineVersions, versionsAt } from './branches.ts'
import { deletedUpTo, isDeleted } from './kept-chats.ts'

/** One line as the page shows it. */
export interface StoredLine {
  id: number
  chat: ChatId
  author: Author
  kind: MessageKind
  name: string
  text: string
  at: Date
  lane: Lane
  /** The author; undefined for strangers and for us. */
  personId: number | undefined
  story: LineStory
  /** The line that a person replied to, if we know it. */
  repliesTo: RepliedLine | undefined
  /** In the order in which they are attached. */
  files: KnownFile[]
  /** The id that the sender's page gave it before it was stored. */
  key: string | undefined
  /** The task that answers this line, or that produced it. */
  task: number | undefined
  /** The progress of the work on a person's line; undefined if there is none. */
  receipt: LineReceipt | undefined
  /** The question that this line of ours asks, and its state. */
  question: AskedLine | undefined
  /** Buttons below a line that asks no question. */
  offers: Button[]
  /** The tools used for this line of ours, in order. */
  actions: StoredAction[]
  /** How the answer was made, if a model wrote it. */
  making: (Making & { thinks: boolean }) | undefined
  /** Why the text is incomplete. */
  unfinished: UnfinishedReason | undefined
  /** The versions of what begins with this line. */
  versions: LineVersions | undefined
}

export interface RepliedLine {
  id: number
  author: Author
  name: string
  text: string
}

export interface LineReceipt {
  state: TaskState
  reason: AnyText | undefined
  /** The time of the next attempt. */
  retryAt: Steady | undefined
  attempt: number
}

export interface TitledChat {
  id: ChatId
  title: string
  lastAt: Date
}

// The page may show a line as soon as sending begins, and it must not lose that line again after a kill.
const onThePage: OutboxState[] = ['sending', 'unknown', 'sent']

/** `before` selects the newest lines before one, `after` the oldest lines after one. */
export interface LineSpan {
  before?: number
  after?: number
  limit: number
}

/** The shown lines of a chat, oldest first; the newest ones by default. Our own lines count once they are being sent. */
export function readLines(db: Database, chatId: ChatId, { before, after, limit }: LineSpan): StoredLine[] {
  const unsent = db.orm
    .select({ one: sql`1` })
    .from(outbox)
    .where(and(eq(outbox.messageId, message.id), notInArray(outbox.state, onThePage)))
  const lines = select(
    db,
    and(
      eq(message.chat, chatId),
      gt(message.id, deletedUpTo(db, chatId)),
      before === undefined ? undefined : lt(message.id, before),
      after === undefined ? undefined : gt(message.id, after),
      or(eq(message.author, 'human'), notExists(unsent)),
      sql.raw(`NOT ${isOnOtherBranch('message.id')}`),
    ),
    limit,
    after === undefined ? desc : asc,
  )
  return after === undefined ? lines.reverse() : lines
}

/** One line regardless of its outbox state, for the moment in which it is being sent. */
export function readLine(db: Database, id: number): StoredLine | undefined {
  return select(db, eq(message.id, id), 1)[0]
}

/** The chats of all channels, the most recently active first. */
export function listChats(db: Database, { limit }: { limit: number }): TitledChat[] {
  const rows = db
    .statement(
      `SELECT id, title, coalesce((SELECT at FROM message WHERE message.chat = chat.id ORDER BY message.id DESC LIMIT 1), created_at) AS last
       FROM chat WHERE NOT ${isDeleted} ORDER BY last DESC, id LIMIT ?`,
    )
    .all(limit) as { id: ChatId; title: string; last: number }[]
  return rows.map(({ id, title, last }) => ({ id, title, lastAt: new Date(last) }))
}

function select(db: Database, where: SQL | undefined, limit: number, inOrder = desc): StoredLine[] {
  const rows = db.orm
    .select({ message, task })
    .from(message)
    .leftJoin(taskMessage, eq(taskMessage.messageId, message.id))
    .leftJoin(task, eq(task.id, taskMessage.taskId))
    .where(where)
    .orderBy(inOrder(message.id))
    .limit(limit)
    .all()
  const ownIds = rows.filter((row) => row.message.author === 'bot').map((row) => row.message.id)
  const answers = tasksAnsweredBy(db, ownIds)
  const questions = questionsIn(db, ownIds)
  const offers = remindersIn(db, ownIds)
  const taskOffers = taskOffersIn(db, ownIds)
  const actions = actionsOf(db, ownIds)
  const makings = makingsOf(db, ownIds)
  const unfinished = unfinishedAmong(db, ownIds)
  const ids = rows.map((row) => row.message.id)
  const files = filesOf(db, ids)
  const storyOf = storiesOf(db, ids)
  const versions = versionsAt(db, ids)
  return rows.map((row) => ({
    id: row.message.id,
    chat: row.message.chat,
    author: row.message.author,
    kind: row.message.kind,
    name: row.message.name,
    text: row.message.text,
    at: new Date(row.message.at),
    lane: row.message.lane,
    personId: row.message.personId ?? undefined,
    story: storyOf(row.message.id),
    repliesTo: repliesTo(db, row.message),
    files: files.get(row.message.id) ?? [],
    key: row.message.author === 'human' ? (row.message.remoteId ?? undefined) : undefined,
    task: row.task?.id ?? answers.get(row.message.id),
    // Nobody in the chat waits for what is done beside it.
    receipt: row.task && factsOf(row.task.kind).isShownLive ? toReceipt(row.task) : undefined,
    question: questions.get(row.message.id),
    offers: offers.get(row.message.id) ?? taskOffers.get(row.message.id) ?? [],
    actions: actions.get(row.message.id) ?? [],
    making: makings.get(row.message.id),
    unfinished: unfinished.get(row.message.id),
    versions: versions.get(row.message.id),
  }))
}

/** Every line of ours answers something, so we only show what a person replied to explicitly. */
function repliesTo(db: Database, { author, chat, replyTo }: typeof message.$inferSelect): RepliedLine | undefined {
  if (author !== 'human' || replyTo === null) return undefined
  const id = repliedTo(db, chat, replyTo)
  const target = id === undefined ? undefined : db.orm.select().from(message).where(eq(message.id, id)).get()
  return target && { id: target.id, author: target.author, name: target.name, text: target.text }
}

function tasksAnsweredBy(db: Database, messages: number[]): Map<number, number | undefined> {
  const rows = db.orm
    .select({ message: outbox.messageId, task: outbox.taskId })
    .from(outbox)
    .where(inArray(outbox.messageId, messages))
    .all()
  return new Map(rows.map((row) => [row.message, row.task ?? undefined]))
}

function toReceipt(row: typeof task.$inferSelect): LineReceipt {
  return {
    state: row.state,
    reason: row.reason ?? undefined,
    retryAt: row.state === 'retry' ? row.dueAt : undefined,
    attempt: row.attempt,
  }
}

/** What happened to a line after it was said, and the conversation it belongs to. */
interface LineStory {
  /** Whether other people can write in this chat. */
  isAmongOthers: boolean
  conversation: number | undefined
  /** When it was deleted on its platform. */
  deletedAt: Date | undefined
  /** Its earlier texts, oldest first. An edit is a later row with the same platform id. */
  earlier: { text: string; at: Date }[]
  /** The row that holds the current text. */
  later: number | undefined
}

/** Loads this for all lines of a page with four queries. */
function storiesOf(db: Database, lines: number[]): (line: number) => LineStory {
  const ids = JSON.stringify(lines)
  const pairs = (query: string) => new Map(db.statement(query).raw().all(ids) as [number, number][])
  const among = pairs(amongOthers)
  const conversations = pairs(conversationsOf)
  const deleted = pairs(deletionsOf)
  const versions = new Map<number, LineVersion[]>()
  for (const version of db.statement(versionsOf).all(ids) as LineVersion[])
    versions.set(version.line, [...(versions.get(version.line) ?? []), version])
  return (line) => {
    const others = versions.get(line) ?? []
    const deletedAt = deleted.get(line)
    return {
      isAmongOthers: among.get(line) === 1,
      conversation: conversations.get(line),
      deletedAt: deletedAt === undefined ? undefined : new Date(deletedAt),
      earlier: others.filter(({ id }) => id < line).map(({ text, at }) => ({ text, at: new Date(at) })),
      later: others.findLast(({ id }) => id > line)?.id,
    }
  }
}

interface LineVersion {
  line: number
  id: number
  text: string
  at: number
}

const wanted = 'FROM json_each(?) AS wanted CROSS JOIN'
const amongOthers = `SELECT message.id, chat.audience = 'group' ${wanted} message ON message.id = wanted.value
  CROSS JOIN chat ON chat.id = message.chat`
const conversationsOf = `SELECT message_id, conversation_id ${wanted} conversation_message ON message_id = wanted.value`
const deletionsOf = `SELECT message_id, deleted_message.at ${wanted} deleted_message ON message_id = wanted.value`
const versionsOf = `SELECT said.id AS line, other.id, other.text, other.at ${wanted} message AS said ON said.id = wanted.value
  CROSS JOIN message AS other INDEXED BY message_remote ON other.chat = said.chat AND other.remote_id = said.remote_id
  WHERE said.author = 'human' AND other.author = 'human' AND other.id <> said.id ORDER BY other.id`
