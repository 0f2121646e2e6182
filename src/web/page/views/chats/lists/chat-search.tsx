import { addressOf, type ChatAddress } from '../../../address.ts'
import type { FoundLine } from '../../../wire.ts'
import type { Search } from './search.ts'

/** The field above the chats. */
export function SearchField({ search }: { search: Search }) {
  return (
    <div class="search" role="search">
      <label class="hidden" for="sought">
        Search everything that was said
      </label>
      <input
        id="sought"
        type="search"
        placeholder="Search"
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        value={search.words}
        onInput={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={(pressed) => {
          if (pressed.key !== 'Escape' || search.words.value === '') return
          // Only this: it neither closes the drawer nor stops an answer.
          pressed.stopPropagation()
          search.type('')
        }}
      />
    </div>
  )
}

/** What was found takes the place of the chats until the field is empty again. */
export function Found({ search, go }: { search: Search; go: (address: ChatAddress) => void }) {
  const found = search.found.value
  return (
    <>
      <p id="found-note" class="found-note muted" role="status">
        {search.note.value}
      </p>
      <ol id="found" class="found" aria-label="Found lines" hidden={found === undefined}>
        {found?.map((line) => (
          <li key={line.id}>
            <OneFound line={line} go={(address) => go({ ...address, find: search.words.value.trim() })} />
          </li>
        ))}
      </ol>
    </>
  )
}

function OneFound({ line, go }: { line: FoundLine; go: (address: ChatAddress) => void }) {
  const { id, chat, title, who, at, pieces } = line
  const isOnPage = chat.startsWith('web:')
  const told = (
    <>
      <span class="found-head muted">
        <bdi>{who}</bdi>
        <time>{dayOf(at)}</time>
        <bdi class="found-chat">{isOnPage ? title || 'Untitled' : `${title} (${chat.split(':', 1)[0]})`}</bdi>
      </span>
      <span class="found-text" dir="auto">
        {pieces.map(({ text, hit }, place) => (hit ? <mark key={place}>{text}</mark> : text))}
      </span>
    </>
  )
  // A line of another channel can be read here; its chat is elsewhere.
  if (!isOnPage) return <div class="found-line">{told}</div>
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
      {told}
    </a>
  )
}

function dayOf(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return new Date(at).toLocaleDateString([], {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}
