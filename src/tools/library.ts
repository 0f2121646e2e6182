import type { Scope } from './tool.ts'

/** One stored line, as a tool shows it. */
export interface LibraryLine {
  id: number
  at: Date
  who: string
  chatTitle: string
  text: string
}

/** What the tools read from. Each method answers only with what the person of the scope may read. */
export interface Library {
  /** Best first. */
  search(scope: Scope, words: string, limit: number): LibraryLine[] | Promise<LibraryLine[]>
  /** The lines around one, oldest first; empty when it is not theirs to read. */
  around(scope: Scope, message: number, count: number): LibraryLine[]
  status(scope: Scope): ContextStatus
}

export interface ContextStatus {
  epochOpenedAt: Date | undefined
  turns: number
  contextTokens: number
  windowTokens: number | undefined
  storedMessages: number
}
