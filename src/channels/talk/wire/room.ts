import { z } from 'zod'
import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'

const number = z.coerce.number().int()
const text = z.union([z.string(), z.number().transform(String)])
const flag = z.union([z.boolean(), z.number().transform((value) => value !== 0)])

/** The types in which people talk. Others are the changelog, notes to self, or a former one-to-one. */
export const roomTypes = { oneToOne: 1, group: 2, public: 3 } as const

export const room = z.object({
  token: z.string().regex(/^[a-z0-9]{1,64}$/i),
  type: number,
  /** In a one-to-one, the other person's user id. */
  name: text.catch(''),
  displayName: text.catch(''),
  objectType: text.catch(''),
  readOnly: flag.catch(false),
  /** While the lobby is closed the other fields are not reliable: no last message and nothing read. */
  lobbyState: flag.catch(false),
  permissions: number.catch(255),
  isArchived: flag.catch(false),
  lastActivity: number.catch(0),
  lastReadMessage: number.catch(0),
  /** The server sends a list if there is none. Its referenceId is always empty, so we only read the id. */
  lastMessage: z.object({ id: number }).optional().catch(undefined),
  /** Set for rooms of another server. */
  remoteServer: text.optional().catch(undefined),
})
export type TalkRoom = z.infer<typeof room>

export const participant = z.object({
  actorType: text,
  actorId: text,
  displayName: text.catch(''),
})
export type Participant = z.infer<typeof participant>

export function talkChat(token: string): ChatId {
  return makeChatId('talk', token)
}

/** Such as `users/alice`. The type is part of the id, so that a guest can never be mistaken for an account. */
export function talkAddress(actorType: string, actorId: string): Address {
  return { channel: 'talk', id: `${actorType}/${actorId}` }
}

/** Part of all keys, because ids are only unique within one server. */
export function talkAccount({ url, user }: { url: string; user: string }): string {
  const { host, pathname } = new URL(url)
  return `${user}@${host}${pathname.replace(/\/$/, '')}`
}
