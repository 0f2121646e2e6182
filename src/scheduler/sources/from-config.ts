import type { Config } from '../../config/config.ts'
import type { GuardedFetch } from '../../lib/http/guarded-fetch.ts'
import { clockTime, dateAndTime, dayAndTime, spanAround } from '../../lib/time/calendar.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { type Job, listJobs } from '../../store/schedule/jobs.ts'
import { lastUndone } from '../../store/schedule/runs.ts'
import { createCalendarSource } from './calendar/calendar.ts'
import { createCommandSource } from './command.ts'
import { createConversationsSource } from './conversations.ts'
import { createFeedSource } from './feed/feed.ts'
import { createQuestionsSource } from './questions.ts'
import { printableLine } from './readable-text.ts'
import type { BriefingBlock, GatherRequest, Item, Source } from './source.ts'

export type BlockTable = Config['heartbeat']['checks'][number]

export interface SourceDeps {
  db: Database
  unread: ReadUnread
  fetch: GuardedFetch
  /** The PATH for programs. */
  path: string
}

/** Creates the block that a table of the configuration describes. */
export function blockFrom(deps: SourceDeps, table: BlockTable): BriefingBlock {
  const title = table.title ?? titleOf(table)
  return { title, source: sourceFrom(deps, table, title), isNewsOnly: reportedOnce.includes(table.source) }
}

const reportedOnce: BlockTable['source'][] = ['feed', 'mail']

function titleOf({ source, mailbox, url, command }: BlockTable): string {
  switch (source) {
    case 'conversations':
      return 'Conversations'
    case 'questions':
      return 'Open questions'
    case 'reminders':
      return 'Reminders'
    case 'mail':
      return mailbox === undefined ? 'Unread mail' : `Unread mail (${mailbox})`
    case 'feed':
      return url === undefined ? 'Feed' : new URL(url).hostname
    case 'calendar':
      return 'Calendar'
    case 'command':
      return command[0]?.split('/').at(-1) ?? 'Command'
  }
}

function sourceFrom(deps: SourceDeps, table: BlockTable, title: string): Source {
  const { db, unread, fetch, path } = deps
  const { source, limit } = table
  switch (source) {
    case 'conversations':
      return createConversationsSource(db, limit)
    case 'questions':
      return createQuestionsSource(db, limit)
    case 'reminders':
      return createRemindersSource(db, limit)
    case 'mail':
      return createMailSource(unread, table.mailbox ?? '', limit)
    case 'command':
      return createCommandSource({ command: table.command, path, limit })
    case 'feed':
      return createFeedSource({ fetch, url: table.url ?? table.secretUrl ?? '', name: title, limit })
    case 'calendar':
      return createCalendarSource({ fetch, at: calendarAt(table), name: title, days: table.days, limit })
  }
}

function calendarAt({ url, secretUrl, file }: BlockTable): { url: string } | { file: string } {
  return file === undefined ? { url: url ?? secretUrl ?? '' } : { file }
}

/** The header of an unread mail. */
export interface UnreadMail {
  key: string
  from: string
  subject: string
  at: Date
}

/** Reads the newest unread mails of a mailbox, newest first, and changes nothing there. Never rejects. */
type ReadUnread = (
  mailbox: string,
  limit: number,
  signal: AbortSignal,
) => Promise<{ status: 'found'; mails: UnreadMail[] } | { status: 'failed'; reason: AnyText }>

const MAX_FROM_CHARS = 80
const MAX_SUBJECT_CHARS = 160

function createMailSource(unread: ReadUnread, mailbox: string, limit: number): Source {
  return {
    trust: 'untrusted',
    async gather({ timezone }, signal) {
      const result = await unread(mailbox, limit, signal)
      if (result.status === 'failed') return result
      const items = result.mails.map(({ key, from, subject, at }) => {
        const [who, about] = [printableLine(from, MAX_FROM_CHARS), printableLine(subject, MAX_SUBJECT_CHARS)]
        return { key, title: `${who || 'somebody'}: ${about || '(no subject)'} (${dateAndTime(at, timezone)})`, at }
      })
      return { status: 'found', items }
    },
  }
}

const MAX_LINE_CHARS = 300

/** The reminders of today, and earlier ones that are not done yet. */
export function createRemindersSource(db: Database, limit: number): Source {
  return {
    trust: 'owner',
    async gather(query) {
      const jobs = listJobs(db, { personId: query.person.id, kinds: ['reminder'] }).filter(isActive)
      const items = [
        ...jobs.flatMap((job) => listUndone(db, job, query)),
        ...jobs.flatMap((job) => listDueToday(job, query)),
      ]
      return { status: 'found', items: items.slice(0, limit) }
    },
  }
}

function isActive({ state }: Job): boolean {
  return state === 'active'
}

/** A postponed reminder is not listed, because it comes again by itself. */
function listUndone(db: Database, { id, text, againAt }: Job, { timezone }: GatherRequest): Item[] {
  const run = againAt === null ? lastUndone(db, id) : undefined
  if (!run) return []
  const at = new Date(run.instant)
  return [
    {
      key: `undone ${id} ${run.instant}`,
      title: `${printableLine(text, MAX_LINE_CHARS)} (since ${dayAndTime(at, timezone)}, not done)`,
      at,
    },
  ]
}

function listDueToday({ id, text, nextAt, againAt }: Job, { now, timezone }: GatherRequest): Item[] {
  const { until } = spanAround(now, 'day', timezone)
  return [nextAt, againAt]
    .filter((at) => at !== null && at < until.getTime())
    .map((due) => {
      const at = new Date(due ?? 0)
      return { key: `due ${id} ${due}`, title: `${clockTime(at, timezone)} ${printableLine(text, MAX_LINE_CHARS)}`, at }
    })
}
