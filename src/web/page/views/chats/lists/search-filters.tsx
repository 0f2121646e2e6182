import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { SearchChoices } from '../../../wire/search-wire.ts'
import { searchWords } from '../../../words/chats/search-words.ts'
import { useWords } from '../../../words/language.ts'
import type { Search } from './search.ts'
import { askChoices } from './search-calls.ts'

/** What a search is narrowed to; what there is to choose from is read when somebody looks. */
export function SearchFilters({ api, search }: { api: Pick<Api, 'get'>; search: Search }) {
  const words = useWords(searchWords)
  const choices = useSignal<SearchChoices>({ channels: [], people: [] })
  const { channel, person, from, to, files } = search.asked.value
  useEffect(() => {
    void askChoices(api).then((answer) => {
      if (answer.status === 'ok') choices.value = answer.value
    })
  }, [])
  const { channels, people } = choices.value
  // What stands in the address is shown before it is known whether there is such a one.
  const known = channel && !channels.includes(channel) ? [channel, ...channels] : channels
  return (
    <fieldset id="search-filters" class="search-filters" aria-label={words.filters}>
      <label>
        {words.channel}
        <select
          value={channel ?? ''}
          onChange={({ currentTarget }) => search.change({ channel: currentTarget.value || undefined })}
        >
          <option value="">{words.everywhere}</option>
          {known.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.person}
        <input
          list="search-people"
          maxLength={100}
          autocomplete="off"
          dir="auto"
          placeholder={words.anybody}
          value={person ?? ''}
          onInput={({ currentTarget }) => search.change({ person: currentTarget.value || undefined })}
        />
        <datalist id="search-people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <label class="day-field">
        {words.from}
        <input
          type="date"
          value={from ?? ''}
          onInput={({ currentTarget }) => search.change({ from: currentTarget.value || undefined })}
        />
      </label>
      <label class="day-field">
        {words.to}
        <input
          type="date"
          value={to ?? ''}
          onInput={({ currentTarget }) => search.change({ to: currentTarget.value || undefined })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={files ?? false}
          onChange={({ currentTarget }) => search.change({ files: currentTarget.checked || undefined })}
        />
        {words.withFiles}
      </label>
      <button type="button" class="quiet" onClick={search.clear}>
        {words.clear}
      </button>
    </fieldset>
  )
}
