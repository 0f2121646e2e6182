import { messageReference } from '../domain/message-reference.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import type { Scope } from './tool.ts'

/** One stored line as a tool shows it. */
export interface MessageLine {
  id: number
  at: Date
  /** `you` for our own lines; a person's name never reads like that. */
  who: string
  /** Only for a line from another chat. */
  chatTitle?: string | undefined
  text: string
  /** The names of the attached files. */
  files: string[]
  /** The person replaced it: it belongs to a version of the chat that is not the chosen one. */
  isReplaced?: boolean
}

/** What to look for: words, a person, a period, or several of these. */
export interface MessageQuery {
  query: string
  person?: string | undefined
  /** As the model wrote them. */
  from?: string | undefined
  to?: string | undefined
  order: 'best' | 'oldest' | 'newest'
  offset: number
  limit: number
  /** How many lines to show before and after each. */
  neighbours: number
  /** Whether to include messages from before /context clear. */
  cleared: boolean
}

export interface FoundLine extends MessageLine {
  before: MessageLine[]
  after: MessageLine[]
}

export interface FoundLines {
  /** The words that were searched; empty if all lines of a person or period were requested. */
  words: string[]
  /** Other forms of the words that were found and counted. */
  forms: string[]
  /** How many readable lines contain all of the words. */
  matchingAll: number
  /** How many more contain some of them. */
  matchingSome: number
  /** How many more say something similar in other words. */
  similar: number
  /** False if there are more lines than we looked at. */
  isComplete: boolean
  /** The requested page, in the requested order. */
  lines: FoundLine[]
  /** How many lines of the page are withheld, because they contain a secret and were said in another chat. */
  withheldCount: number
  /** The period that time words in the query were read as. */
  period?: { words: string; from: Date; until: Date } | undefined
  /** The other words that were searched because little was found, and how many more messages contain them. */
  otherSearches?: { searches: string[]; matching: number } | undefined
  /** The recent speakers, if nothing was found for a person. */
  speakers: string[]
}

/** A sentence if the query cannot be run. */
export type SearchAnswer = FoundLines | { problem: string }

/** What the tools read from. Each method only returns what the person of the scope may read. */
export interface MessageReader {
  search(scope: Scope, query: MessageQuery): SearchAnswer | Promise<SearchAnswer>
  /** The lines around a given one, oldest first; empty if the person may not read it. */
  around(scope: Scope, message: number, options: { count: number; cleared: boolean }): MessageLine[]
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
 * `[m12] 2026-03-14 14:02 Ana: text`, with another chat in parentheses before the name. Only a heading begins a line:
 * further lines of a text are indented behind a bar, so that no text can look like another message.
 */
export function describeLine(
  { id, at, who, chatTitle, text, files, isReplaced }: MessageLine,
  timezone: string,
): string {
  const [first = '', ...others] = text.split(lineBreak).map(withoutControls)
  const place = [
    ...(chatTitle === undefined ? [] : [`(${chatTitle}) `]),
    ...(isReplaced ? ['(replaced version) '] : []),
  ].join('')
  return [
    `${messageReference(id)} ${dateAndTime(at, timezone)} ${place}${who}: ${first}`.trimEnd(),
    ...others.map((line) => `    | ${line}`),
    ...files.map((name) => `    file: ${name}`),
  ].join('\n')
}

/** Every character that a reader may see as a line break. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => (sign === '\t' ? sign : ''))
}
