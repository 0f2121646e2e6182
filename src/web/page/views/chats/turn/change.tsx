import { dateOf } from '../../../text/date.ts'
import type { ChangedLine, TurnChange } from '../../../wire/turn-wire.ts'
import { changeWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'

/** What the prompt had that the one before had not, and the other way round, line by line. */
export function Change({ change: { at, added, removed, lines, more } }: { change: TurnChange }) {
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
