import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hrefOf, parsePageAddress } from '../../address.ts'
import type { ApiResult } from '../../api.ts'
import { formatDollars, formatNumber, formatSeconds } from '../../text/format.ts'
import type { UsageSpan, UsageOverview as UsageTold, WireNamedSpending, WireUsageShare } from '../../wire/usage-wire.ts'
import { commonWords, viewTitles } from '../../words/common-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { usageWords } from '../../words/usage-words.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { cacheShare, readIn, UsagePlots, UsageTable, type UsageTableKind } from './usage-plots.tsx'

const againMs = 30_000
const choices = [7, 30, 90]

/** Calls and cost of the models: today, this month, and by day. */
function Usage({ api }: ViewProps) {
  const words = useWords(usageWords)
  const { reading } = useWords(commonWords)
  const days = useSignal(30)
  const answer = useSignal<ApiResult<UsageTold> | undefined>(undefined)
  useEffect(() => {
    const read = async () => {
      if (!document.hidden) answer.value = await api.usage(days.value)
    }
    void read()
    const timer = setInterval(() => void read(), againMs)
    return () => clearInterval(timer)
  }, [days.value])
  const overview = answer.value
  return (
    <ViewPage name="usage" title={useWords(viewTitles.usage)}>
      {!overview && <p class="muted">{reading}</p>}
      {overview && overview.status !== 'ok' && <p role="alert">{overview.error}</p>}
      {overview?.status === 'ok' && (
        <>
          <div class="spans">
            <SpanView name={words.today} span={overview.value.today} />
            <SpanView name={words.thisMonth} span={overview.value.month} />
          </div>
          <Days chosen={days.value} choose={(chosen) => (days.value = chosen)} />
          <UsagePlots usage={overview.value} />
          <Sums usage={overview.value} />
        </>
      )}
    </ViewPage>
  )
}

function Days({ chosen, choose }: { chosen: number; choose(days: number): void }) {
  const words = useWords(usageWords)
  return (
    <fieldset class="choices">
      <legend class="hidden">{words.howManyDays}</legend>
      {choices.map((days) => (
        <label key={days}>
          <input type="radio" name="days" checked={days === chosen} onChange={() => choose(days)} />
          {words.days(days)}
        </label>
      ))}
    </fieldset>
  )
}

/** Totals by model, channel, purpose and chat. */
function Sums({ usage: { byModel, byChannel, byOrigin, chats, firstWord } }: { usage: UsageTold }) {
  const words = useWords(usageWords)
  const locale = useLocale()
  const columns = spentColumns(words)
  return (
    <>
      {firstWord && (
        <p>
          {words.firstWord(
            firstWord.answers,
            formatSeconds(firstWord.p50, locale),
            formatSeconds(firstWord.p95, locale),
          )}
        </p>
      )}
      <h2>{words.byModel}</h2>
      <SpentTable of="model" spent={byModel} />
      <h2>{words.byChannel}</h2>
      <SpentTable of="channel" spent={byChannel} />
      <h2>{words.byPurpose}</h2>
      <SpentTable of="purpose" spent={byOrigin.map((row) => ({ ...row, name: words.purpose(row.name) }))} />
      <h2>{words.dearest}</h2>
      <UsageTable
        of="chat"
        columns={columns}
        rows={chats.map((chat) => ({
          name: <ChatName id={chat.id} title={chat.name} />,
          cells: cellsOf(chat, locale),
        }))}
      />
    </>
  )
}

/** A link, if the page can show the chat. */
function ChatName({ id, title }: { id: string; title: string }) {
  const address = hrefOf({ chat: id })
  return parsePageAddress(address) ? <a href={address}>{title}</a> : <>{title}</>
}

// The first column is visible on phones too.
function spentColumns({ columns: { cost, calls, read, fromCache, written } }: (typeof usageWords)['en']): string[] {
  return [cost, calls, read, fromCache, written]
}

function SpentTable({ of, spent }: { of: UsageTableKind; spent: WireNamedSpending[] }) {
  const columns = spentColumns(useWords(usageWords))
  const locale = useLocale()
  const rows = spent.map((row) => ({ name: row.name, cells: cellsOf(row, locale) }))
  return <UsageTable of={of} columns={columns} rows={rows} />
}

function cellsOf(spent: WireNamedSpending, locale: string): string[] {
  const { calls, outputTokens, usd } = spent
  const [read, written] = [formatNumber(readIn(spent), locale), formatNumber(outputTokens, locale)]
  return [formatDollars(usd, 2, locale), formatNumber(calls, locale), read, cacheShare(spent), written]
}

function SpanView({ name, span }: { name: string; span: UsageSpan }) {
  const words = useWords(usageWords)
  const locale = useLocale()
  const { calls, usd, capUsd, outputTokens } = span
  const byPurpose = span.byOrigin.map((share) => ({ ...share, name: words.purpose(share.name) }))
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <p class="cost">
        <strong>{formatDollars(usd, 2, locale)}</strong>
        {capUsd !== undefined && words.ofCap(formatDollars(capUsd, 2, locale))}
        <span class="muted">{` · ${words.calls(calls)}`}</span>
      </p>
      {capUsd !== undefined && <meter min={0} max={capUsd} value={usd} aria-label={words.spentOfCap(name)} />}
      {calls > 0 && (
        <>
          <dl class="facts">
            <dt>{words.tokensRead}</dt>
            <dd>{words.fromTheCache(formatNumber(readIn(span), locale), cacheShare(span))}</dd>
            <dt>{words.tokensWritten}</dt>
            <dd>{formatNumber(outputTokens, locale)}</dd>
          </dl>
          <Shares of="purpose" shares={byPurpose} />
          <Shares of="with" shares={span.byModel} />
        </>
      )}
    </section>
  )
}

function Shares({ of, shares }: { of: UsageTableKind; shares: WireUsageShare[] }) {
  const { columns } = useWords(usageWords)
  const locale = useLocale()
  const rows = shares.map(({ name, calls, usd }) => ({
    name,
    cells: [formatNumber(calls, locale), formatDollars(usd, 2, locale)],
  }))
  return <UsageTable of={of} columns={[columns.calls, columns.cost]} rows={rows} />
}

export const usageView: PageView = {
  name: 'usage',
  title: viewTitles.usage,
  icon: 'M4.5 20v-7M10 20V9.5M15.5 20V4.5M21 20H3',
  Body: Usage,
}
