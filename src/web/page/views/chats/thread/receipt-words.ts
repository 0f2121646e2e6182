import type { AnyText } from '../../../../../messages/localized.ts'
import type { Receipt } from '../../../wire/wire.ts'
import type { ReceiptStates } from '../../../words/chats/line-words.ts'

export interface ReceiptWords {
  text: string
  tone: 'calm' | 'busy' | 'bad'
}

/** How times and texts of the daemon are written in the language of the page. */
interface Readers {
  clockOf(ms: number): string
  textOf(text: AnyText): string
}

/** What a person reads below their own line. */
export function receiptWords(receipt: Receipt, { clockOf, textOf }: Readers, states: ReceiptStates): ReceiptWords {
  const because = (text: string) => (receipt.reason ? `${text}: ${textOf(receipt.reason)}` : text)
  switch (receipt.state) {
    case 'queued':
      return { text: states.received, tone: 'calm' }
    case 'leased':
    case 'running':
      return { text: states.working, tone: 'busy' }
    case 'waiting':
      return { text: because(states.waiting), tone: 'busy' }
    case 'retry':
      return {
        text: because(receipt.retryAt ? states.tryingAgainAt(clockOf(receipt.retryAt)) : states.tryingAgain),
        tone: 'busy',
      }
    case 'interrupted':
      return { text: because(states.interrupted), tone: 'bad' }
    case 'answered':
      return { text: states.answered, tone: 'calm' }
    case 'refused':
      return { text: because(states.refused), tone: 'bad' }
    case 'cancelled':
      return { text: states.stopped, tone: 'calm' }
    case 'expired':
      return { text: because(states.expired), tone: 'bad' }
    case 'failed':
      return { text: because(states.failed), tone: 'bad' }
    case 'quarantined':
      return { text: because(states.setAside), tone: 'bad' }
  }
}

/** A turn that Stop can end. */
export function isUnderWay({ state }: Receipt): boolean {
  return ['queued', 'leased', 'running', 'waiting', 'retry'].includes(state)
}
