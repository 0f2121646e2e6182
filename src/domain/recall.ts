import type { ChatId } from './ids.ts'

/**
 * What somebody may read: the chat where they ask and, if `allChatsOf` names a person, all chats of that person. It names
 * the person and not the chats, because chats can change their owner; each query looks them up.
 */
export interface Readable {
  /** Undefined if they do not ask from within a chat. */
  here: ChatId | undefined
  allChatsOf: number | undefined
  /** Only the private ones of them: their groups are read in the groups. */
  isPrivateOnly?: boolean | undefined
}

/** The same, with a check for a single chat. */
export interface ReadableChats extends Readable {
  has(chat: ChatId): boolean
}

export function onlyIn(chat: ChatId): Readable {
  return { here: chat, allChatsOf: undefined }
}

/**
 * The meaning of a text as an embedding model sees it: a vector of length 1. Only vectors of the same model can be
 * compared.
 */
export interface Meaning {
  model: string
  vector: Float32Array
}
