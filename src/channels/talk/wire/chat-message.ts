import { z } from 'zod'

/** Numbers come as numbers or as text, by version. */
const number = z.coerce.number().int()
const text = z.union([z.string(), z.number().transform(String)])
const optional = text.optional().catch(undefined)

/** What a placeholder in a text stands for. Everything in it is data. */
const parameter = z.object({
  type: text.catch(''),
  id: text.catch(''),
  name: text.catch(''),
  /** Of a federated user: where they are at home. Locals have none. */
  server: optional,
  path: optional,
  size: z.coerce.number().optional().catch(undefined),
  mimetype: optional,
  'hide-download': optional,
  latitude: optional,
  longitude: optional,
})

export type Parameter = z.infer<typeof parameter>

/** An empty PHP array is a list, whatever it would hold. */
function map<T extends z.ZodType>(value: T) {
  return z.preprocess(
    (given) => (given === null || given === undefined || Array.isArray(given) ? {} : given),
    z.record(z.string(), value),
  )
}

const shared = {
  id: number.positive(),
  token: text.catch(''),
  actorType: text.catch(''),
  actorId: text.catch(''),
  actorDisplayName: text.catch(''),
  timestamp: number.catch(0),
  message: text.catch(''),
  messageParameters: map(parameter.catch({ type: '', id: '', name: '' })).catch({}),
  systemMessage: text.catch(''),
  messageType: text.catch('comment'),
  isReplyable: z.boolean().catch(false),
  referenceId: text.catch(''),
  reactions: map(number).catch({}),
  reactionsSelf: z.array(z.string()).catch([]),
  markdown: z.boolean().catch(false),
  deleted: z.boolean().catch(false),
  /** The id of the first message of its thread, where the server has threads. */
  threadId: number.optional().catch(undefined),
  isThread: z.boolean().catch(false),
  threadTitle: optional,
  /** Seconds; 0 when it stays. */
  expirationTimestamp: number.catch(0),
  lastEditTimestamp: number.optional().catch(undefined),
}

/** Of a parent that is gone there is nothing but its id. */
const parent = z.object(shared)
export const chatMessage = z.object({ ...shared, parent: parent.optional().catch(undefined) })

export type ChatMessage = z.infer<typeof chatMessage>
