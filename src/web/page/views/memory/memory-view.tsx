import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { hrefOf, type PageAddress, type ViewAddress } from '../../address.ts'
import type { ApiResult } from '../../api.ts'
import type { Memory, MemorySummary } from '../../wire/memory-wire.ts'
import { viewTitles } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { createMemoryCalls, SummaryCard } from './summary-card.tsx'

const typingMs = 200

/** Summaries of older messages. */
function MemoryBody({ api, router }: ViewProps) {
  const { find = '', part: only } = placeOf(router.address.value)
  const words = useWords(memoryWords)
  const calls = useMemo(() => createMemoryCalls(api), [api])
  const wanted = useSignal(find)
  /** The last search that the address got or gave. Only a new one counts, because typing may have gone on. */
  const told = useRef(find)
  const known = useSignal<Memory | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  const listed = async (asked: string, after?: MemorySummary): Promise<ApiResult<Memory>> => {
    if (only === undefined) return calls.list(asked, after)
    const answer = await calls.one(only)
    return answer.status === 'ok' ? { status: 'ok', value: { summaries: [answer.value], isMore: false } } : answer
  }
  const read = async (after?: MemorySummary) => {
    const asked = wanted.peek()
    const answer = await listed(asked, after)
    // Another search or summary was requested in the meantime.
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

  const change = (changed: MemorySummary) => {
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
          <a href={hrefOf({ view: 'memory' })}>{words.all}</a>
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

function placeOf(address: PageAddress | undefined): Partial<ViewAddress> {
  return address && 'view' in address ? address : {}
}

export const memoryView: PageView = {
  name: 'memory',
  title: viewTitles.memory,
  icon: 'M6 4h9l3 3v13H6zM9 10h6M9 13.5h6M9 17h4',
  Body: MemoryBody,
}
