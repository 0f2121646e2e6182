import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { type Address, addressOf, type ViewAddress } from '../../address.ts'
import type { Answer } from '../../api.ts'
import type { Memory, Summary } from '../../wire/memory-wire.ts'
import { useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'
import { viewTitles } from '../../words/view-titles.ts'
import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { createMemoryCalls } from './memory-calls.ts'
import { SummaryCard } from './summary-card.tsx'

const typingMs = 200

/** What stands for the past where it is no longer shown line by line. */
function MemoryBody({ api, router }: ViewProps) {
  const { find = '', part: only } = placeOf(router.address.value)
  const words = useWords(memoryWords)
  const calls = useMemo(() => createMemoryCalls(api), [api])
  const wanted = useSignal(find)
  /** What the address was last told, or said itself: only what is new in it counts, for typing may have gone on since. */
  const told = useRef(find)
  const known = useSignal<Memory | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  const listed = async (asked: string, after?: Summary): Promise<Answer<Memory>> => {
    if (only === undefined) return calls.list(asked, after)
    const answer = await calls.one(only)
    return answer.status === 'ok' ? { status: 'ok', value: { summaries: [answer.value], isMore: false } } : answer
  }
  const read = async (after?: Summary) => {
    const asked = wanted.peek()
    const answer = await listed(asked, after)
    // What was typed meanwhile, or gone to, is asked for by itself.
    if (asked !== wanted.peek() || only !== placeOf(router.address.peek()).part) return
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status !== 'ok') return
    const before = after ? (known.peek()?.summaries ?? []) : []
    known.value = { ...answer.value, summaries: [...before, ...answer.value.summaries] }
  }
  useLayoutEffect(() => {
    const look = () => {
      const sought = wanted.peek().trim()
      if (sought !== told.current) router.replace({ view: 'memory', ...(sought && { find: sought }) })
      told.current = sought
      void read()
    }
    const soon = setTimeout(look, wanted.value === '' ? 0 : typingMs)
    return () => clearTimeout(soon)
  }, [wanted.value, only])
  useLayoutEffect(() => {
    if (find === told.current) return
    told.current = find
    wanted.value = find
  }, [find])

  const change = (changed: Summary) => {
    const now = known.peek()
    if (!now) return
    known.value = { ...now, summaries: now.summaries.map((one) => (one.id === changed.id ? changed : one)) }
  }
  const { summaries, isMore } = known.value ?? { summaries: [], isMore: false }
  return (
    <ViewPage name="memory" title={useWords(viewTitles.memory)}>
      <p class="muted">{words.about}</p>
      {only !== undefined && (
        <p class="memory-all">
          <a href={addressOf({ view: 'memory' })}>{words.all}</a>
        </p>
      )}
      <input
        hidden={only !== undefined}
        type="search"
        class="memory-search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={200}
        value={wanted.value}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
      />
      {problem.value && <p role="alert">{problem.value}</p>}
      {!known.value && !problem.value && (
        <p class="muted" aria-busy="true">
          {words.reading}
        </p>
      )}
      {known.value && summaries.length === 0 && <p class="muted">{wanted.value ? words.notFound : words.none}</p>}
      <ul class="rows">
        {summaries.map((summary) => (
          <SummaryCard key={summary.id} summary={summary} calls={calls} changed={change} />
        ))}
      </ul>
      {isMore && (
        <button type="button" class="quiet" onClick={() => void read(summaries.at(-1))}>
          {words.more}
        </button>
      )}
    </ViewPage>
  )
}

function placeOf(address: Address | undefined): Partial<ViewAddress> {
  return address && 'view' in address ? address : {}
}

export const memoryView: View = {
  name: 'memory',
  title: viewTitles.memory,
  icon: 'M6 4h9l3 3v13H6zM9 10h6M9 13.5h6M9 17h4',
  Body: MemoryBody,
}
