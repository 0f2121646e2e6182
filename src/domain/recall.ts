import type { ChatId } from './ids.ts'

/**
 * How far somebody may read: in the chat where they ask, and where `everyOf` names a person, in every chat that is theirs.
 * It says whose and not which: whose a chat is can change, so each query looks it up.
 */
export interface Readable {
  /** Undefined: they ask in none. */
  here: ChatId | undefined
  everyOf: number | undefined
}

/** The same for who has a single line in hand. */
export interface ReadableChats extends Readable {
  has(chat: ChatId): boolean
}

export function onlyIn(chat: ChatId): Readable {
  return { here: chat, everyOf: undefined }
}

/** What a text is about, as a model puts it: a direction, of length 1. Only those of one model can be compared. */
export interface Meaning {
  model: string
  vector: Float32Array
}
