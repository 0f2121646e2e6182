import { z } from 'zod'

/** Numbers come as numbers or strings, depending on the version. */
const number = z.coerce.number().int()
const text = z.union([z.string(), z.number().transform(String)])
const optional = text.optional().catch(undefined)

/** What a placeholder in a text stands for. All of it is untrusted data. */
const parameter = z.object({
  type: text.catch(''),
  id: text.catch(''),
  name: text.catch(''),
  /** The home server of a federated user; absent for local users. */
  server: optional,
  path: optional,
  size: z.coerce.number().optional().catch(undefined),
  mimetype: optional,
  'hide-download': optional,
  latitude: optional,
  longitude: optional,
})

export type Parameter = z.infer<typeof parameter>

/** PHP encodes an empty map as an empty list. */
function map<T extends z.ZodType>(value: T) {
  return z.preprocess(
    (value) => (value === null || value === undefined || Array.isArray(value) ? {} : value),
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
  /** The id of the first message of the thread, if the server has threads. */
  threadId: number.optional().catch(undefined),
  isThread: z.boolean().catch(false),
  threadTitle: optional,
  /** In seconds; 0 if it does not expire. */
  expirationTimestamp: number.catch(0),
  lastEditTimestamp: number.optional().catch(undefined),
}

/** Only the id is left of a deleted parent. */
const parent = z.object(shared)
export const chatMessage = z.object({ ...shared, parent: parent.optional().catch(undefined) })

export type ChatMessage = z.infer<typeof chatMessage>
