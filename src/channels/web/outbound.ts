import type { Delivery, Receipt } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Progress } from '../../domain/progress.ts'

/** What the page is told; it reads the text itself from the store. */
export type WebEvent = { kind: 'line'; chat: ChatId; message: number } | { kind: 'progress'; progress: Progress }

export function toEvent(delivery: Delivery): WebEvent {
  return { kind: 'line', chat: delivery.route.chat, message: delivery.message }
}

/** The page shows a stored line by its id, so that id is what the platform would have answered. */
export function toReceipt(delivery: Delivery): Receipt {
  return { status: 'sent', remoteId: String(delivery.message) }
}
