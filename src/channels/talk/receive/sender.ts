import type { Address } from '../../../domain/person.ts'
import { tidyName } from '../../shared/display-name.ts'
import { talkAddress } from '../wire/address.ts'
import type { ChatMessage } from '../wire/chat-message.ts'

/** Who speaks. Only an account of this server is proven; everybody else is content. */
export interface Sender {
  address: Address
  name: string
  isProven: boolean
}

export type Actor = Pick<ChatMessage, 'actorType' | 'actorId' | 'actorDisplayName'>

/** Whose words belong to the room without anybody vouching for them, and how they are told apart. */
const others: Record<string, (id: string) => string> = {
  guests: () => 'guest',
  emails: () => 'guest',
  phones: () => 'guest',
  federated_users: (id) => tidyName(id),
  deleted_users: () => 'left the server',
}

/** Undefined for machines: bots and bridges speak for somebody we cannot know. By id, never by a name that is shown. */
export function senderOf(
  { actorType, actorId, actorDisplayName }: Actor,
  twins?: ReadonlySet<string>,
): Sender | undefined {
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
