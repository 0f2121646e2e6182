import type { LocalizedText } from '../messages/localized.ts'
import type { DropReason, FactKind, FactWriter, StoredFact } from './fact.ts'
import type { ChatId } from './ids.ts'

/** The facts as the owner sees and changes them, on the page and on the command line. */
export interface OwnerFacts {
  /** Newest first. */
  list(filter?: FactsFilter): ListedFact[]
  find(id: number): ListedFact | undefined
  /** Where it comes from, and what it replaced. Undefined if there is none with this number. */
  read(id: number): FactDetails | undefined
  edit(id: number, change: FactEdit): FactChange
  /** Keeps the first and puts it in the place of the other. */
  merge(kept: number, other: number): FactChange
  /** Takes back the last edit, replacement or merge. */
  undo(id: number): FactChange
  /** Deletes it for good, with everything that it replaced. */
  forget(id: number): { forgotten: number[] } | { problem: LocalizedText }
}

export interface FactsFilter {
  words?: string | undefined
  /** Whom it is about, or who told it. */
  personId?: number | undefined
  kind?: FactKind | undefined
  /** Also what was replaced or has expired. */
  withPast?: boolean | undefined
}

export interface FactDetails {
  fact: ListedFact
  /** The message in which it was said last, if the owner may read it. */
  source: FactSourceLine | undefined
  /** Newest first. */
  older: StoredFact[]
  /** What is deleted if it is forgotten together with the messages in which it was said. */
  withMessages: { facts: StoredFact[]; messages: FactSourceLine[] }
}

export interface FactSourceLine {
  id: number
  name: string
  at: Date
  text: string
}

export interface FactEdit {
  statement?: string | undefined
  kind?: FactKind | undefined
  /** Null for a fact that holds for ever. */
  validUntil?: Date | null | undefined
}

/** The facts that hold now because of the change. */
export type FactChange = { facts: number[] } | { problem: LocalizedText }

/** A fact with the names that people know, for lists. */
export interface ListedFact extends StoredFact {
  about: string | undefined
  toldBy: string
  /** The title of the chat to which it belongs. */
  chatTitle: string | undefined
  /** The chat of the message it comes from. */
  sourceChat: ChatId | undefined
  /** Whether it took the place of something that can be restored. */
  canUndo: boolean
}

/** How well the memory is kept, in numbers. What somebody wrote by hand is not counted as written. */
export interface WriteQuality {
  written: number
  byWriter: { writer: FactWriter; facts: number }[]
  /** How often something known was said again. */
  repeated: number
  replaced: number
  forgotten: number
  /** Written and not forgotten, but no model has seen it yet. */
  neverShown: number
  /** A model saw it, and then a person wrote a new version. */
  corrected: number
  /** Written from words of somebody who may not tell anything; must be 0. */
  untrusted: number
  /** Shown, and neither corrected nor forgotten. */
  useful: number
}

/** How well the memory is kept, in all and by week. */
export interface QualityReport extends MemoryFigures {
  /** What a model found in conversations and was not kept, the most frequent reason first. */
  dropped: { reason: DropReason; facts: number }[]
  /** Oldest first. */
  weeks: (MemoryFigures & { from: string })[]
}

export interface MemoryFigures extends WriteQuality {
  /** Spent on writing facts. */
  tokens: number
  /** Undefined if no fact was useful yet. */
  tokensPerUseful: number | undefined
}
