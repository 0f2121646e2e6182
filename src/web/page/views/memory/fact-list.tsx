import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { FactKind } from '../../../../domain/fact.ts'
import type { Api } from '../../api.ts'
import type { FactList as FactPage, WireFact } from '../../wire/memory-wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { factWords } from '../../words/fact-words.ts'
import { useWords } from '../../words/language.ts'
import { FactCard, KindOptions } from './fact-card.tsx'
import { FactQuality } from './fact-quality.tsx'

const PAGE_SIZE = 20

/** Remembered facts that contain the words of the search, with filters by person and kind. */
export function FactList({ api, find }: { api: Pick<Api, 'get' | 'post'>; find: string }) {
  const words = useWords(factWords)
  const { cancel, reading } = useWords(commonWords)
  const filter = useSignal<{ person: string; kind: FactKind | ''; past: boolean }>({
    person: '',
    kind: '',
    past: false,
  })
  const limit = useSignal(PAGE_SIZE)
  const page = useSignal<FactPage | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  /** The fact that another one will be replaced with. */
  const merged = useSignal<WireFact | undefined>(undefined)

  const { person, kind, past } = filter.value
  const query = new URLSearchParams({
    q: find,
    ...(person && { person }),
    ...(kind && { kind }),
    ...(past && { past: '1' }),
    limit: String(limit.value),
  }).toString()
  const read = async () => {
    const answer = await api.get<FactPage>(`/api/facts?${query}`)
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') page.value = answer.value
  }
  useLayoutEffect(() => {
    let isCurrent = true
    void api.get<FactPage>(`/api/facts?${query}`).then((answer) => {
      if (!isCurrent) return
      problem.value = answer.status === 'ok' ? undefined : answer.error
      if (answer.status === 'ok') page.value = answer.value
    })
    return () => {
      isCurrent = false
    }
  }, [query])

  const act = async (id: number, verb: string, body: object = {}) => {
    const answer = await api.post(`/api/facts/${id}/${verb}`, body)
    problem.value = answer.status === 'ok' ? undefined : answer.error
    merged.value = undefined
    if (answer.status === 'ok') await read()
    return answer.status === 'ok'
  }
  const isFiltered = find !== '' || person !== '' || kind !== ''
  const keeper = merged.value
  return (
    <section class="fact-list" aria-labelledby="facts-title">
      <h2 id="facts-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <Filters filter={filter.value} people={page.value?.people ?? []} choose={(chosen) => (filter.value = chosen)} />
      {problem.value && <p role="alert">{problem.value}</p>}
      {!page.value && !problem.value && <p class="muted">{reading}</p>}
      {page.value?.facts.length === 0 && <p class="muted">{isFiltered ? words.notFound : words.none}</p>}
      {keeper && (
        <p class="fact-merge" role="status">
          {words.chooseOther(keeper.statement)}{' '}
          <button type="button" class="quiet" onClick={() => (merged.value = undefined)}>
            {cancel}
          </button>
        </p>
      )}
      <ul class="rows">
        {page.value?.facts.map((fact) => (
          <FactCard
            key={fact.id}
            fact={fact}
            api={api}
            act={(verb, body) => act(fact.id, verb, body)}
            startMerge={() => (merged.value = fact)}
            merge={
              keeper && {
                keptId: keeper.id,
                isPossible: canMerge(keeper, fact),
                press: () => void act(keeper.id, 'merge', { other: fact.id }),
              }
            }
          />
        ))}
      </ul>
      {page.value?.isMore && (
        <button type="button" class="quiet" onClick={() => (limit.value += PAGE_SIZE)}>
          {words.more}
        </button>
      )}
      <FactQuality api={api} />
    </section>
  )
}

function canMerge(kept: WireFact, other: WireFact): boolean {
  const isSamePlace = kept.scope === other.scope && kept.chatTitle === other.chatTitle
  return kept.id !== other.id && isSamePlace && other.replacedBy === undefined
}

interface FiltersProps {
  filter: { person: string; kind: FactKind | ''; past: boolean }
  people: FactPage['people']
  choose(filter: FiltersProps['filter']): void
}

function Filters({ filter, people, choose }: FiltersProps) {
  const words = useWords(factWords)
  return (
    <div class="fact-filters">
      <label>
        {words.person}
        <select
          value={filter.person}
          onChange={({ currentTarget }) => choose({ ...filter, person: currentTarget.value })}
        >
          <option value="">{words.everybody}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.kindFilter}
        <select
          value={filter.kind}
          onChange={({ currentTarget }) => choose({ ...filter, kind: currentTarget.value as FactKind | '' })}
        >
          <option value="">{words.everyKind}</option>
          <KindOptions />
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={filter.past}
          onChange={({ currentTarget }) => choose({ ...filter, past: currentTarget.checked })}
        />
        {words.past}
      </label>
    </div>
  )
}
