import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { linesOf } from '../../../lib/text/line-splitter.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { MAX_LINE_CHARS, type ParsedLine } from '../../../store/messages/import-messages.ts'
import { blocksText, contentShape } from './content-blocks.ts'
import { hashOf, type ImportFormat, lineOf, problemAt, wrongField } from './import-format.ts'

const headerSchema = z.object({ type: z.literal('session'), id: z.string().min(1), timestamp: z.string().optional() })

const entrySchema = z.object({
  type: z.literal('message'),
  id: z.string().min(1).optional(),
  timestamp: z.union([z.string(), z.number()]).optional(),
  message: z.object({
    role: z.string(),
    content: contentShape.optional(),
    timestamp: z.union([z.string(), z.number()]).optional(),
  }),
})

/** A session of OpenClaw: its id, what people called it, and whether a person took part. */
export interface OpenclawSession {
  id: string
  title: string
  isBackground: boolean
}

/** A transcript in `~/.openclaw/agents/NAME/sessions`: a line for the session, then one for each entry. */
export const openclaw: ImportFormat = {
  name: 'OpenClaw',
  hasNames: true,
  matches: (head) => /^\s*\{"type":\s?"session",/.test(head),
  async *read(source) {
    let session: OpenclawSession | undefined
    let number = 0
    for await (const lines of linesOf(source.open(), MAX_LINE_CHARS)) {
      const read: (ParsedLine | undefined)[] = []
      for (const line of lines) {
        number++
        if (line.trim() === '') continue
        const place = messages.places.line(number)
        const value = line.length > MAX_LINE_CHARS ? undefined : parseJson(line)
        const header = session ? undefined : headerSchema.safeParse(value).data
        if (header) session = sessionOf(header.id, await source.sibling('sessions.json'), header.timestamp)
        else if (value === undefined) read.push(problemAt(place, messages.problems.invalid))
        else if (session) read.push(readOpenclawEntry(value, { session, place, now: source.now }))
      }
      yield read
    }
  },
}

const sessionEntry = z.object({
  sessionId: z.string(),
  displayName: z.string().optional().catch(undefined),
  subject: z.string().optional().catch(undefined),
  label: z.string().optional().catch(undefined),
})

function sessionOf(id: string, list: string | undefined, began: string | undefined): OpenclawSession {
  const sessions = z.record(z.string(), z.unknown()).safeParse(parseJson(list ?? '{}')).data ?? {}
  for (const [key, value] of Object.entries(sessions)) {
    const entry = sessionEntry.safeParse(value).data
    if (entry?.sessionId !== id) continue
    return openclawSession(id, key, entry.displayName ?? entry.subject ?? entry.label)
  }
  return openclawSession(id, '', began === undefined ? undefined : `OpenClaw ${began.slice(0, 10)}`)
}

/** The parts of a key that stand for work that nobody wrote to: planned work, calls from outside, helpers. */
const backgroundPattern = /(?:^|:)(?:cron|hook|subagent|heartbeat)(?::|$)/

export function openclawSession(id: string, key: string, title: string | undefined): OpenclawSession {
  return { id, title: title || key || 'OpenClaw', isBackground: backgroundPattern.test(key) }
}

interface EntryContext {
  session: OpenclawSession
  place: AnyText
  now: Date
}

/** Undefined for calls of tools, summaries and settings. */
export function readOpenclawEntry(value: unknown, { session, place, now }: EntryContext): ParsedLine | undefined {
  const kind = z.object({ type: z.string() }).safeParse(value)
  if (!kind.success) return wrongField(place, kind.error)
  if (kind.data.type !== 'message' || session.isBackground) return undefined
  const parsed = entrySchema.safeParse(value)
  if (!parsed.success) return wrongField(place, parsed.error)
  const { id, timestamp, message } = parsed.data
  if (message.role !== 'user' && message.role !== 'assistant') return undefined
  const text = blocksText(message.content)
  const said = message.role === 'user' ? withoutMetadata(text) : { text, sender: undefined }
  const when = message.timestamp ?? timestamp
  const author =
    message.role === 'assistant'
      ? { from: 'OpenClaw', role: 'bot' as const }
      : { from: said.sender ?? '', isOwners: said.sender === undefined }
  const found = {
    chat: { program: 'openclaw', id: session.id, title: session.title },
    id: id ?? hashOf(`${String(when)} ${message.role} ${text}`),
    at: when === undefined ? undefined : new Date(when),
    ...author,
    text: said.text,
  }
  return lineOf(found, place, now)
}

const MAX_BLOCKS = 20
const senderSchema = z.object({
  name: z.string().min(1).optional().catch(undefined),
  sender: z
    .union([z.string().min(1), z.object({ name: z.string().min(1) }).transform(({ name }) => name)])
    .optional()
    .catch(undefined),
})

interface Said {
  text: string
  /** The name in the blocks, if there is one. */
  sender: string | undefined
}

/**
 * OpenClaw puts blocks of JSON before what somebody wrote in a chat, each under a line such as
 * "Sender (untrusted metadata):".
 */
function withoutMetadata(text: string): Said {
  let rest = text
  let sender: string | undefined
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const label = /^\s{0,20}[^\n(]{1,60} \(untrusted[^\n)]{0,60}\):\n```json\n/.exec(rest)?.[0]
    if (label === undefined) break
    const end = rest.indexOf('\n```', label.length)
    if (end < 0) break
    const facts = senderSchema.safeParse(parseJson(rest.slice(label.length, end))).data
    if (/^\s*(?:Sender|Conversation)/.test(label)) sender ??= facts?.name ?? facts?.sender
    rest = rest.slice(end + '\n```'.length).replace(/^[^\n]{0,3}\n{1,3}/, '')
  }
  return { text: rest, sender }
}
