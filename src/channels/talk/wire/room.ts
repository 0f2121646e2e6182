import { z } from 'zod'

const number = z.coerce.number().int()
const text = z.union([z.string(), z.number().transform(String)])
const flag = z.union([z.boolean(), z.number().transform((value) => value !== 0)])

/** Those that people talk in; others are the server's own news, notes to oneself, or half of what was a one-to-one. */
export const roomTypes = { oneToOne: 1, group: 2, public: 3 } as const

export const room = z.object({
  token: z.string().regex(/^[a-z0-9]{1,64}$/i),
  type: number,
  /** In a one-to-one the uid of the other. */
  name: text.catch(''),
  displayName: text.catch(''),
  objectType: text.catch(''),
  readOnly: flag.catch(false),
  /** While it is closed nothing else of the room can be believed: no last message, nothing read. */
  lobbyState: flag.catch(false),
  permissions: number.catch(255),
  isArchived: flag.catch(false),
  lastActivity: number.catch(0),
  lastReadMessage: number.catch(0),
  /** A list when there is none; its referenceId is always empty, so nothing but the id is read. */
  lastMessage: z.object({ id: number }).optional().catch(undefined),
  /** Set for a room that lives on another server. */
  remoteServer: text.optional().catch(undefined),
})
export type Room = z.infer<typeof room>

export const participant = z.object({
  actorType: text,
  actorId: text,
  displayName: text.catch(''),
})
export type Participant = z.infer<typeof participant>
