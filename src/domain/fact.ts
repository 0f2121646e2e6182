import type { ChatId } from './ids.ts'
import type { Trust } from './person.ts'

export const factKinds = ['preference', 'fact', 'event', 'decision', 'instruction'] as const
export type FactKind = (typeof factKinds)[number]

/** Where a fact may be shown: in the private chats of the person it is about, in one chat, or everywhere. */
export type FactScope = 'private' | 'room' | 'everyone'

/** How a fact was written: by the model's tool, by a command, from a closed conversation, or by hand on the page. */
export type FactWriter = 'tool' | 'command' | 'extraction' | 'hand'

/** Why a fact that a model found in a conversation is not kept. The names are stored. */
export type DropReason =
  /** The answer of the model, or this element of it, did not have the form that we asked for. */
  | 'malformed'
  /** Its source is not one of the messages that the model was shown. */
  | 'no_source'
  /** The quoted words are not in the source. */
  | 'misquoted'
  /** It says something, such as a name or a number, that its source does not say. */
  | 'unsupported'
  /** It tells the assistant how to answer, which belongs in a profile. */
  | 'instruction'
  /** Its message has already led to a fact like it. */
  | 'known'
  /** It is older than the fact that it would replace, or its last day has passed. */
  | 'outdated'
  /** The rules of the memory forbid it: a secret, or a person who may write nothing. */
  | 'forbidden'
  /** The limit of facts per message was reached. */
  | 'limit'

/** Something that Skein remembers, independent of the message it came from. */
export interface StoredFact {
  id: number
  /** What it is about, in a word or two: "address", "Bella". Empty if nobody said. */
  subject: string
  /** One sentence that can be understood without the conversation. Empty once it is forgotten. */
  statement: string
  kind: FactKind
  /** The person it is about; undefined if a fact with the scope `room` or `everyone` is about nobody we know. */
  aboutId: number | undefined
  toldById: number
  /** The message in which it was said last. */
  messageId: number | undefined
  saidAt: Date
  /** From this moment on it is not shown any more. */
  validUntil: Date | undefined
  /** The newer fact that took its place. */
  replacedBy: number | undefined
  replacedAt: Date | undefined
  trust: Trust
  scope: FactScope
  /** The chat of a fact with the scope `room`. */
  chat: ChatId | undefined
  /** How often it was said. */
  count: number
  writtenBy: FactWriter
  /** When and how often a model saw it. */
  shownAt: Date | undefined
  shownCount: number
  forgottenAt: Date | undefined
  createdAt: Date
}

/** How facts are named to people and models: [f12]. */
export function factReference(id: number): string {
  return `[f${id}]`
}

/** The fact that f12, [f12] or 12 stands for. */
export function parseFactReference(given: string | number): number | undefined {
  const id = /^\[?f?(\d{1,15})\]?$/i.exec(String(given).trim())?.[1]
  return id === undefined ? undefined : Number(id)
}
