import type { Config } from '../../config/config.ts'
import { type ChatId, channelOf } from '../../domain/ids.ts'
import { dateText, type Span, spanAround } from '../../lib/time/calendar.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles } from '../../store/messages/chats.ts'
import { firstWordsIn, type Spending, spendingByChat } from '../../store/work/usage.ts'
import { readUsage, spendingBy, totalOf, type UsageReport } from './usage-report.ts'

/** Calls and costs of the models over some days, for the page. */
export interface UsageHistory extends UsageReport {
  /** Oldest first, including days without calls. */
  days: DayOfUsage[]
  byModel: NamedSpending[]
  byChannel: NamedSpending[]
  byOrigin: NamedSpending[]
  /** Most expensive first. */
  chats: (NamedSpending & { id: ChatId })[]
  /** How long people waited for the first word of an answer, over all days. */
  firstWord?: WaitTimes
}

export interface DayOfUsage extends Spending {
  /** "2026-11-17". */
  date: string
  firstWord?: WaitTimes
}

export type NamedSpending = Spending & { name: string }

/** In milliseconds: half of the answers came sooner than p50. */
export interface WaitTimes {
  answers: number
  p50: number
  p95: number
}

const MAX_CHATS = 10

export function readUsageHistory(
  db: Database,
  config: Pick<Config, 'brain' | 'timezone'>,
  moment: Moment,
  days: number,
): UsageHistory {
  const spans = daysUntil(moment.now, days, config.timezone)
  const readDays = spans.map((span) => ({ span, rows: spendingByChat(db, span), waits: firstWordsIn(db, span) }))
  const rows = readDays.flatMap((day) => day.rows)
  return {
    ...readUsage(db, config, moment),
    days: readDays.map((day) => ({
      date: dateText(day.span.from, config.timezone),
      ...totalOf(day.rows),
      ...firstWordTimes(day.waits),
    })),
    byModel: spendingBy(rows, ({ model }) => model),
    byChannel: spendingBy(rows, ({ chat }) => (chat === null ? 'none' : channelOf(chat))),
    byOrigin: spendingBy(rows, ({ origin }) => origin),
    chats: mostExpensiveChats(db, rows),
    ...firstWordTimes(readDays.flatMap(({ waits }) => waits).toSorted((a, b) => a - b)),
  }
}

function mostExpensiveChats(db: Database, rows: ReturnType<typeof spendingByChat>): UsageHistory['chats'] {
  const withChat = rows.flatMap((row) => (row.chat === null ? [] : [{ ...row, chat: row.chat }]))
  const topChats = spendingBy(withChat, ({ chat }) => chat).slice(0, MAX_CHATS)
  const titles = chatTitles(
    db,
    topChats.map(({ name }) => name),
  )
  return topChats.map(({ name: id, ...spent }) => ({ ...spent, id, name: titles.get(id) ?? id }))
}

/** Calendar days in the time zone, some of which have 23 or 25 hours. */
function daysUntil(now: Date, days: number, timezone: string): Span[] {
  const spans: Span[] = []
  for (let at = now; spans.length < days; ) {
    const day = spanAround(at, 'day', timezone)
    spans.unshift(day)
    at = new Date(day.from.getTime() - 1)
  }
  return spans
}

function firstWordTimes(sorted: number[]): { firstWord?: WaitTimes } {
  const pick = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return sorted.length === 0 ? {} : { firstWord: { answers: sorted.length, p50: pick(0.5), p95: pick(0.95) } }
}
