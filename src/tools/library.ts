import { dateAndTime } from '../lib/time/calendar.ts'
import type { Scope } from './tool.ts'

/** One stored line, as a tool shows it. */
export interface LibraryLine {
  id: number
  at: Date
  /** `you` for our own lines; no name of a person reads like that. */
  who: string
  /** Of another chat than the one asked in. */
  chatTitle?: string | undefined
  text: string
  /** Names of what hangs on it. */
  files: string[]
}

/** What is looked for. Words, or a person, or a time, or several of these. */
export interface MessageQuery {
  query: string
  person?: string | undefined
  /** As they were given. */
  from?: string | undefined
  to?: string | undefined
  order: 'best' | 'oldest' | 'newest'
  offset: number
  limit: number
  /** Lines shown before and after each. */
  neighbours: number
  /** Also what lies behind a cleared context. */
  cleared: boolean
}

export interface FoundLine extends LibraryLine {
  before: LibraryLine[]
  after: LibraryLine[]
}

export interface FoundLines {
  /** The words that were looked for; none when all lines of a person or a time were. */
  words: string[]
  /** Other forms of them that were found, and so counted. */
  forms: string[]
  /** How many lines hold all of the words, of all that may be read. */
  holdAll: number
  /** How many more hold some of them. */
  holdSome: number
  /** How many more say something like it in other words. */
  alike: number
  /** False where there are more lines than were looked at. */
  isAll: boolean
  /** The asked part of all these, in the asked order. */
  lines: FoundLine[]
  /** How many of the asked part are left out, because they hold a key and were said elsewhere. */
  heldBack: number
  /** Where nothing was found of a person: who spoke lately. */
  speakers: string[]
}

/** A sentence for what cannot be looked for as it was asked. */
export type SearchAnswer = FoundLines | { problem: string }

/** What the tools read from. Each method answers only with what the person of the scope may read. */
export interface Library {
  search(scope: Scope, query: MessageQuery): SearchAnswer | Promise<SearchAnswer>
  /** The lines around one, oldest first; empty when it is not theirs to read. */
  around(scope: Scope, message: number, options: { count: number; cleared: boolean }): LibraryLine[]
  status(scope: Scope): ContextStatus
}

export interface ContextStatus {
  epochOpenedAt: Date | undefined
  turns: number
  contextTokens: number
  windowTokens: number | undefined
  storedMessages: number
}

/**
 * `[12] 2026-03-14 14:02 Ana: text`, a chat other than this one in parentheses before the name. Only a head stands at the
 * beginning of a line: what follows the first line of a text is set in behind a bar, so that no text can pass for a line.
 */
export function describeLine({ id, at, who, chatTitle, text, files }: LibraryLine, timezone: string): string {
  const [first = '', ...others] = text.split(lineBreak).map(withoutControls)
  const place = chatTitle === undefined ? '' : `(${chatTitle}) `
  return [
    `[${id}] ${dateAndTime(at, timezone)} ${place}${who}: ${first}`.trimEnd(),
    ...others.map((line) => `    | ${line}`),
    ...files.map((name) => `    file: ${name}`),
  ].join('\n')
}

/** Every break that a reader may take for one. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (sign === '\t' ? sign : ''))
}
