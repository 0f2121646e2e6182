import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'

/** A room by its token. */
export function talkChat(token: string): ChatId {
  return makeChatId('talk', token)
}

/** `users/alice`: the kind belongs to it, so that a guest can never be called like an account. */
export function talkAddress(actorType: string, actorId: string): Address {
  return { channel: 'talk', id: `${actorType}/${actorId}` }
}

/** Ids belong to one server: another one counts anew. */
export function accountOf({ url, user }: { url: string; user: string }): string {
  const { host, pathname } = new URL(url)
  return `${user}@${host}${pathname.replace(/\/$/, '')}`
}
