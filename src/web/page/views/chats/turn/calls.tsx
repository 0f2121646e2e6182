import { dollars, number, percent, seconds } from '../../../text/number.ts'
import type { TurnCall } from '../../../wire/turn-wire.ts'
import { callWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'

/** What the model was asked for a turn: how much it read, how much of that from the cache, and what it cost. */
export function Calls({ calls }: { calls: TurnCall[] }) {
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
              <td>{number(readTokens, locale)}</td>
              <td>{percent(cacheReadTokens / Math.max(1, readTokens))}</td>
              <td>{number(outputTokens, locale)}</td>
              <td>{firstTextMs === undefined ? '' : seconds(firstTextMs, locale)}</td>
              <td>{dollars(usd, 4, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
