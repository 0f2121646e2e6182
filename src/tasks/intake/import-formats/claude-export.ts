import { z } from 'zod'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { blocksText } from './content-blocks.ts'
import { type ImportFormat, lineOf, readConversations, wrongField } from './import-format.ts'

const conversationSchema = z.object({
  uuid: z.string().min(1),
  name: z.string().nullish(),
  chat_messages: z.array(z.unknown()),
})

const messageSchema = z.object({
  uuid: z.string().min(1),
  sender: z.enum(['human', 'assistant']),
  created_at: z.string(),
  text: z.string().nullish(),
  content: z.array(z.unknown()).nullish(),
})

/** `conversations.json` of a Claude.ai export. */
export const claudeExport: ImportFormat = {
  name: 'Claude.ai',
  hasNames: false,
  matches: (head) => /^\s*\[/.test(head) && /"chat_messages"\s*:/.test(head),
  read: (source) => readConversations(source, readConversation),
}

function readConversation(value: unknown, place: AnyText, now: Date): (ParsedLine | undefined)[] {
  const parsed = conversationSchema.safeParse(value)
  if (!parsed.success) return [wrongField(place, parsed.error)]
  const { uuid, name, chat_messages: all } = parsed.data
  const chat = { program: 'claude', id: uuid, title: name ?? '' }
  return all.map((content, at) => {
    const messagePlace = messages.places.messageOf(at + 1, place)
    const message = messageSchema.safeParse(content)
    if (!message.success) return wrongField(messagePlace, message.error)
    const { sender, created_at: time } = message.data
    const isOwners = sender === 'human'
    const author = isOwners ? { from: '', isOwners } : { from: 'Claude', role: 'bot' as const }
    const found = { chat, id: message.data.uuid, at: new Date(time), ...author, text: textOf(message.data) }
    return lineOf(found, messagePlace, now)
  })
}

/** The text without thinking and tool calls; older exports have only `text`. */
function textOf({ content, text }: z.infer<typeof messageSchema>): string {
  return blocksText(content ?? undefined) || (text ?? '')
}
