// The list of chats, as the page reads it. No imports, like wire.ts.

/** One page of the list: first what is pinned, then the one that spoke last. */
export interface ChatPage {
  chats: ChatSummary[]
  /** There are more behind the last of them. */
  older: boolean
}

export interface ChatSummary {
  id: string
  title: string
  at: number
  /** Where it is held, as that channel is called; left out of those of this page. */
  channel?: string
  /** Held elsewhere, and can be written in from here all the same. */
  writable?: true
  state?: ChatState | undefined
  pinned?: boolean
  archived?: boolean
}

export type ChatState = 'working' | 'needs you' | 'failed' | 'new'

/** How a chat is kept in the list from now on; what is left out stays as it is. */
export interface ChatKeeping {
  /** Empty: it is called as it was. */
  name?: string
  pinned?: boolean
  archived?: boolean
}
