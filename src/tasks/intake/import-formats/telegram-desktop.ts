import { z } from 'zod'
import type { JsonStep } from '../../../lib/text/json-scanner.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { type ImportFormat, lineOf, nameOf, problemAt, readJson, wrongField } from './import-format.ts'

const textPart = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])

const messageSchema = z.object({
  id: z.number(),
  type: z.string(),
  date: z.string().optional(),
  date_unixtime: z.string().optional(),
  from: z.string().nullish(),
  from_id: z.string().nullish(),
  text: z.union([z.string(), z.array(textPart).transform((parts) => parts.join(''))]),
})

interface OpenChat {
  id: string | undefined
  name: string
  messageCount: number
}

/**
 * `result.json` of a chat or of the whole account. Only the latter says who the account belongs to. Messages come after
 * the name and the id of their chat.
 */
export const telegramDesktop: ImportFormat = {
  name: 'Telegram Desktop',
  hasNames: true,
  matches: (head) =>
    /^\s*\{\s*"(?:about|personal_information|name|type|id|messages|chats|left_chats)"\s*:/.test(head) &&
    /"(?:messages|chats|left_chats|personal_information)"\s*:/.test(head),
  read(source) {
    let owner: string | undefined
    let chat: OpenChat = newChat()
    let chatPlace = ''
    return readJson(source, isSplit, (path, value, problem) => {
      const [field, ...rest] = fieldOf(path)
      if (field === 'personal_information') owner = ownerOf(value)
      const place = path.slice(0, path.length - rest.length - 1).join('.')
      if (place !== chatPlace) chat = newChat()
      chatPlace = place
      if (field === 'id') chat.id = idOf(value)
      if (field === 'name' && typeof value === 'string') chat.name = nameOf(value)
      if (field !== 'messages') return []
      chat.messageCount++
      const messagePlace = messages.places.messageOf(chat.messageCount, messages.places.chat(chat.name))
      if (problem) return [problemAt(messagePlace, problem)]
      return [readMessage(value, { chat, owner, place: messagePlace, now: source.now })]
    })
  },
}

const newChat = (): OpenChat => ({ id: undefined, name: '', messageCount: 0 })

/** The file, its lists of chats, each chat and its messages. */
function isSplit(path: JsonStep[]): boolean {
  const [list, key, at, field] = path
  if (path.length <= 1) return path.length === 0 || list === 'messages' || isListOfChats(list)
  if (!isListOfChats(list) || key !== 'list') return false
  return at === undefined || path.length === 3 || (path.length === 4 && field === 'messages')
}

const isListOfChats = (step: JsonStep | undefined) => step === 'chats' || step === 'left_chats'

/** The path within its chat, or within the file. */
function fieldOf(path: JsonStep[]): JsonStep[] {
  return isListOfChats(path[0]) ? path.slice(3) : path
}

function ownerOf(value: unknown): string | undefined {
  const parsed = z.object({ user_id: z.number() }).safeParse(value)
  return parsed.success ? `user${parsed.data.user_id}` : undefined
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
}

interface MessageContext {
  chat: OpenChat
  owner: string | undefined
  place: AnyText
  now: Date
}

function readMessage(value: unknown, { chat, owner, place, now }: MessageContext): ParsedLine | undefined {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) return wrongField(place, parsed.error)
  const { id, type, from, from_id: fromId, text } = parsed.data
  // Somebody joined, called or pinned something.
  if (type !== 'message') return undefined
  if (chat.id === undefined) return problemAt(place, messages.problems.noChat)
  const isOwners = owner !== undefined && fromId === owner
  const message = {
    chat: { program: 'telegram', id: chat.id, title: chat.name },
    id: String(id),
    at: timeOf(parsed.data),
    // Deleted accounts have no name.
    from: nameOf(from ?? '') || fromId || '?',
    isOwners,
    text,
  }
  return lineOf(message, place, now)
}

/** Older exports have only the local time of the machine that wrote them. */
function timeOf({ date, date_unixtime: seconds }: z.infer<typeof messageSchema>): Date | undefined {
  if (seconds !== undefined) return new Date(Number(seconds || Number.NaN) * 1000)
  return date === undefined ? undefined : new Date(date)
}
