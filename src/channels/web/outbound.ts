import type { Delivery, Receipt } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Progress } from '../../domain/progress.ts'

/** Tells the page what changed; it reads the text from the store. */
export type WebEvent = { kind: 'line'; chat: ChatId; message: number } | { kind: 'progress'; progress: Progress }

export function toEvent(delivery: Delivery): WebEvent {
  return { kind: 'line', chat: delivery.route.chat, message: delivery.message }
}

/** The page identifies stored messages by our id, so that id serves as the remote id. */
export function toReceipt(delivery: Delivery): Receipt {
  return { status: 'sent', remoteId: String(delivery.message) }
}
