import { useSignal } from '@preact/signals'
import { addressOf } from '../../address.ts'
import { dateOf } from '../../text/date.ts'
import type * as wire from '../../wire/memory-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'
import type { MemoryCalls } from './memory-calls.ts'

/** What was said, word for word, read when somebody opens it. */
export function SourceLines({ id, chat, calls }: { id: number; chat: string; calls: Pick<MemoryCalls, 'lines'> }) {
  const words = useWords(memoryWords)
  const locale = useLocale()
  const known = useSignal<wire.SourceLines | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  const read = async () => {
    const lines = known.peek()?.lines ?? []
    const answer = await calls.lines(id, lines.at(-1)?.id)
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') known.value = { ...answer.value, lines: [...lines, ...answer.value.lines] }
  }
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && !known.peek() && void read()}>
      <summary>{words.behind}</summary>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ol class="source-lines">
        {known.value?.lines.map((line) => (
          <li key={line.id} dir="auto">
            <a class="muted" href={addressOf({ chat, line: line.id })}>
              {`${line.name}, ${dateOf(line.at, locale)}`}
            </a>
            <p class="summary-source">{line.text}</p>
          </li>
        ))}
      </ol>
      {known.value?.isMore && (
        <button type="button" class="quiet" onClick={() => void read()}>
          {words.more}
        </button>
      )}
    </details>
  )
}
