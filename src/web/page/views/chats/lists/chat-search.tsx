import { useSignal } from '@preact/signals'
import { addressOf, type ChatAddress } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import { dayStyle } from '../../../text/date.ts'
import type { FoundLine } from '../../../wire/search-wire.ts'
import { searchWords } from '../../../words/chats/search-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import type { Search } from './search.ts'
import { SearchFilters } from './search-filters.tsx'

/** The field above the chats, and what the search is narrowed to. */
export function SearchField({ api, search }: { api: Pick<Api, 'get'>; search: Search }) {
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
        // Only this: it neither closes the drawer nor stops an answer.
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
  search: Search
  go: (address: ChatAddress) => void
  /** What its owner calls a chat, where that is known. */
  titleOf: (chat: string) => string | undefined
}

/** What was found takes the place of the chats until the field is empty again. */
export function Found({ search, go, titleOf }: FoundProps) {
  const words = useWords(searchWords)
  const found = search.found.value
  const isShort = (search.asked.value.find ?? '').trim().length === 1
  const said = found && (found.length > 0 ? words.count(found.length) : isShort ? words.tooShort : words.nothing)
  return (
    <>
      <p id="found-note" class="found-note muted" role="status">
        {search.trouble.value || said}
      </p>
      <ol id="found" class="found" aria-label={words.found} hidden={found === undefined} onKeyDown={moveOn}>
        {found?.map((line) => (
          <li key={line.id}>
            <OneFound
              line={line}
              title={titleOf(line.chat) || line.title || words.untitled}
              go={(address) => go({ ...address, ...search.asked.value })}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

/** By arrows from line to line; up from the first, and away by Escape, back into the field. */
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

function OneFound({ line, title, go }: { line: FoundLine; title: string; go: (address: ChatAddress) => void }) {
  const locale = useLocale()
  const { id, chat, channel, who, at, pieces } = line
  const address = { chat, line: id }
  return (
    <a
      href={addressOf(address)}
      class="found-line"
      onClick={(pressed) => {
        if (pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
        pressed.preventDefault()
        go(address)
      }}
    >
      <span class="found-head muted">
        <bdi>{who}</bdi>
        <time>{new Date(at).toLocaleDateString(locale, dayStyle(at))}</time>
        <bdi class="found-chat">
          {title}
          {channel && <span class="channel">{channel}</span>}
        </bdi>
      </span>
      <span class="found-text" dir="auto">
        {pieces.map(({ text, hit }, place) => (hit ? <mark key={place}>{text}</mark> : text))}
      </span>
    </a>
  )
}
