import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { hrefOf, type PageAddress, type ViewAddress } from '../../address.ts'
import type { ApiResult } from '../../api.ts'
import type { Memory, MemorySummary } from '../../wire/memory-wire.ts'
import { viewTitles } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { FactList } from './fact-list.tsx'
import { Profiles } from './profiles.tsx'
import { createMemoryCalls, SummaryCard } from './summary-card.tsx'

const typingMs = 200

/** Profile files, facts and summaries of older messages. */
function MemoryBody({ api, router }: ViewProps) {
  const { find = '', part: only } = placeOf(router.address.value)
  const words = useWords(memoryWords)
  const calls = useMemo(() => createMemoryCalls(api), [api])
  const query = useSignal(find)
  /** The last search that the address got or gave. Only a new one counts, because typing may have gone on. */
  const addressQuery = useRef(find)
  const memory = useSignal<Memory | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  const load = async (query: string, after?: MemorySummary): Promise<ApiResult<Memory>> => {
    if (only === undefined) return calls.list(query, after)
    const answer = await calls.one(only)
    return answer.status === 'ok' ? { status: 'ok', value: { summaries: [answer.value], isMore: false } } : answer
  }
  const read = async (after?: MemorySummary) => {
    const requested = query.peek()
    const answer = await load(requested, after)
    // Another search or summary was requested in the meantime.
    if (requested !== query.peek() || only !== placeOf(router.address.peek()).part) return
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status !== 'ok') return
    const before = after ? (memory.peek()?.summaries ?? []) : []
    memory.value = { ...answer.value, summaries: [...before, ...answer.value.summaries] }
  }
  useLayoutEffect(() => {
    const search = () => {
      const trimmed = query.peek().trim()
      if (trimmed !== addressQuery.current) router.replace({ view: 'memory', ...(trimmed && { find: trimmed }) })
      addressQuery.current = trimmed
      void read()
    }
    const soon = setTimeout(search, query.value === '' ? 0 : typingMs)
    return () => clearTimeout(soon)
  }, [query.value, only])
  useLayoutEffect(() => {
    if (find === addressQuery.current) return
    addressQuery.current = find
    query.value = find
  }, [find])

  const change = (changed: MemorySummary) => {
    const now = memory.peek()
    if (!now) return
    memory.value = {
      ...now,
      summaries: now.summaries.map((summary) => (summary.id === changed.id ? changed : summary)),
    }
  }
  const { summaries, isMore } = memory.value ?? { summaries: [], isMore: false }
  return (
    <ViewPage name="memory" title={useWords(viewTitles.memory)}>
      {/* Hidden and not removed, because it may contain unsaved text. */}
      <div hidden={only !== undefined || find !== ''}>
        <Profiles api={api} />
      </div>
      <input
        hidden={only !== undefined}
        type="search"
        class="memory-search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={200}
        value={query.value}
        onInput={({ currentTarget }) => (query.value = currentTarget.value)}
      />
      {only === undefined && <FactList api={api} find={find} />}
      <h2>{words.summaries}</h2>
      <p class="muted">{words.about}</p>
      {only !== undefined && (
        <p class="memory-all">
          <a href={hrefOf({ view: 'memory' })}>{words.all}</a>
        </p>
      )}
      {problem.value && <p role="alert">{problem.value}</p>}
      {!memory.value && !problem.value && (
        <p class="muted" aria-busy="true">
          {words.reading}
        </p>
      )}
      {memory.value && summaries.length === 0 && <p class="muted">{query.value ? words.notFound : words.none}</p>}
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
