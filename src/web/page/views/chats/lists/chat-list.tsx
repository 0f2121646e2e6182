import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { hrefOf } from '../../../address.ts'
import type { ChatClient } from '../../../chat-client.ts'
import { clockOf, dayStyle } from '../../../text/format.ts'
import type { ChatChanges, ChatSummary, WireChatState } from '../../../wire/chat-wire.ts'
import { chatListWords, sectionWords } from '../../../words/chats/chat-list-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { sectionsOf } from './chat-index.ts'
import { ChatMenu, type ChatMenuProps } from './chat-menu.tsx'

/** Chats of all channels. Each is a link, so that it works with the keyboard and in a new tab. */
export function ChatList({ client, isHidden }: { client: ChatClient; isHidden: boolean }) {
  void client.version.value
  const words = useWords(chatListWords)
  const sections = useWords(sectionWords)
  const { newChat } = useWords(commonWords)
  const open = client.open.value
  const chats = client.chats.list()
  const newEntry = { id: open, title: newChat, at: Date.now() }
  const isNew = client.chats.find(open) === undefined && client.thread(open)?.refused === undefined
  const box = useRef<HTMLDivElement>(null)
  const changedChat = useRef<string>(undefined)
  // A changed chat moves in the list, and the focus moves with it.
  useLayoutEffect(() => {
    if (changedChat.current === undefined || !box.current) return
    focusRow(box.current, changedChat.current)
    changedChat.current = undefined
  })
  const save = async (chat: string, changes: ChatChanges) => {
    const error = await client.changeChat(chat, changes)
    if (error === undefined) changedChat.current = chat
    return error
  }
  const row = (chat: ChatSummary) => (
    <Row
      key={chat.id}
      chat={chat}
      isOpen={chat.id === open}
      state={stateOf(client, chat)}
      {...(chat !== newEntry && { save: (changes) => save(chat.id, changes) })}
      count={() => client.countErasable(chat.id)}
      remove={() => client.remove(chat.id)}
      canExport={client.role === 'owner'}
    />
  )
  return (
    <div
      id="chats"
      ref={box}
      class="chats"
      hidden={isHidden}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (client.chats.hasOlder() && scrollHeight - scrollTop - clientHeight < 600) void client.readChats('older')
      }}
    >
      {sectionsOf(isNew ? [newEntry, ...chats] : chats, Date.now(), sections).map(({ name, chats }) => (
        <section key={name} aria-label={name}>
          <h2 class="muted">{name}</h2>
          <ul>{chats.map(row)}</ul>
        </section>
      ))}
      {client.chats.hasOlder() && (
        <button type="button" class="quiet more-chats" onClick={() => void client.readChats('older')}>
          {words.moreChats}
        </button>
      )}
      <Archive client={client} row={row} />
    </div>
  )
}

/** Loaded when it is opened. */
function Archive({ client, row }: { client: ChatClient; row: (chat: ChatSummary) => ComponentChild }) {
  const words = useWords(chatListWords)
  const wasRead = useSignal(false)
  const chats = client.chats.list().filter(({ archived }) => archived)
  return (
    <details
      class="archive"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || wasRead.value) return
        wasRead.value = true
        void client.readChats('archived')
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
  state: WireChatState | undefined
  /** Missing for a chat without messages, because there is nothing to change yet. */
  save?: ChatMenuProps['save']
  count: ChatMenuProps['count']
  remove: ChatMenuProps['remove']
  canExport: boolean
}

function Row({ chat, isOpen, state, save, count, remove, canExport }: RowProps) {
  const words = useWords(chatListWords)
  const { untitled } = useWords(commonWords)
  const locale = useLocale()
  const { id, title, at, channel } = chat
  const menu = useId()
  const hasMenu = useSignal(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  return (
    <li class="chat-row">
      <a href={hrefOf({ chat: id })} title={title} aria-current={isOpen ? 'page' : undefined}>
        <span class="name" dir="auto">
          {title || untitled}
        </span>
        {channel && <span class="channel">{channel}</span>}
        {state ? <State state={state} /> : <time class="muted">{shortDate(at, locale)}</time>}
      </a>
      {save && (
        <button
          ref={menuButton}
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
      {save && hasMenu.value && (
        <ChatMenu
          id={menu}
          chat={chat}
          count={count}
          remove={remove}
          canExport={canExport}
          save={async (changes) => {
            const error = await save(changes)
            if (error === undefined) hasMenu.value = false
            return error
          }}
          close={() => {
            hasMenu.value = false
            menuButton.current?.focus()
          }}
        />
      )}
    </li>
  )
}

function State({ state }: { state: WireChatState }) {
  const words = useWords(chatListWords)
  if (state === 'new') return <span class="unread" role="img" aria-label={words.newAnswer} />
  return <span class={`state ${state === 'needs you' ? 'needs-you' : state}`}>{words.states[state]}</span>
}

/** An archived chat may be inside a closed section. */
function focusRow(box: HTMLElement, id: string): void {
  const menuButton = [...box.querySelectorAll<HTMLElement>('[data-chat]')].find(({ dataset }) => dataset.chat === id)
  const fold = menuButton?.closest('details:not([open])')?.querySelector('summary')
  ;(fold ?? menuButton)?.focus()
}

/** The open chat shows its own state. News that arrived after the list was read count too. */
function stateOf(client: ChatClient, { id, state }: ChatSummary): WireChatState | undefined {
  if (id === client.open.value) return undefined
  return state ?? (client.hasNews(id) ? 'new' : undefined)
}

function shortDate(at: number, locale: string): string {
  const [date, now] = [new Date(at), new Date()]
  if (date.toDateString() === now.toDateString()) return clockOf(at, locale)
  return date.toLocaleDateString(locale, dayStyle(at))
}
