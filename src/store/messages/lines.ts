import { and, asc, desc, eq, gt, inArray, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Button, OutboxState } from '../../domain/delivery.ts'
import type { KnownFile } from '../../domain/file.ts'
import { type ChannelName, type ChatId, type Lane, localOwner } from '../../domain/ids.ts'
import type { Author, MessageKind, Unfinished } from '../../domain/message.ts'
import type { TaskState } from '../../domain/task.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { filesOf } from '../files/files.ts'
import { repliedTo } from '../recall/past.ts'
import { message, outbox, task, taskMessage } from '../schema/schema.ts'
import { actionsOf, type Making, makingsOf, type StoredAction, unfinishedAmong } from '../work/answers.ts'
import { type AskedLine, questionsIn } from '../work/approvals.ts'
import { remindersIn, taskOffersIn } from '../work/open-buttons.ts'
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
  /** Who said it; undefined of those we do not know, and of us. */
  personId: number | undefined
  /** What became of it, and what it is a part of. */
  story: LineStory
  /** The line that a person answered with this one, when we know it. */
  repliesTo: RepliedLine | undefined
  /** In the order they hang on it. */
  files: KnownFile[]
  /** What the sender's own page called it before it was stored. */
  key: string | undefined
  /** The task that answers this line, or that this line is the answer of. */
  task: number | undefined
  /** How the work on a human's line stands; undefined when there is none. */
  receipt: LineReceipt | undefined
  /** What this line of ours asks a person, and how that stands. */
  question: AskedLine | undefined
  /** What can be pressed below it, where it asks for nothing but to be seen to. */
  offers: Button[]
  /** What was done for this line of ours, in order. */
  actions: StoredAction[]
  /** How it came about, where a model wrote it. */
  making: (Making & { thinks: boolean }) | undefined
  /** Why it ends before it was finished. */
  unfinished: Unfinished | undefined
}

export interface RepliedLine {
  id: number
  author: Author
  name: string
  text: string
}

export interface LineReceipt {
  state: TaskState
  reason: string | undefined
  /** When it will be tried again. */
  retryAt: Steady | undefined
  attempt: number
}

export interface LocalChat {
  id: ChatId
  title: string
  lastAt: Date
}

// A page may have shown a line from the moment its sending began; after a kill it must not lose that line again.
const onThePage: OutboxState[] = ['sending', 'unknown', 'sent']

/** Before one of them the newest, after one of them the oldest. */
export interface LineSpan {
  before?: number
  after?: number
  limit: number
}

/** So many lines of a chat, the newest unless said, oldest first. Our own lines count once they are being sent. */
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
    ),
    limit,
    after === undefined ? desc : asc,
  )
  return after === undefined ? lines.reverse() : lines
}

/** One line whatever the outbox says of it: for the moment in which it is being sent. */
export function readLine(db: Database, id: number): StoredLine | undefined {
  return select(db, eq(message.id, id), 1)[0]
}

/** The chats of the local page, the one that spoke last first. */
export function listLocalChats(db: Database, limit = 200): LocalChat[] {
  return listChats(db, { channel: localOwner.channel, limit })
}

/** The chats of one channel or of all, the one that spoke last first. */
export function listChats(db: Database, { channel, limit }: { channel?: ChannelName; limit: number }): LocalChat[] {
  const rows = db
    .statement(
      `SELECT id, title, coalesce((SELECT at FROM message WHERE message.chat = chat.id ORDER BY message.id DESC LIMIT 1), created_at) AS last
       FROM chat WHERE channel = ifnull(?, channel) AND NOT ${isDeleted} ORDER BY last DESC, id LIMIT ?`,
    )
    .all(channel ?? null, limit) as { id: ChatId; title: string; last: number }[]
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
  const ours = rows.filter((row) => row.message.author === 'bot').map((row) => row.message.id)
  const answers = tasksAnsweredBy(db, ours)
  const questions = questionsIn(db, ours)
  const offers = remindersIn(db, ours)
  const taskOffers = taskOffersIn(db, ours)
  const actions = actionsOf(db, ours)
  const makings = makingsOf(db, ours)
  const unfinished = unfinishedAmong(db, ours)
  const ids = rows.map((row) => row.message.id)
  const files = filesOf(db, ids)
  const storyOf = storiesOf(db, ids)
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
    receipt: row.task ? toReceipt(row.task) : undefined,
    question: questions.get(row.message.id),
    offers: offers.get(row.message.id) ?? taskOffers.get(row.message.id) ?? [],
    actions: actions.get(row.message.id) ?? [],
    making: makings.get(row.message.id),
    unfinished: unfinished.get(row.message.id),
  }))
}

/** Every line of ours answers something; only what a person pointed at is worth showing. */
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

/** What became of a line after it was said, and what it is a part of. */
interface LineStory {
  /** Others can speak where it was said. */
  isAmongOthers: boolean
  conversation: number | undefined
  /** When it was taken back where it was said. */
  deletedAt: Date | undefined
  /** What it said before, oldest first: an edit is a later row under the same name. */
  earlier: { text: string; at: Date }[]
  /** The row that holds what it says now. */
  later: number | undefined
}

/** For the lines of one page, in four questions. */
function storiesOf(db: Database, lines: number[]): (line: number) => LineStory {
  const ids = JSON.stringify(lines)
  const pairs = (query: string) => new Map(db.statement(query).raw().all(ids) as [number, number][])
  const among = pairs(amongOthers)
  const conversations = pairs(conversationsOf)
  const deleted = pairs(deletionsOf)
  const versions = new Map<number, Version[]>()
  for (const version of db.statement(versionsOf).all(ids) as Version[])
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

interface Version {
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
