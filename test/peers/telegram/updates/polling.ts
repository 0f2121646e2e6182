import type { Update } from '@grammyjs/types'
import type { CallContext, Methods } from '../http/method.ts'
import { conflict, type Refusal } from '../http/refusal.ts'
import type { UpdateQueue } from './update-queue.ts'

export interface Polling {
  methods: Pick<Methods, 'getUpdates' | 'setWebhook' | 'deleteWebhook' | 'getWebhookInfo'>
  /** Something was queued: a waiting poll looks again. */
  wake(): void
  /** True while a poll waits for something to happen. */
  waiting(): boolean
}

interface PollingDeps {
  queue: UpdateQueue
  /** How long a second of waiting takes, so that a test need not sit through a real one. */
  secondMs: number
  /** Answers at once whatever timeout it is asked for, as some stand-ins do. */
  ignoresTimeout: boolean
  changed(): void
}

interface Waiter {
  look(): void
  end(refusal: Refusal): void
}

const takenOver = 'terminated by other getUpdates request; make sure that only one bot instance is running'
const hooked = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"

/** Long polling with the server's own rules about pace, conflicts and webhooks. */
export function createPolling({ queue, secondMs, ignoresTimeout, changed }: PollingDeps): Polling {
  let waiter: Waiter | undefined
  let previous = { offset: Number.NaN, at: 0 }
  let nextConflict = 0
  let webhook = ''
  const seconds = () => performance.now() / secondMs

  function getUpdates(args: { offset?: number; limit?: number; timeout?: number }, { signal }: CallContext) {
    if (webhook !== '') throw conflict(hooked)
    const offset = args.offset ?? 0
    let limit = between(1, args.limit ?? 100, 100)
    let timeout = between(0, args.timeout ?? 0, 50)
    const again = offset === previous.offset ? seconds() - previous.at : Number.POSITIVE_INFINITY
    // A client that asks the same thing in a tight loop is slowed down rather than refused.
    if (again < 3 && timeout < 3) timeout = 3
    if (again < 0.5) limit = 1
    previous = { offset, at: seconds() }
    if (ignoresTimeout) timeout = 0

    const ready = queue.read(offset, limit) as Update[]
    if (ready.length > 0 || timeout === 0) return Promise.resolve(ready)
    // Only now is it a conflict: two polls that both find something are both answered.
    waiter?.end(conflict(takenOver))
    return wait(() => queue.read(offset, limit) as Update[], timeout, signal)
  }

  function wait(read: () => Update[], timeout: number, signal: AbortSignal): Promise<Update[]> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', gone)
        if (waiter === mine) waiter = undefined
        changed()
        settle()
      }
      const gone = () => finish(() => resolve([]))
      const timer = setTimeout(() => finish(() => resolve(read())), timeout * secondMs)
      const mine: Waiter = {
        look() {
          const batch = read()
          if (batch.length > 0) finish(() => resolve(batch))
        },
        end: (refusal) => finish(() => refuse(refusal, reject)),
      }
      signal.addEventListener('abort', gone, { once: true })
      waiter = mine
      changed()
    })
  }

  /** The first conflict is told at once, the next ones three seconds late. */
  function refuse(refusal: Refusal, reject: (refusal: Refusal) => void): void {
    if (seconds() < nextConflict) {
      setTimeout(() => reject(refusal), 3 * secondMs).unref()
      return
    }
    nextConflict = seconds() + 3
    reject(refusal)
  }

  return {
    wake: () => waiter?.look(),
    waiting: () => waiter !== undefined,
    methods: {
      getUpdates(args, context) {
        if (args.allowed_updates !== undefined) queue.allow(args.allowed_updates)
        return getUpdates(args, context)
      },
      setWebhook(args) {
        webhook = args.url ?? ''
        if (args.drop_pending_updates === true) queue.clear()
        if (webhook !== '') waiter?.end(conflict('terminated by setWebhook request'))
        return true
      },
      deleteWebhook(args) {
        webhook = ''
        if (args.drop_pending_updates === true) queue.clear()
        return true
      },
      getWebhookInfo: () => ({
        url: webhook,
        has_custom_certificate: false,
        pending_update_count: queue.size(),
      }),
    },
  }
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
