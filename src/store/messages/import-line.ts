import { z } from 'zod'
import { type ChatId, localChat, parseChatId } from '../../domain/ids.ts'

const lineSchema = z.object({
  chat: z.string().min(1).max(500),
  id: z.string().min(1).max(500),
  at: z.iso.datetime({ offset: true }),
  from: z.string().min(1).max(500),
  role: z.enum(['human', 'bot']),
  text: z.string(),
  reply_to: z.string().min(1).optional(),
  topic: z.string().min(1).optional(),
})

/** One line of somebody's past, as `skein import` takes it. */
export interface ImportLine {
  chat: ChatId
  id: string
  at: Date
  from: string
  role: 'human' | 'bot'
  text: string
  replyTo?: string | undefined
  topic?: string | undefined
  /** Whoever brings it in says that the owner spoke under this name. */
  isOwners?: boolean | undefined
}

export type ParsedLine = { status: 'ok'; line: ImportLine } | { status: 'bad'; problem: string }

/** A chat named without one of our channels becomes a chat of the local page: `journal` is `web:journal`. */
export function parseImportLine(text: string): ParsedLine {
  const json = readJson(text)
  if (json === undefined) return { status: 'bad', problem: 'is not JSON' }
  const parsed = lineSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.')
    return { status: 'bad', problem: `${where ? `"${where}": ` : ''}${issue?.message ?? 'is not a message'}` }
  }
  // Named one by one: gathering the rest of an object costs as much as reading its JSON, for every line.
  const { chat, id, at, from, role, text: said, reply_to: replyTo, topic } = parsed.data
  const place = parseChatId(chat) ?? localChat(chat)
  return { status: 'ok', line: { chat: place, id, at: new Date(at), from, role, text: said, replyTo, topic } }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
