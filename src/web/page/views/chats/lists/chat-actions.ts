import type { Api, LinePlace } from '../../../api.ts'
import type { ChatChanges, ErasableChat } from '../../../wire/chat-wire.ts'
import type { LinePage } from '../../../wire/wire.ts'
import type { Conversations } from './conversations.ts'

/** Actions on the list of chats. They resolve with the error, or undefined. */
export interface ChatActions {
  /** Loads older or archived chats. */
  readChats(from: 'older' | 'archived'): Promise<void>
  /** Renames, pins or archives a chat. */
  changeChat(chat: string, changes: ChatChanges): Promise<string | undefined>
  /** What would be erased with a chat; undefined if that cannot be asked now. */
  countErasable(chat: string): Promise<ErasableChat | undefined>
  /** Erases a chat for good. */
  remove(chat: string): Promise<string | undefined>
}

export interface ChatActionsDeps {
  changed: () => void
  /** The chat was deleted. */
  left: (chat: string) => void
}

/** Deleting a long chat takes a while. */
const DELETE_TIMEOUT_MS = 180_000

export function createChatActions(
  api: Api,
  conversations: Conversations,
  { changed, left }: ChatActionsDeps,
): ChatActions {
  const { index } = conversations
  return {
    async readChats(from) {
      const isArchived = from === 'archived'
      const after = index.list().findLast(({ archived = false }) => archived === isArchived)
      const answer = await api.chats({ after, archived: isArchived })
      if (answer.status !== 'ok') return
      if (isArchived) answer.value.chats.forEach(index.put)
      else index.add(answer.value)
      changed()
    },

    async changeChat(chat, changes) {
      const answer = await api.changeChat(chat, changes)
      if (answer.status !== 'ok') return answer.error
      index.put(answer.value)
      changed()
      return undefined
    },

    async countErasable(chat) {
      const answer = await api.erasable(chat)
      return answer.status === 'ok' ? answer.value : undefined
    },

    async remove(chat) {
      const answer = await api.post<object>(`/api/chats/${encodeURIComponent(chat)}/delete`, {}, DELETE_TIMEOUT_MS)
      if (answer.status !== 'ok') return answer.error
      conversations.remove(chat)
      left(chat)
      changed()
      return undefined
    },
  }
}

interface LineLoaderDeps {
  api: Pick<Api, 'lines'>
  conversations: Pick<Conversations, 'thread' | 'addOlder' | 'addNewer' | 'setAround'>
  chat: () => string
  draw: () => void
}

/** Loads more of the open chat: while scrolling, or around a given line. */
export function createLineLoader({ api, conversations, chat, draw }: LineLoaderDeps) {
  let running: Promise<void> | undefined

  /** One request at a time. Scrolling asks again. */
  async function read(place: LinePlace, add: (chat: string, page: LinePage) => void): Promise<void> {
    if (running) return
    const openChat = chat()
    running = api.lines(openChat, place).then((answer) => {
      if (answer.status === 'ok') add(openChat, answer.value)
    })
    try {
      await running
    } finally {
      running = undefined
    }
    draw()
  }

  return {
    async readOlder(): Promise<void> {
      const thread = conversations.thread(chat())
      const oldest = thread?.lines[0]
      if (thread?.older && oldest) await read({ before: oldest.id }, conversations.addOlder)
    },
    async readNewer(): Promise<void> {
      const thread = conversations.thread(chat())
      const newest = thread?.lines.at(-1)
      if (thread?.newer && newest) await read({ after: newest.id }, conversations.addNewer)
    },
    /** A jump happens only once, so it waits for a running request. */
    async readAround(line: number): Promise<void> {
      while (running) await running
      await read({ around: line }, conversations.setAround)
    },
  }
}
