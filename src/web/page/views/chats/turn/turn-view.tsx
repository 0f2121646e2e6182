import { useSignal } from '@preact/signals'
import type { Api, ApiResult } from '../../../api.ts'
import { dateOf, formatDollars, formatNumber, formatPercent, formatSeconds } from '../../../text/format.ts'
import type { ChangedLine, InspectedTurn, TurnCall, TurnChange, WireContextUse } from '../../../wire/turn-wire.ts'
import { type ContextWords, callWords, changeWords, contextWords, turnWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useText, useWords } from '../../../words/language.ts'
import { PromptContents, PromptFailures, PromptTexts } from './prompt-view.tsx'

/** One turn: reasons, context usage, contents, cost and the exact text. */
export function TurnView({ api, chat, turn }: { api: Pick<Api, 'press'>; chat: string; turn: InspectedTurn }) {
  const words = useWords(turnWords)
  return (
    <>
      <Head turn={turn} />
      <Otherwise press={(data) => api.press(chat, data)} offers={turn.otherwise} />
      <h3>{words.howFull}</h3>
      <ContextBar use={turn.use} />
      <PromptContents seen={turn} />
      {turn.calls.length > 0 && (
        <>
          <h3>{words.cost}</h3>
          <Calls calls={turn.calls} />
        </>
      )}
      {turn.change && (
        <>
          <h3>{words.changed}</h3>
          <Change change={turn.change} />
        </>
      )}
      <h3>{words.exactText}</h3>
      <PromptTexts seen={turn} />
    </>
  )
}

/** The reasons first, as /why gives them. */
function Head({ turn: { why, also, failures, opens, at, tokens, budget } }: { turn: InspectedTurn }) {
  const words = useWords(turnWords)
  const locale = useLocale()
  const textOf = useText()
  return (
    <>
      <p class="turn-why" dir="auto">
        {why.map(textOf).join(' ')}
      </p>
      <PromptFailures failures={failures} />
      <dl class="turn-facts">
        <dt>{words.asked}</dt>
        <dd>{dateOf(at, locale)}</dd>
        <dt>{words.session}</dt>
        <dd>{opens ? words.opened : words.wentOn}</dd>
        <dt>{words.ofThePast}</dt>
        <dd>{words.ofAtMost(tokens, budget)}</dd>
        {also.map((reason, place) => [
          <dt key={`also ${place}`}>{words.also}</dt>,
          <dd key={place}>{textOf(reason)}</dd>,
        ])}
      </dl>
    </>
  )
}

/** The differences to the previous prompt, line by line. */
function Change({ change: { at, added, removed, lines, more: reason } }: { change: TurnChange }) {
  const words = useWords(changeWords)
  const date = dateOf(at, useLocale())
  if (added + removed === 0) return <p class="muted">{words.nothing(date)}</p>
  return (
    <>
      <p class="muted">{words.cameAndWent(added, removed, date)}</p>
      <div class="change" role="region" tabIndex={0} aria-label={words.lineByLine}>
        {lines.map((line, place) => (
          <Line key={place} line={line} />
        ))}
        {reason > 0 && <p class="muted">{words.andMore(reason)}</p>}
      </div>
    </>
  )
}

function Line({ line: { kind, text } }: { line: ChangedLine }) {
  if (kind === 'gap') return <div class="change-gap">⋯</div>
  if (kind === 'added') return <ins dir="auto">{`+ ${text}`}</ins>
  if (kind === 'removed') return <del dir="auto">{`− ${text}`}</del>
  return <div dir="auto">{`  ${text}`}</div>
}

interface OtherwiseProps {
  offers: { label: string; data: string }[]
  press(data: string): Promise<ApiResult<{ said?: string }>>
}

/** Buttons for people who meant the message differently. */
function Otherwise({ offers, press }: OtherwiseProps) {
  const message = useSignal('')
  const isPressed = useSignal(false)
  if (offers.length === 0) return null
  return (
    <div class="otherwise">
      {offers.map(({ label, data }) => (
        <button
          key={data}
          type="button"
          class="quiet boxed"
          disabled={isPressed.value}
          onClick={() => {
            isPressed.value = true
            void press(data).then((answer) => {
              message.value = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
              isPressed.value = answer.status === 'ok'
            })
          }}
        >
          {label}
        </button>
      ))}
      <p role="status" class="muted" dir="auto">
        {message}
      </p>
    </div>
  )
}

/** The model calls of a turn with their tokens and cost. */
function Calls({ calls }: { calls: TurnCall[] }) {
  const words = useWords(callWords)
  const locale = useLocale()
  return (
    <div class="table-box" role="region" tabIndex={0} aria-label={words.title}>
      <table class="shares">
        <thead>
          <tr>
            <th scope="col">{words.model}</th>
            <th scope="col">{words.read}</th>
            <th scope="col">{words.fromCache}</th>
            <th scope="col">{words.written}</th>
            <th scope="col">{words.firstWord}</th>
            <th scope="col">{words.cost}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ brain, model, readTokens, cacheReadTokens, outputTokens, firstTextMs, usd }, at) => (
            <tr key={at}>
              <th scope="row" title={brain}>
                <bdi>{model}</bdi>
              </th>
              <td>{formatNumber(readTokens, locale)}</td>
              <td>{formatPercent(cacheReadTokens / Math.max(1, readTokens))}</td>
              <td>{formatNumber(outputTokens, locale)}</td>
              <td>{firstTextMs === undefined ? '' : formatSeconds(firstTextMs, locale)}</td>
              <td>{formatDollars(usd, 4, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How full the context was, what filled it, and where something happens automatically. */
function ContextBar({ use }: { use: WireContextUse }) {
  const words = useWords(contextWords)
  const textOf = useText()
  const { tokens, window, shares, marks, next } = use
  return (
    <>
      <p class="use-head">
        <strong>{headOf(use, words)}</strong>
        {` ${sourceOf(use, words)}`}
      </p>
      {/* Without a known size, a full bar would look like a full context. */}
      {(window !== undefined || marks.length > 0) && <Bar use={use} />}
      <ul class="use-legend">
        {shares.map(({ name, what, tokens: shareTokens }) => (
          <Key key={name} kind={name} name={name === 'rest' ? words.other : words.part(name)} what={textOf(what)}>
            {words.tokensAndShare(shareTokens, formatPercent(shareTokens / Math.max(1, tokens)))}
          </Key>
        ))}
        {marks.map((mark) => (
          <Key key={mark.tokens} kind="mark-key" name={words.from(mark.tokens)} what={textOf(mark.what)}>
            {window === undefined ? '' : formatPercent(mark.tokens / window)}
          </Key>
        ))}
      </ul>
      {next.map(textOf).map((sentence) => (
        <p key={sentence} class="use-next">
          {sentence}
        </p>
      ))}
    </>
  )
}

function Key({ kind, name, what, children }: { kind: string; name: string; what: string; children: string }) {
  return (
    <li>
      <i class={`use-key use-${kind}`} aria-hidden="true" />
      <span class="use-name">{name}</span>
      <span class="use-tokens">{children}</span>
      <span class="use-what">{what}</span>
    </li>
  )
}

/** The text below says the same, so the bar is hidden from screen readers. */
function Bar({ use: { tokens, window, shares, marks } }: { use: WireContextUse }) {
  const furthest = Math.max(1, tokens, window ?? Math.max(0, ...marks.map((mark) => mark.tokens)))
  return (
    <div class="use-bar" aria-hidden="true">
      {shares.map(({ name, tokens: shareTokens }) => (
        <i key={name} class={`use-${name}`} style={{ width: `${(shareTokens / furthest) * 100}%` }} />
      ))}
      {marks.map((mark) => (
        <b key={mark.tokens} class="use-mark" style={{ left: `${Math.min(1, mark.tokens / furthest) * 100}%` }} />
      ))}
    </div>
  )
}

function headOf({ tokens, window }: WireContextUse, words: ContextWords): string {
  return window === undefined ? words.inUse(tokens) : words.shareInUse(formatPercent(tokens / window), tokens, window)
}

function sourceOf({ measured, model, brain }: WireContextUse, words: ContextWords): string {
  return measured ? words.counted(model, brain) : words.estimated
}
