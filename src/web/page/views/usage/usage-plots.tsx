import { useMemo } from 'preact/hooks'
import { dollars, number, percent, seconds } from '../../text/number.ts'
import type { Spending, Usage, UsageDay } from '../../wire/usage-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { usageWords } from '../../words/usage-words.ts'
import { Plot } from './plot.tsx'
import { UsageTable } from './usage-table.tsx'

/** Cost, tokens and waits by day. */
export function UsagePlots({ usage: { days, today } }: { usage: Usage }) {
  const words = useWords(usageWords)
  const locale = useLocale()
  const { columns, plots } = words
  const { dates, cost, tokens, waits } = useMemo(() => linesOf(days, today.capUsd, words), [days, words])
  const told = days.toReversed().filter(({ calls }) => calls > 0)
  return (
    <>
      <Plot title={plots.cost} dates={dates} lines={cost} tick={(usd) => dollars(usd, 2, locale)}>
        <UsageTable
          of="day"
          columns={[columns.calls, columns.cost]}
          rows={told.map(({ date, calls, usd }) => ({
            name: date,
            cells: [number(calls, locale), dollars(usd, 2, locale)],
          }))}
        />
      </Plot>
      <Plot title={plots.tokens} dates={dates} lines={tokens} tick={(many) => short(many, locale)}>
        <UsageTable
          of="day"
          columns={[columns.read, columns.fromCache, columns.written]}
          rows={told.map((day) => ({
            name: day.date,
            cells: [number(readIn(day), locale), cacheShare(day), number(day.outputTokens, locale)],
          }))}
        />
      </Plot>
      <Plot title={plots.firstWord} dates={dates} lines={waits} tick={(wait) => `${number(wait, locale)} s`}>
        <UsageTable
          of="day"
          columns={[columns.answers, columns.half, columns.most]}
          rows={told.flatMap(({ date, firstWord }) =>
            firstWord
              ? [
                  {
                    name: date,
                    cells: [
                      number(firstWord.answers, locale),
                      seconds(firstWord.p50, locale),
                      seconds(firstWord.p95, locale),
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

export function readIn({ inputTokens, cacheReadTokens, cacheWriteTokens }: Spending): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

export function cacheShare(spent: Spending): string {
  return percent(spent.cacheReadTokens / Math.max(1, readIn(spent)))
}

function short(tokens: number, locale: string): string {
  return tokens.toLocaleString(locale, { notation: 'compact', maximumSignificantDigits: 3 })
}
