import { oneLine, truncate } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'
import { shortDuration } from '../../lib/time/calendar.ts'
import { textIn } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { taskMessages } from '../../store/messages/messages.ts'
import { listTasks, type Task } from '../../store/work/tasks.ts'
import { costsOf } from '../../store/work/usage.ts'

/** A task in a list, with its title, duration and cost. */
export interface ListedTask extends Task {
  title: string
  /** Until now if it has not ended; undefined if it has not begun. */
  durationMs: number | undefined
  usd: number
}

export function readTaskList(db: Database, options: { limit: number; open?: boolean }, now: Date): ListedTask[] {
  return toListedTasks(db, listTasks(db, options), now)
}

export function toListedTasks(db: Database, tasks: Task[], now: Date): ListedTask[] {
  const costs = costsOf(
    db,
    tasks.map(({ id }) => id),
  )
  return tasks.map((task) => ({
    ...task,
    title: titleOf(db, task),
    durationMs: durationOf(task, now),
    usd: costs.get(task.id) ?? 0,
  }))
}

/** One row of at most `width` characters; the title is shortened to fit. */
export function describeListed(task: ListedTask, time: (ms: number) => string, width: number): string {
  const { durationMs, usd, state, kind, chat, title, reason } = task
  const facts = [
    String(task.id).padStart(6),
    time(task.createdAt),
    state.padEnd(11),
    (durationMs === undefined ? '' : shortDuration(durationMs)).padStart(7),
    (usd === 0 ? '' : `$${usd.toFixed(4)}`).padStart(8),
    `${kind} in ${chat}:`,
  ]
  const head = facts.join('  ')
  const titleAndReason = reason ? `${title} (${textIn(reason, 'en')})` : title
  return printable(`${head} ${truncate(titleAndReason, Math.max(MIN_TITLE_CHARS, width - head.length - 1))}`)
}

const MIN_TITLE_CHARS = 30
const MAX_TITLE_CHARS = 200

/** The first message of the task on one line. */
function titleOf(db: Database, { id, instruction }: Task): string {
  const text = taskMessages(db, id)[0]?.text || instruction || ''
  return oneLine(text, MAX_TITLE_CHARS)
}

function durationOf({ startedAt, finishedAt }: Task, now: Date): number | undefined {
  return startedAt === null ? undefined : Math.max(0, (finishedAt ?? now.getTime()) - startedAt)
}
