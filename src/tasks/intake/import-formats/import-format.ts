import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { localChat } from '../../../domain/ids.ts'
import { type JsonEvent, type JsonStep, scanJson } from '../../../lib/text/json-scanner.ts'
import { oneLine, truncate } from '../../../lib/text/text.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'

/** How one program writes its history. */
export interface ImportFormat {
  /** The program's name, as people know it. */
  name: string
  /** Whether the owner has to say which name in the file is theirs, unless the file says so. */
  hasNames: boolean
  /** Whether a file that starts with this text is of this format. Databases are opened to see what is in them. */
  matches(head: string, path: string): boolean
  /** Reads the messages, oldest first, with flat memory. Reading the same file again gives the same ids. */
  read(source: ImportSource): AsyncIterable<(ParsedLine | undefined)[]>
}

export interface ImportSource {
  /** The text of the file from its start; may be called several times. Latin-1 gives one character for each byte. */
  open(encoding?: 'utf8' | 'latin1'): AsyncIterable<string>
  now: Date
  /** Where the file is, for databases. */
  path: string
  /** A small file in the same folder; undefined if there is none. */
  sibling(name: string): Promise<string | undefined>
}

export interface ForeignMessage {
  /** The program and its id of the chat. */
  chat: { program: string; id: string; title: string }
  id: string
  at: Date | undefined
  /** Empty if the owner wrote it and the file does not say their name. */
  from: string
  role?: 'human' | 'bot'
  isOwners?: boolean
  text: string
}

const MAX_TEXT_CHARS = 200_000
const MAX_NAME_CHARS = 200
/** The clock of another machine may be ahead. */
const AHEAD_MS = 86_400_000

/** The message as a line for the import; undefined if it has no words. A longer text is cut. */
export function lineOf(message: ForeignMessage, place: AnyText, now: Date): ParsedLine | undefined {
  const { chat, id, at, from, role = 'human', isOwners } = message
  const text = clean(message.text).trim()
  if (text === '') return undefined
  if (at === undefined || !(at.getTime() > 0)) return problemAt(place, messages.problems.noTime)
  if (at.getTime() > now.getTime() + AHEAD_MS) return problemAt(place, messages.problems.future)
  const line = {
    chat: localChat(`${chat.program}-${safeId(chat.id)}`),
    id: safeId(id),
    at,
    from: nameOf(from),
    role,
    text: truncate(text, MAX_TEXT_CHARS),
    title: nameOf(chat.title) || chat.program,
  }
  return { status: 'ok', line: isOwners ? { ...line, isOwners } : line }
}

/** The file has something else than expected at this place. */
export function wrongField(place: AnyText, { issues }: z.ZodError): ParsedLine {
  const field = issues[0]?.path.join('.')
  return problemAt(place, field ? messages.problems.wrongField(field) : messages.problems.unexpected)
}

export function problemAt(place: AnyText, problem: AnyText): ParsedLine {
  return { status: 'bad', problem: messages.problem(place, problem) }
}

/** One line without control characters, as names are shown. */
export function nameOf(text: string): string {
  return oneLine(text.slice(0, MAX_NAME_CHARS * 2).replace(/\p{C}/gu, ' '), MAX_NAME_CHARS)
}

/** Ids of other programs are short and plain. Anything else is replaced by its hash. */
function safeId(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? id : hashOf(id)
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 32)
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** The largest conversation, or message where messages come one by one. */
const MAX_JSON_CHARS = 32_000_000
const MAX_JSON_DEPTH = 100

/** Reads a large JSON file. What `isSplit` splits comes in pieces; everything else comes whole. */
export async function* readJson(
  source: ImportSource,
  isSplit: (path: JsonStep[]) => boolean,
  /** What becomes of a value, or of one that was left out because of a problem. */
  read: (path: JsonStep[], value: unknown, problem?: AnyText) => (ParsedLine | undefined)[],
): AsyncGenerator<(ParsedLine | undefined)[]> {
  const onEvent = (event: JsonEvent): (ParsedLine | undefined)[] => {
    if (event.status === 'value') return read(event.path, event.value)
    if (event.status === 'skipped') return read(event.path, undefined, messages.problems[event.reason])
    const problem = event.reason === 'invalid' ? messages.invalidFrom(event.at + 1) : messages.cutOff(event.at)
    return [{ status: 'bad', problem }]
  }
  const options = { isSplit, maxChars: MAX_JSON_CHARS, maxDepth: MAX_JSON_DEPTH }
  for await (const events of scanJson(source.open(), options)) for (const event of events) yield onEvent(event)
}

/** Reads a file that is an array of conversations. */
export function readConversations(
  source: ImportSource,
  read: (conversation: unknown, place: AnyText, now: Date) => (ParsedLine | undefined)[],
): AsyncIterable<(ParsedLine | undefined)[]> {
  const isRoot = (path: JsonStep[]) => path.length === 0
  return readJson(source, isRoot, ([at], value, problem) => {
    const place = messages.places.conversation(Number(at ?? 0) + 1)
    return problem ? [problemAt(place, problem)] : read(value, place, source.now)
  })
}
