import type { Api } from '../../../api.ts'
import { dateOf } from '../../../text/date.ts'
import type { Turn } from '../../../wire/turn-wire.ts'
import { turnWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { Calls } from './calls.tsx'
import { Change } from './change.tsx'
import { ContextBar } from './context-bar.tsx'
import { Otherwise } from './otherwise.tsx'
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
