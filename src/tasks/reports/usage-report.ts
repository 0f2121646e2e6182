import type { Config } from '../../config/config.ts'
import { lazy } from '../../lib/lazy.ts'
import { spanAround } from '../../lib/time/calendar.ts'
import type { Moment } from '../../lib/time/clock.ts'
import { dollarText, inEachLanguage, joinTexts, type LocalizedText, mapText } from '../../messages/localized.ts'
import { statusMessages } from '../../messages/status-messages.ts'
import type { Database } from '../../store/database.ts'
import { type Spending, spendingIn } from '../../store/work/usage.ts'

/** Calls and costs of the models, for /usage and `skein status`. */
export interface UsageReport {
  today: SpanReport
  month: SpanReport
}

export interface SpanReport extends Spending {
  capUsd?: number
  byOrigin: UsageShare[]
  byModel: UsageShare[]
}

export interface UsageShare {
  name: string
  calls: number
  usd: number
}

export function readUsage(
  db: Database,
  { brain, timezone }: Pick<Config, 'brain' | 'timezone'>,
  moment: Moment,
): UsageReport {
  const since = (unit: 'day' | 'month', capUsd: number | undefined): SpanReport => {
    const rows = spendingIn(db, { from: spanAround(moment.now, unit, timezone).from, ...moment })
    return {
      ...totalOf(rows),
      ...(capUsd === undefined ? {} : { capUsd }),
      byOrigin: sharesBy(rows, 'origin'),
      byModel: sharesBy(rows, 'model'),
    }
  }
  return { today: since('day', brain.dailyUsd), month: since('month', brain.monthlyUsd) }
}

/** Two paragraphs, as Markdown. */
export function describeUsage({ today, month }: UsageReport): LocalizedText {
  const { usageToday, usageMonth } = statusMessages
  return joinTexts([...describeSpan(usageToday, today), '', ...describeSpan(usageMonth, month)], '\n')
}

/** "12 calls, $0.35 of $5.00, 91 % read from cache". */
export function summarizeSpan({ calls, usd, capUsd, ...tokens }: SpanReport): LocalizedText {
  const { spending, spendingOf, cached } = statusMessages
  const spent = dollarText(usd)
  const read = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens
  const parts = [
    capUsd === undefined ? spending(calls, spent) : spendingOf(calls, spent, dollarText(capUsd)),
    ...(read === 0 ? [] : [cached(Math.round((tokens.cacheReadTokens / read) * 100))]),
  ]
  return joinTexts(parts, ', ')
}

function describeSpan(template: typeof statusMessages.usageToday, span: SpanReport): LocalizedText[] {
  const head = template(summarizeSpan(span))
  if (span.calls === 0) return [head]
  const tokens = {
    input: formatCompact(span.inputTokens),
    output: formatCompact(span.outputTokens),
    read: formatCompact(span.cacheReadTokens),
    written: formatCompact(span.cacheWriteTokens),
  }
  return [
    head,
    statusMessages.tokens(tokens),
    statusMessages.byOrigin(describeShares(span.byOrigin)),
    statusMessages.byModel(describeShares(span.byModel)),
  ]
}

function describeShares(shares: UsageShare[]): LocalizedText {
  const texts = shares.map(({ name, calls, usd }) => mapText(dollarText(usd), (money) => `${name} ${money} (${calls})`))
  return joinTexts(texts, ', ')
}

const compact = lazy(() =>
  inEachLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })),
)

function formatCompact(tokens: number): LocalizedText {
  return inEachLanguage((language) => compact()[language].format(tokens))
}

const noSpending: Spending = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
}

function add(sum: Spending, row: Spending): Spending {
  return {
    calls: sum.calls + row.calls,
    inputTokens: sum.inputTokens + row.inputTokens,
    outputTokens: sum.outputTokens + row.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + row.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + row.cacheWriteTokens,
    usd: sum.usd + row.usd,
  }
}

function sharesBy(rows: ReturnType<typeof spendingIn>, by: 'origin' | 'model'): UsageShare[] {
  return spendingBy(rows, (row) => row[by]).map(({ name, calls, usd }) => ({ name, calls, usd }))
}

/** Sums the rows for each name, most expensive first. */
export function spendingBy<R extends Spending, N extends string>(
  rows: R[],
  nameOf: (row: R) => N,
): (Spending & { name: N })[] {
  const byName = new Map<N, Spending>()
  for (const row of rows) byName.set(nameOf(row), add(byName.get(nameOf(row)) ?? noSpending, row))
  return [...byName].map(([name, spent]) => ({ ...spent, name })).toSorted((a, b) => b.usd - a.usd)
}

export function totalOf(rows: Spending[]): Spending {
  return rows.reduce(add, noSpending)
}
