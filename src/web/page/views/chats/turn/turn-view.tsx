import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../../text/copy-button.tsx'
import { dateOf } from '../../../text/date.ts'
import { count, number } from '../../../text/number.ts'
import type { Glimpse, LeftOut, Turn, TurnPart } from '../../../wire.ts'
import { ContextBar } from './context-bar.tsx'

/** One turn: why in sentences, how full the context was, what was in it and why, what was not, and the exact text. */
export function TurnView({ turn }: { turn: Turn }) {
  return (
    <>
      <Head turn={turn} />
      <h3>How full it was</h3>
      <ContextBar use={turn.use} />
      <h3>What was in it</h3>
      <Parts parts={turn.parts} />
      <h3>What was left out</h3>
      <LeftOuts reasons={turn.leftOut} />
      <h3>The exact text</h3>
      <Prompt
        name={turn.opens ? 'System prompt' : 'System prompt, as the session was opened with it'}
        text={turn.system}
      />
      <Prompt name="Message" text={turn.text} />
    </>
  )
}

/** In sentences first, as /why tells it. */
function Head({ turn: { why, also, opens, at, tokens, budget } }: { turn: Turn }) {
  return (
    <>
      <p class="turn-why" dir="auto">
        {why.join(' ')}
      </p>
      <dl class="turn-facts">
        <dt>Asked</dt>
        <dd>{dateOf(at)}</dd>
        <dt>Session</dt>
        <dd>{opens ? 'opened with this turn' : 'went on with an open one'}</dd>
        <dt>Of the past</dt>
        <dd>{`${number(tokens)} of at most ${count(budget, 'token')}`}</dd>
        {also.map((more, place) => [<dt key={`also ${place}`}>Also</dt>, <dd key={place}>{more}</dd>])}
      </dl>
    </>
  )
}

function Parts({ parts }: { parts: TurnPart[] }) {
  const most = Math.max(1, ...parts.map(({ tokens }) => tokens))
  return (
    <ul class="parts">
      {parts.map(({ name, reason, tokens, lines }, at) => (
        <li key={at}>
          <Opening lines={lines}>
            <span class="part-name">{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</span>
            <span class="part-tokens">{count(tokens, 'token')}</span>
            <span class="bar" aria-hidden="true">
              <i style={{ width: `${(tokens / most) * 100}%` }} />
            </span>
            <span class="part-reason" dir="auto">
              {reason}
            </span>
          </Opening>
        </li>
      ))}
    </ul>
  )
}

function LeftOuts({ reasons }: { reasons: LeftOut[] }) {
  if (reasons.length === 0) return <p class="muted">Nothing that was near.</p>
  return (
    <ul class="parts">
      {reasons.map(({ reason, lines, more }, at) => (
        <li key={at}>
          <Opening lines={lines} more={more}>
            <span class="part-name">{count(lines.length + more, 'message')}</span>
            <span class="part-reason" dir="auto">
              {reason}
            </span>
          </Opening>
        </li>
      ))}
    </ul>
  )
}

/** Opens to its lines; what has none only stands there. */
function Opening({ lines, more = 0, children }: { lines: Glimpse[]; more?: number; children: ComponentChildren }) {
  if (lines.length === 0) return <div class="part">{children}</div>
  return (
    <details>
      <summary class="part">{children}</summary>
      <ol class="glimpses">
        {lines.map(({ id, who, at, text }) => (
          <li key={id}>
            <div class="glimpse-head">
              <bdi>{who}</bdi>
              {` · ${dateOf(at)} · [${id}]`}
            </div>
            <div dir="auto">{text || '(no words)'}</div>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="muted">{`and ${number(more)} more`}</p>}
    </details>
  )
}

function Prompt({ name, text }: { name: string; text: string }) {
  return (
    <figure class="code prompt">
      <figcaption>
        <span>{name}</span>
        <CopyButton text={text} of={name} />
      </figcaption>
      <pre role="region" tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
