import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Address } from '../../../domain/person.ts'

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
