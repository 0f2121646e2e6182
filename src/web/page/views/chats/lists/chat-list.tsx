import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { addressOf } from '../../../address.ts'
import type { Talk } from '../../../talk.ts'
import { clockOf, dayStyle } from '../../../text/date.ts'
import type { ChatKeeping, ChatState, ChatSummary } from '../../../wire/chat-wire.ts'
import { listsWords, sectionWords } from '../../../words/chats/lists-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { ChatMenu, type ChatMenuProps } from './chat-menu.tsx'
import { sectionsOf } from './sections.ts'

/** The chats of every channel. Each is a link, so that it opens with the keyboard and in another tab. */
export function ChatList({ talk, isHidden }: { talk: Talk; isHidden: boolean }) {
  void talk.version.value
  const words = useWords(listsWords)
  const sections = useWords(sectionWords)
  const { newChat } = useWords(commonWords)
  const open = talk.open.value
  const chats = talk.chats.list()
  const fresh = { id: open, title: newChat, at: Date.now() }
  const isNew = talk.chats.find(open) === undefined && talk.thread(open)?.refused === undefined
  const box = useRef<HTMLDivElement>(null)
  const kept = useRef<string>(undefined)
  // What is kept otherwise stands elsewhere in the list: the keyboard goes with it.
  useLayoutEffect(() => {
    if (kept.current === undefined || !box.current) return
    focusRow(box.current, kept.current)
    kept.current = undefined
  })
  const keep = async (chat: string, keeping: ChatKeeping) => {
    const refused = await talk.keep(chat, keeping)
    if (refused === undefined) kept.current = chat
    return refused
  }
  const row = (chat: ChatSummary) => (
    <Row
      key={chat.id}
      chat={chat}
      isOpen={chat.id === open}
      state={stateOf(talk, chat)}
      {...(chat !== fresh && { keep: (keeping) => keep(chat.id, keeping) })}
      remove={() => talk.remove(chat.id)}
    />
  )
  return (
    <div
      id="chats"
      ref={box}
      class="chats"
      hidden={isHidden}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (talk.chats.hasOlder() && scrollHeight - scrollTop - clientHeight < 600) void talk.readChats('older')
      }}
    >
      {sectionsOf(isNew ? [fresh, ...chats] : chats, Date.now(), sections).map(({ name, chats }) => (
        <section key={name} aria-label={name}>
          <h2 class="muted">{name}</h2>
          <ul>{chats.map(row)}</ul>
        </section>
      ))}
      {talk.chats.hasOlder() && (
        <button type="button" class="quiet more-chats" onClick={() => void talk.readChats('older')}>
          {words.moreChats}
        </button>
      )}
      <Archive talk={talk} row={row} />
    </div>
  )
}

/** Read only when somebody looks into it. */
function Archive({ talk, row }: { talk: Talk; row: (chat: ChatSummary) => ComponentChild }) {
  const words = useWords(listsWords)
  const wasRead = useSignal(false)
  const chats = talk.chats.list().filter(({ archived }) => archived)
  return (
    <details
      class="archive"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || wasRead.value) return
        wasRead.value = true
        void talk.readChats('archived')
      }}
    >
      <summary class="muted">{words.archive}</summary>
      <ul>{chats.map(row)}</ul>
      {wasRead.value && chats.length === 0 && <p class="muted">{words.nothingArchived}</p>}
    </details>
  )
}

interface RowProps {
  chat: ChatSummary
  isOpen: boolean
  state: ChatState | undefined
  /** Left out of one that nothing was said in yet: there is nothing to keep. */
  keep?: ChatMenuProps['keep']
  remove: ChatMenuProps['remove']
}

function Row({ chat, isOpen, state, keep, remove }: RowProps) {
  const words = useWords(listsWords)
  const { untitled } = useWords(commonWords)
  const locale = useLocale()
  const { id, title, at, channel } = chat
  const menu = useId()
  const hasMenu = useSignal(false)
  const more = useRef<HTMLButtonElement>(null)
  return (
    <li class="chat-row">
      <a href={addressOf({ chat: id })} title={title} aria-current={isOpen ? 'page' : undefined}>
        <span class="name" dir="auto">
          {title || untitled}
        </span>
        {channel && <span class="channel">{channel}</span>}
        {state ? <State state={state} /> : <time class="muted">{shortDate(at, locale)}</time>}
      </a>
      {keep && (
        <button
          ref={more}
          type="button"
          class="quiet more"
          data-chat={id}
          aria-label={words.more(title || untitled)}
          aria-expanded={hasMenu.value}
          aria-controls={hasMenu.value ? menu : undefined}
          onClick={() => (hasMenu.value = !hasMenu.value)}
        >
          ⋯
        </button>
      )}
      {keep && hasMenu.value && (
        <ChatMenu
          id={menu}
          chat={chat}
          remove={remove}
          keep={async (keeping) => {
            const refused = await keep(keeping)
            if (refused === undefined) hasMenu.value = false
            return refused
          }}
          close={() => {
            hasMenu.value = false
            more.current?.focus()
          }}
        />
      )}
    </li>
  )
}

function State({ state }: { state: ChatState }) {
  const words = useWords(listsWords)
  if (state === 'new') return <span class="unread" role="img" aria-label={words.newAnswer} />
  return <span class={`state ${state === 'needs you' ? 'needs-you' : state}`}>{words.states[state]}</span>
}

/** One that was archived is behind a fold that may be closed. */
function focusRow(box: HTMLElement, id: string): void {
  const more = [...box.querySelectorAll<HTMLElement>('[data-chat]')].find(({ dataset }) => dataset.chat === id)
  const fold = more?.closest('details:not([open])')?.querySelector('summary')
  ;(fold ?? more)?.focus()
}

/** Of the open one it is seen in the conversation. What this page has heard since the list was read counts too. */
function stateOf(talk: Talk, { id, state }: ChatSummary): ChatState | undefined {
  if (id === talk.open.value) return undefined
  return state ?? (talk.hasNews(id) ? 'new' : undefined)
}

function shortDate(at: number, locale: string): string {
  const [date, now] = [new Date(at), new Date()]
  if (date.toDateString() === now.toDateString()) return clockOf(at, locale)
  return date.toLocaleDateString(locale, dayStyle(at))
}
