import { useSignal } from '@preact/signals'
import type { Answer, Api } from '../../../api.ts'
import { dateOf } from '../../../text/date.ts'
import type { ChangedLine, Turn, TurnChange } from '../../../wire/turn-wire.ts'
import { changeWords, turnWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { Calls } from './calls.tsx'
import { ContextBar } from './context-bar.tsx'
import { Contents, Failures, Prompts } from './seen-view.tsx'

/** One turn: why in sentences, how full the context was, what was in it and why, what was not, and the exact text. */
export function TurnView({ api, chat, turn }: { api: Pick<Api, 'press'>; chat: string; turn: Turn }) {
  const words = useWords(turnWords)
  return (
    <>
      <Head turn={turn} />
      <Otherwise press={(data) => api.press(chat, data)} offers={turn.otherwise} />
      <h3>{words.howFull}</h3>
      <ContextBar use={turn.use} />
      <Contents seen={turn} />
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
      <Prompts seen={turn} />
    </>
  )
}

/** In sentences first, as /why tells it. */
function Head({ turn: { why, also, failures, opens, at, tokens, budget } }: { turn: Turn }) {
  const words = useWords(turnWords)
  const locale = useLocale()
  return (
    <>
      <p class="turn-why" dir="auto">
        {why.join(' ')}
      </p>
      <Failures failures={failures} />
      <dl class="turn-facts">
        <dt>{words.asked}</dt>
        <dd>{dateOf(at, locale)}</dd>
        <dt>{words.session}</dt>
        <dd>{opens ? words.opened : words.wentOn}</dd>
        <dt>{words.ofThePast}</dt>
        <dd>{words.ofAtMost(tokens, budget)}</dd>
        {also.map((more, place) => [<dt key={`also ${place}`}>{words.also}</dt>, <dd key={place}>{more}</dd>])}
      </dl>
    </>
  )
}

/** What the prompt had that the one before had not, and the other way round, line by line. */
function Change({ change: { at, added, removed, lines, more } }: { change: TurnChange }) {
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
        {more > 0 && <p class="muted">{words.andMore(more)}</p>}
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
  press(data: string): Promise<Answer<{ said?: string }>>
}

/** For whoever meant the message otherwise: the commands for it, to press. */
function Otherwise({ offers, press }: OtherwiseProps) {
  const said = useSignal('')
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
              said.value = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
              isPressed.value = answer.status === 'ok'
            })
          }}
        >
          {label}
        </button>
      ))}
      <p role="status" class="muted" dir="auto">
        {said}
      </p>
    </div>
  )
}
