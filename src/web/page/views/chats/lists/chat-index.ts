import type { ChatPage, ChatState, ChatSummary } from '../../../wire/chat-wire.ts'

/** The list of chats as far as it was read: first what is pinned, then the one that spoke last. */
export interface ChatIndex {
  list(): ChatSummary[]
  find(id: string): ChatSummary | undefined
  /** There are more behind the last of them. */
  hasOlder(): boolean
  /** The beginning, read anew: what should stand in it and does not is gone. */
  setFirst(page: ChatPage): void
  add(page: ChatPage): void
  put(chat: ChatSummary): void
  remove(id: string): void
  /** Something was said there. */
  spoke(id: string, at: number): void
  setState(id: string, state: ChatState | undefined): void
}

export function createChatIndex(): ChatIndex {
  let chats: ChatSummary[] = []
  let older = false

  function merge(given: ChatSummary[], isKept: (known: ChatSummary) => boolean = () => true): void {
    const known = new Map(chats.filter(isKept).map((chat) => [chat.id, chat]))
    for (const chat of given) known.set(chat.id, chat)
    chats = [...known.values()].sort(byPlace)
  }

  function change(id: string, more: (chat: ChatSummary) => ChatSummary): void {
    const chat = chats.find((one) => one.id === id)
    if (chat) merge([more(chat)])
  }

  return {
    list: () => chats,
    find: (id) => chats.find((one) => one.id === id),
    hasOlder: () => older,
    setFirst(page) {
      const last = page.chats.at(-1)
      const hadMore =
        page.older && last !== undefined && chats.some((chat) => !chat.archived && byPlace(chat, last) > 0)
      merge(
        page.chats,
        (chat) => chat.archived === true || (page.older && last !== undefined && byPlace(chat, last) > 0),
      )
      if (!hadMore) older = page.older
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

function byPlace(one: ChatSummary, other: ChatSummary): number {
  const pinned = Number(other.pinned ?? false) - Number(one.pinned ?? false)
  return pinned || other.at - one.at || (one.id < other.id ? -1 : 1)
}
