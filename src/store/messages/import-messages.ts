import { z } from 'zod'
import {
  type ChatId,
  isLocal,
  type Lane,
  localChat,
  localOwner,
  parseChatId,
  replyLane,
  rootLane,
  topicLane,
} from '../../domain/ids.ts'
import { parseJson } from '../../lib/text/json.ts'
import { importMessages as messages } from '../../messages/import-messages.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import type { Database } from '../database.ts'
import { wasErased } from '../erasing/erased-keys.ts'
import { audienceOf, ensureChat, ensureLane, type NewChat } from './chats.ts'
import { isAllSeen, noteSeen } from './kept-chats.ts'
import { createMessageIndexer } from './message-indexer.ts'
import { insertMessage, laneOfRemote } from './messages.ts'

const lineSchema = z.object({
  chat: z.string().min(1).max(500),
  id: z.string().min(1).max(500),
  at: z.iso.datetime({ offset: true }),
  from: z.string().min(1).max(500).optional(),
  role: z.enum(['human', 'bot', 'user', 'assistant']),
  text: z.string(),
  reply_to: z.string().min(1).optional(),
  topic: z.string().min(1).optional(),
  title: z.string().min(1).max(500).optional(),
})

/** One line of an imported history, as `skein import` reads it. */
export interface ImportLine {
  chat: ChatId
  id: string
  at: Date
  /** Empty for lines of the owner in files that do not say their name. */
  from: string
  role: 'human' | 'bot'
  text: string
  replyTo?: string | undefined
  topic?: string | undefined
  /** The title of the chat, if the chat is new. */
  title?: string | undefined
  /** The person who imports says that the owner wrote under this name. */
  isOwners?: boolean | undefined
}

/** A message of a file, or what is wrong at that place. An empty line of a file is neither. */
export type ParsedLine = { status: 'ok'; line: ImportLine } | { status: 'bad'; problem: AnyText }

/** The name of an assistant in a file that has only roles. */
const ASSISTANT = 'Assistant'

/** A chat without one of our channel names becomes a chat of the local page: `journal` becomes `web:journal`. */
export function parseImportLine(text: string): ParsedLine {
  const json = parseJson(text)
  if (json === undefined) return { status: 'bad', problem: messages.problems.notJson }
  const parsed = lineSchema.safeParse(json)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.')
    const { wrongField, unexpected } = messages.problems
    return { status: 'bad', problem: where ? wrongField(where) : unexpected }
  }
  // The fields are named one by one, because collecting the rest of an object would cost as much as parsing its JSON.
  const { chat, id, at, from: name, role: author, text: said, reply_to: replyTo, topic, title } = parsed.data
  const place = parseChatId(chat) ?? localChat(chat)
  const role = author === 'bot' || author === 'assistant' ? 'bot' : 'human'
  const from = name ?? (role === 'bot' ? ASSISTANT : '')
  const line = { chat: place, id, at: new Date(at), from, role, text: said, replyTo, topic, title } as const
  // In a history of a person and an assistant, only others need a name.
  return { status: 'ok', line: from === '' ? { ...line, isOwners: true } : line }
}

export interface ImportOptions {
  owner: { id: number; name: string }
  now: Date
  /** The silence in a lane after which another conversation begins. */
  gapMs?: number
}

export interface Imported {
  added: number
  /** Lines that were stored before, with the same chat and id, even if they were erased since. */
  known: number
  /** The lanes of all lines, including known ones, so that a second import can continue an interrupted one. */
  lanes: Lane[]
  /** The lanes that gained lines. */
  changed: Lane[]
}

/**
 * Stores imported lines in one transaction and creates no tasks. Names prove nothing: a line under the owner's own
 * name, or one declared as theirs, counts as the owner's. Any other human line is third-party text, and lines of a bot
 * are ours.
 */
export function importMessages(db: Database, lines: ImportLine[], { owner, now, gapMs }: ImportOptions): Imported {
  const lanes = new Set<Lane>()
  const changed = new Set<Lane>()
  return db.transaction(() => {
    const filer = createMessageIndexer(db, gapMs)
    const chats = byChat(lines)
    const importedIds = knownIds(db, chats)
    const seen = [...chats.keys()].filter((chat) => isAllSeen(db, chat))
    const last = new Map<ChatId, number>()
    // A store that was restored from a backup knows only the keys of what was erased after it. Other erased lines have rows.
    const isErased = ({ chat, id }: ImportLine) => wasErased(db, { kind: 'message', chat, remoteId: id, keys: [] })
    let added = 0
    for (const line of [...chats.values()].flat()) {
      const lane = laneFor(db, line)
      if (!lanes.has(lane)) {
        if (audienceOf(db, line.chat) === undefined) ensureChat(db, importedChat(line, owner.id), now)
        ensureLane(db, lane, line.chat)
        lanes.add(lane)
      }
      const ids = importedIds.get(line.chat)
      if (ids?.has(line.id) || isErased(line)) continue
      ids?.add(line.id)
      added++
      changed.add(lane)
      const mine = line.role === 'human' && (line.isOwners === true || isName(line.from, owner.name))
      const row = {
        chat: line.chat,
        lane,
        author: line.role,
        kind: 'conversation',
        origin: 'chat',
        trust: line.role === 'bot' || mine ? 'owner' : 'untrusted',
        personId: mine ? owner.id : null,
        name: line.from === '' ? owner.name : line.from,
        remoteId: line.id,
        replyTo: line.replyTo ?? null,
        at: line.at,
        receivedAt: now,
        text: line.text,
      } as const
      last.set(line.chat, insertMessage(db, row, [], filer.file))
    }
    filer.finish()
    // Imported history does not count as unread.
    for (const chat of seen) noteSeen(db, chat, last.get(chat) ?? 0)
    return { added, known: lines.length - added, lanes: [...lanes], changed: [...changed] }
  })
}

/** Only the channel knows who reads a chat elsewhere, and it tells us when something arrives from there. */
function importedChat({ chat: id, title: given }: ImportLine, ownerId: number): NewChat {
  const title = given ?? id.slice(id.indexOf(':') + 1)
  return isLocal(id)
    ? { id, title, audience: 'private', owner: localOwner, personId: ownerId }
    : { id, title, audience: 'group' }
}

/**
 * Groups the lines by chat, because the index has a list for every word of every chat, and alternating between lists
 * rewrites them over and over.
 */
function byChat(lines: ImportLine[]): Map<ChatId, ImportLine[]> {
  const chats = new Map<ChatId, ImportLine[]>()
  for (const line of lines) {
    const known = chats.get(line.chat)
    if (known) known.push(line)
    else chats.set(line.chat, [line])
  }
  return chats
}

/** The ids of these lines that are stored already, found with one query per chat instead of one per line. */
function knownIds(db: Database, chats: Map<ChatId, ImportLine[]>): Map<ChatId, Set<string>> {
  const stored = db
    .statement('SELECT remote_id FROM json_each(?) CROSS JOIN message ON chat = ? AND remote_id = json_each.value')
    .pluck()
  return new Map(
    [...chats].map(([chat, lines]) => {
      const ids = JSON.stringify(lines.map(({ id }) => id))
      return [chat, new Set(stored.all(ids, chat) as string[])]
    }),
  )
}

export interface ImportReport extends Pick<Imported, 'added' | 'known'> {
  lines: number
  /** The first problems, with their line numbers. */
  problems: string[]
  bad: number
}

type Counted = Pick<Imported, 'added' | 'known'>

export interface ImportStream {
  /** Stores one batch, either here or through the daemon. */
  write(batch: ImportLine[]): Counted | Promise<Counted>
  progress?(report: ImportReport): void
  /** The batch size. The default is small, for use while a daemon runs. Without one, a store can take more at once. */
  batch?: { lines: number; chars: number }
  /** The names under which the owner wrote. */
  ownersNames?: string[]
  /** The language of the reported problems; English by default. */
  language?: Language
  signal: AbortSignal
}

// One batch is one transaction, and nobody else can write while it runs: about 10 ms. The character limit covers long
// texts.
const smallBatch = { lines: 100, chars: 60_000 }
const MAX_REPORTED_PROBLEMS = 20

/** Imports our own format, one JSON object per line. */
export function importLines(texts: AsyncIterable<string[]>, stream: ImportStream): Promise<ImportReport> {
  return importParsed(parseLines(texts), stream)
}

/** Passes lines on in small batches. A bad line is counted and reported but stops nothing. */
export async function importParsed(
  parsed: AsyncIterable<(ParsedLine | undefined)[]>,
  stream: ImportStream,
): Promise<ImportReport> {
  const maxBatch = stream.batch ?? smallBatch
  const report: ImportReport = { lines: 0, added: 0, known: 0, bad: 0, problems: [] }
  let batch: ImportLine[] = []
  let chars = 0
  const flush = async () => {
    if (batch.length === 0) return
    const { added, known } = await stream.write(batch)
    report.added += added
    report.known += known
    batch = []
    chars = 0
    stream.progress?.(report)
  }
  for await (const entries of parsed) {
    for (const entry of entries) {
      stream.signal.throwIfAborted()
      report.lines++
      if (entry?.status === 'bad') note(textIn(entry.problem, stream.language ?? 'en'), report)
      if (entry?.status !== 'ok') continue
      const { line } = entry
      batch.push(stream.ownersNames?.some((name) => isName(line.from, name)) ? { ...line, isOwners: true } : line)
      chars += line.text.length
      if (batch.length >= maxBatch.lines || chars >= maxBatch.chars) await flush()
    }
  }
  await flush()
  return report
}

export function isName(text: string, name: string): boolean {
  return text.trim().toLowerCase() === name.trim().toLowerCase()
}

function note(problem: string, report: ImportReport): void {
  report.bad++
  if (report.problems.length < MAX_REPORTED_PROBLEMS) report.problems.push(problem)
}

const tooLong = { status: 'bad', problem: messages.problems.tooLong } as const

/** A longer line is not read. Reading may stop after as many characters. */
export const MAX_LINE_CHARS = 16_000_000

/** Undefined for an empty line. */
export async function* parseLines(texts: AsyncIterable<string[]>): AsyncGenerator<(ParsedLine | undefined)[]> {
  let number = 0
  for await (const lines of texts)
    yield lines.map((text) => {
      number++
      if (text.trim() === '') return undefined
      const parsed = text.length > MAX_LINE_CHARS ? tooLong : parseImportLine(text)
      return parsed.status === 'ok'
        ? parsed
        : { status: 'bad', problem: messages.problem(messages.places.line(number), parsed.problem) }
    })
}

/** The lane by topic, then reply, then root, as for an arriving message. */
function laneFor(db: Database, { chat, topic, replyTo }: ImportLine): Lane {
  if (topic !== undefined) return topicLane(chat, topic)
  if (replyTo === undefined) return rootLane(chat)
  return laneOfRemote(db, chat, replyTo) ?? replyLane(chat, replyTo)
}
