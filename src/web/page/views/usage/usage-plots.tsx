import type { ComponentChild } from 'preact'
import { useMemo } from 'preact/hooks'
import { formatDollars, formatNumber, formatPercent, formatSeconds } from '../../text/format.ts'
import type { UsageDay, UsageOverview, WireSpending } from '../../wire/usage-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { usageWords } from '../../words/usage-words.ts'
import { Plot } from './plot.tsx'

/** Charts of cost, tokens and response time by day. */
export function UsagePlots({ usage: { days, today } }: { usage: UsageOverview }) {
  const words = useWords(usageWords)
  const locale = useLocale()
  const { columns, plots } = words
  const { dates, cost, tokens, waits } = useMemo(() => linesOf(days, today.capUsd, words), [days, words])
  const daysWithCalls = days.toReversed().filter(({ calls }) => calls > 0)
  return (
    <>
      <Plot title={plots.cost} dates={dates} lines={cost} tick={(usd) => formatDollars(usd, 2, locale)}>
        <UsageTable
          of="day"
          columns={[columns.calls, columns.cost]}
          rows={daysWithCalls.map(({ date, calls, usd }) => ({
            name: date,
            cells: [formatNumber(calls, locale), formatDollars(usd, 2, locale)],
          }))}
        />
      </Plot>
      <Plot title={plots.tokens} dates={dates} lines={tokens} tick={(amount) => short(amount, locale)}>
        <UsageTable
          of="day"
          columns={[columns.read, columns.fromCache, columns.written]}
          rows={daysWithCalls.map((day) => ({
            name: day.date,
            cells: [formatNumber(readIn(day), locale), cacheShare(day), formatNumber(day.outputTokens, locale)],
          }))}
        />
      </Plot>
      <Plot title={plots.firstWord} dates={dates} lines={waits} tick={(wait) => `${formatNumber(wait, locale)} s`}>
        <UsageTable
          of="day"
          columns={[columns.answers, columns.half, columns.most]}
          rows={daysWithCalls.flatMap(({ date, firstWord }) =>
            firstWord
              ? [
                  {
                    name: date,
                    cells: [
                      formatNumber(firstWord.answers, locale),
                      formatSeconds(firstWord.p50, locale),
                      formatSeconds(firstWord.p95, locale),
                    ],
                  },
                ]
              : [],
          )}
        />
      </Plot>
    </>
  )
}

function linesOf(days: UsageDay[], capUsd: number | undefined, { columns, plots }: (typeof usageWords)['en']) {
  const of = (value: (day: UsageDay) => number | undefined) => days.map((day) => value(day) ?? null)
  const inSeconds = (ms: number | undefined) => ms && ms / 1000
  return {
    dates: days.map(({ date }) => date),
    cost: [
      { name: columns.cost, colour: '--accent', bars: true, values: of(({ usd }) => usd) },
      ...(capUsd === undefined
        ? []
        : [
            {
              name: plots.cap(capUsd),
              colour: '--ink',
              dashed: true,
              values: of(() => capUsd),
            } as const,
          ]),
    ],
    tokens: [
      { name: columns.read, colour: '--soft', bars: true, values: of(readIn) },
      { name: plots.ofItCache, colour: '--accent', bars: true, values: of((day) => day.cacheReadTokens) },
      { name: columns.written, colour: '--ink', values: of((day) => day.outputTokens) },
    ],
    waits: [
      { name: columns.half, colour: '--accent', values: of(({ firstWord }) => inSeconds(firstWord?.p50)) },
      { name: columns.most, colour: '--soft', values: of(({ firstWord }) => inSeconds(firstWord?.p95)) },
    ],
  } satisfies Record<string, string[] | Parameters<typeof Plot>[0]['lines']>
}

export function readIn({ inputTokens, cacheReadTokens, cacheWriteTokens }: WireSpending): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

export function cacheShare(spent: WireSpending): string {
  return formatPercent(spent.cacheReadTokens / Math.max(1, readIn(spent)))
}

function short(tokens: number, locale: string): string {
  return tokens.toLocaleString(locale, { notation: 'compact', maximumSignificantDigits: 3 })
}

export type UsageTableKind = keyof (typeof usageWords)['en']['of']

interface UsageRow {
  name: ComponentChild
  cells: string[]
}

/** A table that scrolls if it is too wide. */
export function UsageTable({ of, columns, rows }: { of: UsageTableKind; columns: string[]; rows: UsageRow[] }) {
  const words = useWords(usageWords)
  if (rows.length === 0) return <p class="muted">{words.nothing}</p>
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label={words.of[of].table}>
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">{words.of[of].head}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, at) => (
            <tr key={at}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
