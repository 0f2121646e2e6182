import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ChatAddress, hrefOf } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import { dayStyle } from '../../../text/format.ts'
import type { SearchChoices, WireFoundLine } from '../../../wire/chat-wire.ts'
import { searchWords } from '../../../words/chats/chat-list-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { askChoices, type ChatSearch } from './search.ts'

/** The search field and its filters. */
export function SearchField({ api, search }: { api: Pick<Api, 'get'>; search: ChatSearch }) {
  const words = useWords(searchWords)
  const { find = '', ...filter } = search.asked.value
  const count = Object.values(filter).filter(Boolean).length
  const isOpen = useSignal(count > 0)
  return (
    <div
      class="search"
      role="search"
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape' || (find === '' && count === 0)) return
        // Escape clears the search. It neither closes the drawer nor stops an answer.
        pressed.stopPropagation()
        search.clear()
      }}
    >
      <label class="hidden" for="sought">
        {words.label}
      </label>
      <input
        id="sought"
        type="search"
        placeholder={words.placeholder}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        value={find}
        onInput={({ currentTarget }) => search.change({ find: currentTarget.value })}
        onKeyDown={(pressed) => {
          const isDown = pressed.key === 'ArrowDown' || pressed.key === 'Enter'
          const first = document.querySelector<HTMLElement>('#found a')
          if (!isDown || !first) return
          pressed.preventDefault()
          if (pressed.key === 'Enter') first.click()
          else first.focus()
        }}
      />
      <button
        type="button"
        class="quiet filters"
        aria-label={count > 0 ? words.active(count) : words.filters}
        aria-expanded={isOpen.value || count > 0}
        aria-controls="search-filters"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {words.filters}
        {count > 0 && ` · ${count}`}
      </button>
      {isOpen.value && <SearchFilters api={api} search={search} />}
    </div>
  )
}

export interface FoundProps {
  search: ChatSearch
  go: (address: ChatAddress) => void
  /** Shows another version of a chat. */
  choose: (chat: string, version: number) => Promise<unknown>
  /** The title in the chat list, if known. */
  titleOf: (chat: string) => string | undefined
}

/** The results replace the chat list while a search is active. */
export function SearchResults({ search, go, choose, titleOf }: FoundProps) {
  const words = useWords(searchWords)
  const results = search.found.value
  const isShort = (search.asked.value.find ?? '').trim().length === 1
  const status =
    results && (results.length > 0 ? words.count(results.length) : isShort ? words.tooShort : words.nothing)
  return (
    <>
      <p id="found-note" class="found-note muted" role="status">
        {search.trouble.value || status}
      </p>
      <ol id="found" class="found" aria-label={words.found} hidden={results === undefined} onKeyDown={moveOn}>
        {results?.map((line) => (
          <li key={line.id}>
            <OneFound
              line={line}
              title={titleOf(line.chat) || line.title || words.untitled}
              go={(address) => go({ ...address, ...search.asked.value })}
              choose={choose}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Arrow keys move between results. Arrow up from the first one and Escape lead back to the field. */
function moveOn(pressed: KeyboardEvent): void {
  if (!['ArrowDown', 'ArrowUp', 'Escape'].includes(pressed.key)) return
  const lines = [...document.querySelectorAll<HTMLElement>('#found a')]
  const at = lines.findIndex((line) => line === document.activeElement)
  const next = pressed.key === 'ArrowDown' ? lines[at + 1] : pressed.key === 'ArrowUp' ? lines[at - 1] : undefined
  pressed.preventDefault()
  pressed.stopPropagation()
  if (next) next.focus()
  else if (pressed.key !== 'ArrowDown') document.querySelector<HTMLElement>('#sought')?.focus()
}

interface OneFoundProps extends Pick<FoundProps, 'go' | 'choose'> {
  line: WireFoundLine
  title: string
}

function OneFound({ line, title, go, choose }: OneFoundProps) {
  const locale = useLocale()
  const words = useWords(searchWords)
  const { id, chat, channel, who, at, pieces, version } = line
  const address = { chat, line: id }
  return (
    <a
      href={hrefOf(address)}
      class="found-line"
      onClick={(pressed) => {
        if (pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
        pressed.preventDefault()
        if (version === undefined) go(address)
        else void choose(chat, version).then(() => go(address))
      }}
    >
      <span class="found-head muted">
        <bdi>{who}</bdi>
        <time>{new Date(at).toLocaleDateString(locale, dayStyle(at))}</time>
        <bdi class="found-chat">
          {title}
          {channel && <span class="channel">{channel}</span>}
        </bdi>
        {version !== undefined && <span class="channel">{words.otherVersion}</span>}
      </span>
      <span class="found-text" dir="auto">
        {pieces.map(({ text, hit }, place) => (hit ? <mark key={place}>{text}</mark> : text))}
      </span>
    </a>
  )
}

/** The filters of a search. Their choices are loaded when they are shown. */
function SearchFilters({ api, search }: { api: Pick<Api, 'get'>; search: ChatSearch }) {
  const words = useWords(searchWords)
  const choices = useSignal<SearchChoices>({ channels: [], people: [] })
  const { channel, person, from, to, files } = search.asked.value
  useEffect(() => {
    void askChoices(api).then((answer) => {
      if (answer.status === 'ok') choices.value = answer.value
    })
  }, [])
  const { channels, people } = choices.value
  // Shows the channel of the address even before the choices are loaded.
  const shownChannels = channel && !channels.includes(channel) ? [channel, ...channels] : channels
  return (
    <fieldset id="search-filters" class="search-filters" aria-label={words.filters}>
      <label>
        {words.channel}
        <select
          value={channel ?? ''}
          onChange={({ currentTarget }) => search.change({ channel: currentTarget.value || undefined })}
        >
          <option value="">{words.everywhere}</option>
          {shownChannels.map((name) => (
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
