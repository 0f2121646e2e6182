import type { Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { ViewProps } from '../../view.ts'
import { ChatList } from './chat-list.tsx'
import { Found, SearchField } from './chat-search.tsx'
import { createSearch } from './search.ts'

/** The chats and the search. On a narrow screen they slide over the conversation. */
export function Drawer({
  api,
  router,
  talk,
  slides,
  isOpen,
}: ViewProps & { slides: boolean; isOpen: Signal<boolean> }) {
  void talk.version.value
  const nav = useRef<HTMLElement>(null)
  const address = router.address.value
  const find = address && 'chat' in address ? address.find : undefined
  const search = useMemo(
    () => createSearch(api, (words) => router.replace({ chat: talk.open.value, ...(words && { find: words }) })),
    [],
  )
  // An address without words is no reason to forget what was found: its lines are opened one after another.
  useEffect(() => {
    if (find !== undefined && find !== search.words.value.trim()) search.look(find)
  }, [find])
  useEffect(() => {
    if (slides && isOpen.value) nav.current?.querySelector('a')?.focus()
  }, [slides, isOpen.value])

  return (
    // What is out of sight is out of reach of the keyboard too.
    <nav
      id="drawer"
      ref={nav}
      class="drawer"
      aria-label="Chats"
      inert={slides && !isOpen.value}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) isOpen.value = false
      }}
    >
      <header class="drawer-head">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <span class="brand">Skein</span>
        <button id="new-chat" class="quiet" type="button" title="New chat (Ctrl+K)" onClick={talk.newChat}>
          New chat
        </button>
      </header>
      <SearchField search={search} />
      <Found search={search} go={router.go} />
      <ChatList
        chats={talk.chats()}
        open={talk.open.value}
        hasNews={talk.hasNews}
        isHidden={search.found.value !== undefined}
      />
      <footer class="drawer-foot">
        <span id="person" class="muted">
          {talk.person}
        </span>
        <button id="sign-out" class="quiet" type="button" onClick={() => void talk.signOut()}>
          Sign out
        </button>
      </footer>
    </nav>
  )
}
