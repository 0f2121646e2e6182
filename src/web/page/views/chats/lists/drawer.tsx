import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { searchOf } from '../../../address.ts'
import type { ChatClient } from '../../../chat-client.ts'
import { chatListWords, signOutWords } from '../../../words/chats/chat-list-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { onEscape } from '../../buttons.tsx'
import type { ViewProps } from '../../view.tsx'
import { ChatList } from './chat-list.tsx'
import { SearchField, SearchResults } from './chat-search.tsx'
import { createChatSearch } from './search.ts'

/** Chat list and search. On narrow screens they slide over the conversation. */
export function ChatDrawer({
  api,
  router,
  client,
  slides,
  isOpen,
}: ViewProps & { slides: boolean; isOpen: Signal<boolean> }) {
  void client.version.value
  const words = useWords(chatListWords)
  const { newChat } = useWords(commonWords)
  const nav = useRef<HTMLElement>(null)
  const address = router.address.value
  const searched = address && 'chat' in address ? searchOf(address) : {}
  const search = useMemo(
    () => createChatSearch(api, (newSearch) => router.replace({ chat: client.open.value, ...newSearch })),
    [],
  )
  // An address without a search keeps the results, so that they can be opened one after another.
  useLayoutEffect(() => search.follow(searched), [address])
  useLayoutEffect(() => {
    if (slides && isOpen.value) nav.current?.querySelector('a')?.focus()
  }, [slides, isOpen.value])

  return (
    // A hidden drawer cannot get the focus.
    <nav
      id="drawer"
      ref={nav}
      class="drawer"
      aria-label={words.chats}
      inert={slides && !isOpen.value}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) isOpen.value = false
      }}
    >
      <header class="drawer-head">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <span class="brand">Skein</span>
        <button id="new-chat" class="quiet" type="button" title={words.newChatByKey} onClick={client.newChat}>
          {newChat}
        </button>
      </header>
      <SearchField api={api} search={search} />
      <SearchResults
        search={search}
        go={router.go}
        choose={api.choose}
        titleOf={(chat) => client.chats.find(chat)?.title}
      />
      <ChatList client={client} isHidden={search.found.value !== undefined} />
      <SignOut client={client} />
    </nav>
  )
}

/** Whether the style sheets use the phone layout. */
export function useNarrow(): boolean {
  const query = matchMedia('(max-width: 760px)')
  const isNarrow = useSignal(query.matches)
  useLayoutEffect(() => {
    const look = () => {
      isNarrow.value = query.matches
    }
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isNarrow.value
}

/** The person and the sign-out button. It asks first, because unsent messages exist only in this browser. */
function SignOut({ client }: { client: ChatClient }) {
  const words = useWords(signOutWords)
  const isAsked = useSignal(false)
  const wasAsked = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  // Focuses the harmless button first, and later the one that was pressed.
  useLayoutEffect(() => {
    if (isAsked.value) stay.current?.focus()
    else if (wasAsked.current) button.current?.focus()
    wasAsked.current = isAsked.value
  }, [isAsked.value])

  if (!isAsked.value) {
    return (
      <footer class="drawer-foot">
        <span id="person" class="muted">
          {client.person}
        </span>
        <button
          id="sign-out"
          ref={button}
          class="quiet"
          type="button"
          onClick={() => {
            isAsked.value = true
          }}
        >
          {words.signOut}
        </button>
      </footer>
    )
  }
  const lost = words.lost(client.outgoing.list().length, countBegun(localStorage))
  return (
    <div
      class="drawer-foot leaving"
      role="alertdialog"
      aria-label={words.signOut}
      aria-describedby="sign-out-question"
      onKeyDown={onEscape(() => (isAsked.value = false))}
    >
      <p id="sign-out-question">
        {words.question}
        {lost && <strong>{` ${lost}`}</strong>}
      </p>
      {/* In the place of the first button, so that a double click does no harm. */}
      <button
        ref={stay}
        class="quiet"
        type="button"
        onClick={() => {
          isAsked.value = false
        }}
      >
        {words.stay}
      </button>
      <button id="sign-out" class="quiet" type="button" onClick={() => void client.signOut()}>
        {words.signOut}
      </button>
    </div>
  )
}

/** Counts the chats with unsent text or attachments. */
function countBegun(storage: Pick<Storage, 'length' | 'key'>): number {
  const chats = Array.from({ length: storage.length }, (_, at) => {
    const [, chat] = /^skein\.(?:typed|tray)\.(.+)$/.exec(storage.key(at) ?? '') ?? []
    return chat
  })
  return new Set(chats.filter((chat) => chat !== undefined)).size
}
