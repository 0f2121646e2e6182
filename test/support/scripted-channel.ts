import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Delivery, Receipt, ReconcileResult } from '../../src/domain/delivery.ts'
import type { ChannelName } from '../../src/domain/ids.ts'
import type { Progress } from '../../src/domain/task.ts'

/** A platform of our own: it answers as it was told to and remembers what it was given. */
export interface ScriptedChannel extends Channel {
  sent: Delivery[]
  shown: Progress[]
  /** Answers for the next sends, in order; after them everything is sent. */
  receipts: (Receipt | Error)[]
  reconciles: ReconcileResult[]
}

export function createScriptedChannel(
  name: ChannelName = 'web',
  textLimit = Number.POSITIVE_INFINITY,
): ScriptedChannel {
  const channel: ScriptedChannel = {
    name,
    manners: {
      textLimit,
      commandPrefix: '/',
      dialect: 'markdown',
      streaming: 'drafts',
      ...(name === 'web' && { hasVoice: true }),
      reconcileAfterMs: 30_000,
      retryForMs: 86_400_000,
    },
    sent: [],
    shown: [],
    receipts: [],
    reconciles: [],
    async listen(_inbox: Inbox, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
    async send(delivery) {
      const receipt = channel.receipts.shift() ?? { status: 'sent', remoteId: `r${delivery.id}` }
      if (receipt instanceof Error) throw receipt
      if (receipt.status === 'sent') channel.sent.push(delivery)
      return receipt
    },
    async reconcile() {
      return channel.reconciles.shift() ?? { status: 'unknown' }
    },
    open: async () => ({ status: 'refused', reason: 'nobody is written to first here' }),
    show: (progress) => void channel.shown.push(progress),
    lastAttempt: () => 0,
    async close() {},
  }
  return channel
}
