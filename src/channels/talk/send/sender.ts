import type { Delivery, Receipt, ReconcileResult } from '../../../domain/delivery.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import { idOf, markRepeat, tokenOf, toReplyTarget } from '../outbound.ts'
import { ok, type TalkAnswer } from '../wire/failure.ts'
import type { Participants } from '../wire/participants.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import { type DeliveryMessage, messagesOf, postMessage, type Shelf } from './message-post.ts'
import { type FoundReferences, findReferences, type ReferenceWriter } from './message-reference.ts'
import { receiptBeforeSend } from './send-receipts.ts'

export interface SenderDeps {
  client: TalkClient
  /** Used to find out whom a text would mention. */
  participants: Pick<Participants, 'of'>
  fileStore: Shelf
  writer: ReferenceWriter
}

export interface Sender {
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<ReconcileResult>
}

/** How many unfinished deliveries we remember the progress of. */
const MAX_REMEMBERED = 1000

/** Sends deliveries to rooms. Each message carries a reference, so that its outcome can always be looked up. */
export function createSender({ client, participants, fileStore, writer }: SenderDeps): Sender {
  /** The ids of the messages of a delivery that arrived, so that a retry continues after them. */
  const progress = new Map<string, string[]>()

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const { key, route, part } = delivery
    const token = tokenOf(route.chat)
    const able = await client.capabilities(signal)
    if (!able.ok) return receiptBeforeSend(able.failure)
    const items = messagesOf(delivery, able.value, fileStore, writer)
    const before = await arrivedBefore(delivery, items, signal)
    if (!before.ok) return receiptBeforeSend(before.failure)
    const people = await participants.of(token, signal)
    const members = people && new Set(people.map(({ actorId }) => actorId.toLowerCase()))

    const { arrived, isDoubtful } = before.value
    let expiry = before.value.expiry
    remember(key, arrived)
    for (const item of items.slice(arrived.length)) {
      const at = part + arrived.length
      const room = {
        token,
        able: able.value,
        members,
        place: toReplyTarget({ route, part: at }),
        silent: at > 0,
        language: delivery.language,
      }
      const text = isDoubtful && delivery.maybeRepeat ? markRepeat(item.text, delivery.language) : item.text
      const receipt = await postMessage(client, room, { ...item, text }, signal)
      if (receipt.status === 'refused') progress.delete(key)
      if (receipt.status !== 'sent') return receipt
      arrived.push(receipt.remoteId)
      expiry = expiryIn(receipt)
    }
    progress.delete(key)
    return sentAs(arrived, expiry) ?? { status: 'refused', reason: channelMessages.empty }
  }

  /**
   * On a first attempt nothing has arrived. On a retry we remember it or look it up, because neither a proxy error
   * nor our own restart proves anything.
   */
  async function arrivedBefore(delivery: Delivery, items: DeliveryMessage[], signal: AbortSignal) {
    const earlierProgress = progress.get(delivery.key)
    if (earlierProgress) return ok({ arrived: earlierProgress, isDoubtful: false, expiry: {} })
    if (delivery.attempt <= 1) return ok({ arrived: [], isDoubtful: false, expiry: {} })
    const traces = await find(delivery, items, signal)
    if (!traces.ok) return traces
    const { expiry, isWhole } = traces.value
    return ok({ arrived: arrivedOf(items, traces.value), isDoubtful: !isWhole, expiry })
  }

  function find(
    { route }: Delivery,
    items: DeliveryMessage[],
    signal: AbortSignal,
  ): Promise<TalkAnswer<FoundReferences>> {
    const references = items.map(({ referenceId }) => referenceId)
    return findReferences(client, { token: tokenOf(route.chat), after: idOf(route.replyTo), references }, signal)
  }

  function remember(key: string, arrived: string[]): void {
    const [oldest] = progress.keys()
    if (progress.size >= MAX_REMEMBERED && oldest !== undefined) progress.delete(oldest)
    progress.set(key, arrived)
  }

  return {
    send,
    async reconcile(delivery, signal) {
      const able = await client.capabilities(signal)
      if (!able.ok) return { status: 'away' }
      const items = messagesOf(delivery, able.value, fileStore, writer)
      const traces = await find(delivery, items, signal)
      // If the room refuses us, the next attempt will see that too, and it looks again before it sends anything.
      progress.delete(delivery.key)
      if (!traces.ok) return { status: traces.failure.kind === 'refused' ? 'absent' : 'away' }
      const arrived = arrivedOf(items, traces.value)
      const sent = arrived.length === items.length ? sentAs(arrived, traces.value.expiry) : undefined
      if (sent) return sent
      if (!traces.value.isWhole) return { status: 'unknown' }
      remember(delivery.key, arrived)
      return { status: 'absent' }
    },
  }
}

/** A delivery is identified by its first message. */
function sentAs([remoteId]: string[], expiry: FoundReferences['expiry']) {
  return remoteId === undefined ? undefined : ({ status: 'sent', remoteId, ...expiry } as const)
}

function expiryIn({ expiresAt }: { expiresAt?: Date }): FoundReferences['expiry'] {
  return expiresAt ? { expiresAt } : {}
}

/** Messages are sent in order, so the first missing one is where it stopped. */
function arrivedOf(items: DeliveryMessage[], { ids }: FoundReferences): string[] {
  const foundIds = items.map(({ referenceId }) => ids.get(referenceId))
  const end = foundIds.indexOf(undefined)
  return foundIds.slice(0, end === -1 ? foundIds.length : end).filter((id) => id !== undefined)
}
