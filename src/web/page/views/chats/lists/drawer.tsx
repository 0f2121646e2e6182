import type { Signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { searchOf } from '../../../address.ts'
import { listsWords } from '../../../words/chats/lists-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import type { ViewProps } from '../../view.ts'
import { ChatList } from './chat-list.tsx'
import { Found, SearchField } from './chat-search.tsx'
import { createSearch } from './search.ts'
import { SignOut } from './sign-out.tsx'

/** The chats and the search. On a narrow screen they slide over the conversation. */
export function Drawer({
  api,
  router,
  talk,
  slides,
  isOpen,
}: ViewProps & { slides: boolean; isOpen: Signal<boolean> }) {
  void talk.version.value
  const words = useWords(listsWords)
  const { newChat } = useWords(commonWords)
  const nav = useRef<HTMLElement>(null)
  const address = router.address.value
  const sought = address && 'chat' in address ? searchOf(address) : {}
  const search = useMemo(() => createSearch(api, (asked) => router.replace({ chat: talk.open.value, ...asked })), [])
  // An address without words is no reason to forget what was found: its lines are opened one after another.
  useLayoutEffect(() => search.follow(sought), [address])
  useLayoutEffect(() => {
    if (slides && isOpen.value) nav.current?.querySelector('a')?.focus()
  }, [slides, isOpen.value])

  return (
    // What is out of sight is out of reach of the keyboard too.
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
        <button id="new-chat" class="quiet" type="button" title={words.newChatByKey} onClick={talk.newChat}>
          {newChat}
        </button>
      </header>
      <SearchField api={api} search={search} />
      <Found search={search} go={router.go} titleOf={(chat) => talk.chats.find(chat)?.title} />
      <ChatList talk={talk} isHidden={search.found.value !== undefined} />
      <SignOut talk={talk} />
    </nav>
  )
}
