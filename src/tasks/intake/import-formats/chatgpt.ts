import { z } from 'zod'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { type ImportFormat, lineOf, problemAt, readConversations, wrongField } from './import-format.ts'

const conversationSchema = z.object({
  id: z.string().min(1).optional(),
  conversation_id: z.string().min(1).optional(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), z.unknown()),
})

const nodeSchema = z.object({ parent: z.string().nullish(), message: z.unknown() })

const messageSchema = z.object({
  author: z.object({ role: z.string() }),
  recipient: z.string().nullish(),
  create_time: z.number().nullish(),
  content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).optional() }),
})

type Conversation = z.infer<typeof conversationSchema>

/** `conversations.json` of an export. A conversation is a tree, of which people see the branch of the current node. */
export const chatgpt: ImportFormat = {
  name: 'ChatGPT',
  hasNames: false,
  matches: (head) => /^\s*\[/.test(head) && /"mapping"\s*:/.test(head),
  read: (source) => readConversations(source, readConversation),
}

function readConversation(value: unknown, place: AnyText, now: Date): (ParsedLine | undefined)[] {
  const parsed = conversationSchema.safeParse(value)
  if (!parsed.success) return [wrongField(place, parsed.error)]
  const conversation = parsed.data
  const id = conversation.conversation_id ?? conversation.id
  if (id === undefined) return [problemAt(place, messages.problems.wrongField('id'))]
  const branch = branchOf(conversation)
  if (!branch) return [problemAt(place, messages.problems.circle)]
  const chat = { program: 'chatgpt', id, title: conversation.title ?? '' }
  let seconds = conversation.create_time
  return branch.map(([nodeId, content], at) => {
    if (content === null || content === undefined) return undefined
    const messagePlace = messages.places.messageOf(at + 1, place)
    const message = messageSchema.safeParse(content)
    if (!message.success) return wrongField(messagePlace, message.error)
    const { author, recipient } = message.data
    seconds = message.data.create_time ?? seconds
    if (author.role !== 'user' && author.role !== 'assistant') return undefined
    // An assistant's message to somebody else is a call of a tool.
    if (recipient && recipient !== 'all') return undefined
    const isOwners = author.role === 'user'
    const sender = isOwners ? { from: '', isOwners } : { from: 'ChatGPT', role: 'bot' as const }
    const when = seconds ? new Date(seconds * 1000) : undefined
    return lineOf({ chat, id: nodeId, at: when, ...sender, text: textOf(message.data) }, messagePlace, now)
  })
}

/** The ids and messages from the root to the current node; undefined if they never reach a root. */
function branchOf({ mapping, current_node: current }: Conversation): [id: string, message: unknown][] | undefined {
  const branch: [string, unknown][] = []
  const seen = new Set<string>()
  let id = current ?? Object.keys(mapping).at(-1)
  while (id != null && Object.hasOwn(mapping, id)) {
    if (seen.has(id)) return undefined
    seen.add(id)
    const node = nodeSchema.safeParse(mapping[id])
    // What is not a node has no parent, and no message that could be read.
    branch.push([id, node.success ? node.data.message : mapping[id]])
    id = node.success ? (node.data.parent ?? undefined) : undefined
  }
  return branch.reverse()
}

function textOf({ content }: z.infer<typeof messageSchema>): string {
  if (content.content_type !== 'text' && content.content_type !== 'multimodal_text') return ''
  return (content.parts ?? []).filter((part) => typeof part === 'string').join('\n')
}
