import { z } from 'zod'
import { type ChatId, examples, parseChatId } from '../../domain/ids.ts'
import { taskStates } from '../../domain/task.ts'
import { replyToSchema } from '../routes/chats/page-chat.ts'
import { uploadReferencesSchema } from '../server/uploads.ts'

export const anyChat = z.string().transform((text, context): ChatId => {
  const chat = parseChatId(text)
  if (chat) return chat
  context.addIssue({
    code: 'custom',
    message: `${text} is not a chat; a chat looks like ${examples.local} or ${examples.remote}`,
  })
  return z.NEVER
})

export const messageShape = z.object({
  chat: anyChat,
  /** Every retry uses the same key, so a message is not stored twice if the response was lost. */
  key: z.string().min(1).max(200),
  text: z.string().max(100_000),
  files: uploadReferencesSchema,
  replyTo: replyToSchema,
})

export const acceptedShape = z.object({
  status: z.enum(['stored', 'duplicate', 'stopped', 'pressed', 'switched', 'refused', 'ignored']),
  message: z.number().optional(),
  task: z.number().optional(),
})

export const uploadedShape = z.object({ hash: z.string(), name: z.string(), bytes: z.number(), proof: z.string() })
export type Uploaded = z.output<typeof uploadedShape>

/** A file of an answer, identified by its line and position. */
const sentFileShape = z.object({ message: z.number(), seq: z.number(), name: z.string(), bytes: z.number() })
export type SentFile = z.output<typeof sentFileShape>

export const outcomeShape = z.object({
  state: z.enum([...taskStates, 'command']),
  reason: z.string().optional(),
  replies: z.array(z.string()),
  files: z.array(sentFileShape),
  /** A question that a person has to answer before the task can continue. */
  question: z.object({ number: z.number(), text: z.string() }).optional(),
})

export const lineShape = z.object({
  id: z.number(),
  author: z.enum(['human', 'bot']),
  name: z.string(),
  text: z.string(),
  key: z.string().optional(),
  /** The state of a question, and the text that replaces it once it is settled. */
  question: z.object({ state: z.string(), settled: z.string().nullable() }).optional(),
  actions: z.array(z.object({ line: z.string(), failed: z.boolean() })),
  unfinished: z.string().optional(),
  repliesTo: z.object({ id: z.number() }).optional(),
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
})
export type ChatLine = z.output<typeof lineShape>

export const commandShape = z.object({ name: z.string(), usage: z.string().optional(), summary: z.string() })

export const chatShape = z.object({ id: z.string(), title: z.string() })

export const openedShape = z.object({
  /** Nothing was ever written in it. */
  isNew: z.boolean(),
  /** Who answers in it, as Markdown: the provider and its model. */
  answeredBy: z.string(),
})

/** Events of a chat, one JSON value per line. */
export const eventShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('line'), line: lineShape }),
  z.object({ kind: z.literal('draft'), text: z.string() }),
  z.object({ kind: z.literal('tool'), line: z.string() }),
  z.object({
    kind: z.literal('settled'),
    outcome: z.string(),
    shrunk: z.object({ instead: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('state'), state: z.enum(taskStates), reason: z.string().optional() }),
])
export type ChatEvent = z.input<typeof eventShape>
