import type { ChatId } from '../../src/domain/ids.ts'
import { factsOf, isEnd, type TaskState, upkeepKinds } from '../../src/domain/task.ts'
import { type Database, openReadOnly } from '../../src/store/database.ts'
import { readLines, type StoredLine } from '../../src/store/messages/lines.ts'
import type { Figures } from '../support/report-figures.ts'

/** One line a client said, and what it was told. */
export interface Said {
  chat: string
  key: string
  text: string
  /** The id under which it was acknowledged. */
  acked?: number
  ackMs?: number
  /** On the client's steady clock. */
  ackAt?: number
}

/** What the store holds against what was said, after everything came to rest. */
export interface Audit {
  sent: number
  accepted: number
  tasks: number
  replies: number
  lost: number
  dup: number
  stuck: number
  integrity: string
  ends: Record<string, number>
  /** One sentence per broken promise; empty when all were kept. */
  problems: string[]
}

/** A note about a day, for example, becomes due when the clock is set to the next one. */
const unawaitedUpkeep = upkeepKinds.filter((kind) => !factsOf(kind).awaited)

/** Compares the clients' book with the daemon's. Clients say the lines of one chat one after another. */
export function audit(file: string, said: Said[]): Audit {
  const db = openReadOnly(file)
  try {
    const chats = db.raw.prepare('SELECT id FROM chat').pluck().all() as ChatId[]
    const lines = chats.flatMap((chat) => readLines(db, chat, { limit: 1_000_000 }))
    // Upkeep is nobody's: it ends in silence, and may wait.
    const tasks = db.raw
      .prepare('SELECT id, lane, state FROM task WHERE kind NOT IN (SELECT value FROM json_each(?)) ORDER BY id')
      .all(JSON.stringify(unawaitedUpkeep)) as TaskRow[]
    const replies = lines.filter((line) => line.author === 'bot' && line.kind === 'conversation')
    const integrity = String(db.raw.pragma('integrity_check', { simple: true }))
    const lost = findLost(said, lines)
    const dup = [...findDoubledLines(lines), ...findDoubledReplies(replies), ...findTaskless(lines)]
    const stuck = findStuck(db, tasks)
    const problems = [
      ...lost,
      ...dup,
      ...stuck,
      ...findSilentEnds(db, tasks, lines),
      ...findDisorder(said, replies),
      ...findOverlaps(db),
      ...(integrity === 'ok' ? [] : [`integrity_check says ${integrity}`]),
    ]
    return {
      sent: said.length,
      accepted: said.filter((line) => line.acked !== undefined).length,
      tasks: tasks.length,
      replies: replies.length,
      lost: lost.length,
      dup: dup.length,
      stuck: stuck.length,
      integrity,
      ends: countBy(tasks.map((task) => task.state)),
      problems,
    }
  } finally {
    db.close()
  }
}

/** The audit as figures; how the tasks ended is one of them. */
export function figuresOf({ sent, accepted, tasks, replies, lost, dup, stuck, integrity, ends }: Audit): Figures {
  const states = Object.entries(ends).map(([state, count]) => `${state} ${count}`)
  return { sent, accepted, tasks, ends: states.join(', '), replies, lost, doubled: dup, stuck, integrity }
}

interface TaskRow {
  id: number
  lane: string
  state: TaskState
}

function findLost(said: Said[], lines: StoredLine[]): string[] {
  const stored = new Map(lines.map((line) => [line.id, line]))
  return said
    .filter((line) => line.acked !== undefined)
    .filter(({ acked, key, text }) => {
      const found = stored.get(acked ?? 0)
      return found?.key !== key || found.text !== text
    })
    .map((line) => `"${line.text}" was acknowledged as ${line.acked} and is not there`)
}

function findDoubledLines(lines: StoredLine[]): string[] {
  const keys = countBy(lines.filter((line) => line.key !== undefined).map((line) => `${line.chat} ${line.key}`))
  return over(keys, 1).map(([key, count]) => `the line ${key} is stored ${count} times`)
}

function findDoubledReplies(replies: StoredLine[]): string[] {
  return over(countBy(replies.map((line) => String(line.task))), 1).map(
    ([task, count]) => `task ${task} shows ${count} replies`,
  )
}

/** Tasks per message exactly one: two are impossible by primary key, none would be a message nobody answers. */
function findTaskless(lines: StoredLine[]): string[] {
  return lines
    .filter((line) => line.author === 'human' && line.kind === 'conversation' && line.task === undefined)
    .map((line) => `message ${line.id} has no task`)
}

function findStuck(db: Database, tasks: TaskRow[]): string[] {
  const open = db.raw.prepare("SELECT id, state FROM outbox WHERE state NOT IN ('sent', 'held', 'dead')").all() as {
    id: number
    state: string
  }[]
  return [
    ...tasks.filter((task) => !isEnd(task.state)).map((task) => `task ${task.id} is still ${task.state}`),
    ...open.map((row) => `delivery ${row.id} is still ${row.state}`),
  ]
}

/** Every end can be seen: an answer by its reply, any other by a notice. What a person stopped, they know. */
function findSilentEnds(db: Database, tasks: TaskRow[], lines: StoredLine[]): string[] {
  const told = new Set(lines.filter((line) => line.author === 'bot').map((line) => line.task))
  return tasks
    .filter((task) => isEnd(task.state) && task.state !== 'cancelled' && !told.has(task.id))
    .map((task) => `task ${task.id} ended as ${task.state} and nothing on the page says so${whatWasSent(db, task)}`)
}

function whatWasSent(db: Database, { id }: TaskRow): string {
  const rows = db.raw.prepare('SELECT kind, state, error, attempt FROM outbox WHERE task_id = ?').all(id)
  return `; sent for it: ${JSON.stringify(rows)}`
}

function findDisorder(said: Said[], replies: StoredLine[]): string[] {
  const accepted = said.filter((line) => line.acked !== undefined)
  const spoken = outOfOrder(accepted, 'chat', (line) => line.acked ?? 0)
  const answered = outOfOrder(replies, 'chat', (line) => line.task ?? 0)
  return [
    ...spoken.map((line) => `"${line.text}" was stored before what was said before it`),
    ...answered.map((line) => `reply ${line.id} of task ${line.task} came after the reply to a later task`),
  ]
}

/** Two tasks of one queue under way at the same time, read from the order in which claims and ends were committed. */
function findOverlaps(db: Database): string[] {
  const events = db.raw
    .prepare(
      'SELECT e.task_id AS task, e.kind, t.queue FROM task_event e JOIN task t ON t.id = e.task_id ORDER BY e.id',
    )
    .all() as { task: number; kind: string; queue: string }[]
  const running = new Map<string, number>()
  const problems: string[] = []
  for (const { task, kind, queue } of events) {
    const other = running.get(queue)
    if (kind !== 'claimed') {
      if (other === task) running.delete(queue)
      continue
    }
    if (other !== undefined && other !== task) problems.push(`task ${task} began while ${other} of its queue still ran`)
    running.set(queue, task)
  }
  return problems
}

function outOfOrder<K extends string, T extends Record<K, string>>(rows: T[], by: K, rank: (row: T) => number): T[] {
  const last = new Map<string, number>()
  return rows.filter((row) => {
    const isLate = rank(row) < (last.get(row[by]) ?? 0)
    last.set(row[by], rank(row))
    return isLate
  })
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function over(counts: Record<string, number>, most: number): [string, number][] {
  return Object.entries(counts).filter(([, count]) => count > most)
}
