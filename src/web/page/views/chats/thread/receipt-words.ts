import type { Receipt } from '../../../wire.ts'

export interface ReceiptWords {
  text: string
  tone: 'calm' | 'busy' | 'bad'
}

/** What a person reads below their own line. */
export function receiptWords(receipt: Receipt, clockOf: (ms: number) => string): ReceiptWords {
  const because = (text: string) => (receipt.reason ? `${text}: ${receipt.reason}` : text)
  switch (receipt.state) {
    case 'queued':
      return { text: 'received', tone: 'calm' }
    case 'leased':
    case 'running':
      return { text: 'working', tone: 'busy' }
    case 'waiting':
      return { text: because('waiting for you'), tone: 'busy' }
    case 'retry':
      return {
        text: because(receipt.retryAt ? `trying again at ${clockOf(receipt.retryAt)}` : 'trying again'),
        tone: 'busy',
      }
    case 'interrupted':
      return { text: because('interrupted'), tone: 'bad' }
    case 'answered':
      return { text: 'answered', tone: 'calm' }
    case 'refused':
      return { text: because('refused'), tone: 'bad' }
    case 'cancelled':
      return { text: 'stopped', tone: 'calm' }
    case 'expired':
      return { text: because('waited too long'), tone: 'bad' }
    case 'failed':
      return { text: because('failed'), tone: 'bad' }
    case 'quarantined':
      return { text: because('set aside'), tone: 'bad' }
  }
}

/** A turn that Stop can end. */
export function isUnderWay({ state }: Receipt): boolean {
  return ['queued', 'leased', 'running', 'waiting', 'retry'].includes(state)
}
