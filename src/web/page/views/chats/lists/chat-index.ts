import type { ChatListPage, ChatSummary, WireChatState } from '../../../wire/chat-wire.ts'
import type { SectionWords } from '../../../words/chats/chat-list-words.ts'
import { startOfDay } from '../thread/line-text.ts'

/** The known part of the chat list: pinned chats first, then by latest activity. */
export interface ChatIndex {
  list(): ChatSummary[]
  find(id: string): ChatSummary | undefined
  /** There are more chats to load. */
  hasOlder(): boolean
  /** Replaces the first page. Chats missing from it are gone. */
  setFirst(page: ChatListPage): void
  add(page: ChatListPage): void
  put(chat: ChatSummary): void
  remove(id: string): void
  /** A message arrived in this chat. */
  spoke(id: string, at: number): void
  setState(id: string, state: WireChatState | undefined): void
}

export function createChatIndex(): ChatIndex {
  let chats: ChatSummary[] = []
  let older = false

  function merge(newChats: ChatSummary[], isStillListed: (known: ChatSummary) => boolean = () => true): void {
    const byId = new Map(chats.filter(isStillListed).map((chat) => [chat.id, chat]))
    for (const chat of newChats) byId.set(chat.id, chat)
    chats = [...byId.values()].sort(byPlace)
  }

  function change(id: string, update: (chat: ChatSummary) => ChatSummary): void {
    const chat = chats.find((one) => one.id === id)
    if (chat) merge([update(chat)])
  }

  return {
    list: () => chats,
    find: (id) => chats.find((chat) => chat.id === id),
    hasOlder: () => older,
    setFirst(page) {
      const last = page.chats.at(-1)
      const hadOlder =
        page.older && last !== undefined && chats.some((chat) => !chat.archived && byPlace(chat, last) > 0)
      merge(
        page.chats,
        (chat) => chat.archived === true || (page.older && last !== undefined && byPlace(chat, last) > 0),
      )
      if (!hadOlder) older = page.older
    },
    add(page) {
      merge(page.chats)
      older = page.older
    },
    put: (chat) => merge([chat]),
    remove: (id) => merge([], (chat) => chat.id !== id),
    spoke: (id, at) => change(id, (chat) => ({ ...chat, at: Math.max(chat.at, at) })),
    setState: (id, state) => change(id, (chat) => ({ ...chat, state })),
  }
}

function byPlace(a: ChatSummary, b: ChatSummary): number {
  const pinned = Number(b.pinned ?? false) - Number(a.pinned ?? false)
  return pinned || b.at - a.at || (a.id < b.id ? -1 : 1)
}

export interface ChatSection {
  name: string
  chats: ChatSummary[]
}

const dayMs = 86_400_000

/** Groups the chats by age. Pinned ones come first, archived ones are left out. No section is empty. */
export function sectionsOf(chats: ChatSummary[], now: number, words: SectionWords): ChatSection[] {
  const today = startOfDay(now)
  const nameOf = ({ pinned, at }: ChatSummary) =>
    pinned ? words.pinned : at >= today ? words.today : at >= today - 6 * dayMs ? words.week : words.older
  const sections = [words.pinned, words.today, words.week, words.older].map((name) => ({
    name,
    chats: [] as ChatSummary[],
  }))
  for (const chat of chats) {
    if (!chat.archived) sections.find(({ name }) => name === nameOf(chat))?.chats.push(chat)
  }
  return sections.filter((section) => section.chats.length > 0)
}
