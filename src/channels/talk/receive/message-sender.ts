import type { Address } from '../../../domain/person.ts'
import { tidyName } from '../../shared/display-name.ts'
import { talkAddress } from '../wire/address.ts'
import type { ChatMessage } from '../wire/chat-message.ts'

/** The sender of a message. Only accounts of this server are proven; messages of others are only content. */
export interface MessageSender {
  address: Address
  name: string
  isProven: boolean
}

export type Actor = Pick<ChatMessage, 'actorType' | 'actorId' | 'actorDisplayName'>

/** Senders nobody vouches for, and how they are labelled. */
const others: Record<string, (id: string) => string> = {
  guests: () => 'guest',
  emails: () => 'guest',
  phones: () => 'guest',
  federated_users: (id) => tidyName(id),
  deleted_users: () => 'left the server',
}

/**
 * Undefined for bots and bridges, which speak for people we cannot identify. Identified by id, never by display name.
 */
export function senderOf(
  { actorType, actorId, actorDisplayName }: Actor,
  twins?: ReadonlySet<string>,
): MessageSender | undefined {
  const shown = tidyName(actorDisplayName)
  const address = talkAddress(actorType, actorId)
  if (actorType === 'users') {
    if (actorId === '') return undefined
    const name = shown === '' ? tidyName(actorId) : twins?.has(shown) ? `${shown} (${tidyName(actorId)})` : shown
    return { address, name, isProven: true }
  }
  const kind = others[actorType]
  return kind && { address, name: `${shown || 'somebody'} (${kind(actorId)})`, isProven: false }
}
