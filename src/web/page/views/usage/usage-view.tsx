import type { Share, Span } from '../../overview-wire.ts'
import { count, number, percent } from '../../text/number.ts'
import { useOverview } from '../overview.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'

/** What the models were asked and what it cost, as /usage tells it. */
function Usage({ api }: ViewProps) {
  const answer = useOverview(api)
  return (
    <ViewPage name="usage" title="Usage">
      {!answer && <p class="muted">Reading…</p>}
      {answer && answer.status !== 'ok' && <p role="alert">{answer.error}</p>}
      {answer?.status === 'ok' && (
        <>
          <SpanView name="Today" span={answer.value.usage.today} />
          <SpanView name="This month" span={answer.value.usage.month} />
        </>
      )}
    </ViewPage>
  )
}

function SpanView({ name, span }: { name: string; span: Span }) {
  const { calls, usd, capUsd, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = span
  const read = inputTokens + cacheReadTokens + cacheWriteTokens
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <p class="cost">
        <strong>{dollars(usd)}</strong>
        {capUsd !== undefined && ` of ${dollars(capUsd)}`}
        <span class="muted">{` · ${count(calls, 'call')}`}</span>
      </p>
      {capUsd !== undefined && <meter min={0} max={capUsd} value={usd} aria-label={`${name}: spent of the cap`} />}
      {calls > 0 && (
        <>
          <dl class="facts">
            <dt>Tokens read</dt>
            <dd>{`${number(read)}, ${percent(cacheReadTokens / Math.max(1, read))} of them from the cache`}</dd>
            <dt>Tokens written</dt>
            <dd>{number(outputTokens)}</dd>
          </dl>
          <Shares title="For" shares={span.byOrigin} />
          <Shares title="By" shares={span.byModel} />
        </>
      )}
    </section>
  )
}

function Shares({ title, shares }: { title: string; shares: Share[] }) {
  return (
    <table class="shares">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Calls</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, calls, usd }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>{number(calls)}</td>
            <td>{dollars(usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`
}

export const usageView: View = {
  name: 'usage',
  title: 'Usage',
  icon: 'M4.5 20v-7M10 20V9.5M15.5 20V4.5M21 20H3',
  Body: Usage,
}
