import type { Api } from '../../../api.ts'
import type { ChatKeeping } from '../../../wire/chat-wire.ts'
import type { Conversations } from './conversations.ts'

/** What is done with the list of chats. What can be refused resolves with why it is not so, if it is not. */
export interface Listing {
  /** More of the list, or what was archived. */
  readChats(from: 'older' | 'archived'): Promise<void>
  /** Keeps a chat in the list as is said. */
  keep(chat: string, keeping: ChatKeeping): Promise<string | undefined>
  /** Deletes what was said in a chat until now. */
  remove(chat: string): Promise<string | undefined>
}

export interface ListingDeps {
  changed: () => void
  /** This chat is not there any more. */
  left: (chat: string) => void
}

/** A long chat takes a while. */
const deletingMs = 180_000

export function createListing(api: Api, conversations: Conversations, { changed, left }: ListingDeps): Listing {
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

    async keep(chat, keeping) {
      const answer = await api.keep(chat, keeping)
      if (answer.status !== 'ok') return answer.error
      index.put(answer.value)
      changed()
      return undefined
    },

    async remove(chat) {
      const answer = await api.post<object>(`/api/chats/${encodeURIComponent(chat)}/delete`, {}, deletingMs)
      if (answer.status !== 'ok') return answer.error
      conversations.remove(chat)
      left(chat)
      changed()
      return undefined
    },
  }
}
