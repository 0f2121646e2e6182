import type { Log } from '../../../lib/log.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { appendOnce, ensureFolder, type Traces, visit } from './folders.ts'

/** A mail that has left. Its bytes are made anew when they are wanted: what waits here must not fill the memory. */
export interface SentMail extends Traces {
  at: Date
  bytes(): Promise<Buffer>
}

export interface SentCopies {
  /** Keeps a copy as soon as it can be. Best effort: the mail has left, whatever becomes of this. */
  keep(mail: SentMail): void
  /** The same, at once; rejects when it cannot be done now. */
  keepNow(mail: SentMail, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Then it is left: who wants their copies for sure lets the server keep them. */
const RETRY_MINUTES = [1, 5, 15, 60, 240]
const MOST_WAITING = 50
/** For what is under way when we stop. */
const CLOSE_MS = 5000

export function createSentCopies(deps: { imap: ImapDeps; log: Log; secondMs?: number }): SentCopies {
  const { imap, log, secondMs = 1000 } = deps
  const closed = new AbortController()
  const waiting: { mail: SentMail; tries: number }[] = []
  let running: Promise<void> | undefined

  async function keepNow(mail: SentMail, signal: AbortSignal): Promise<void> {
    await visit(imap, signal, async (client) => {
      const folder = await ensureFolder(client, 'Sent')
      await appendOnce(client, folder, { ...mail, bytes: await mail.bytes() }, ['\\Seen'])
    })
  }

  /** One after the other; what fails is tried again later, and the others wait with it: the mailbox is the same. */
  async function run(): Promise<void> {
    for (let one = waiting[0]; one && !closed.signal.aborted; one = waiting[0]) {
      try {
        await keepNow(one.mail, closed.signal)
        waiting.shift()
      } catch (err) {
        const minutes = RETRY_MINUTES[one.tries++]
        log.debug({ err, minutes }, 'a copy of a sent mail could not be kept yet')
        if (minutes === undefined) waiting.shift()
        else await sleep(minutes * 60 * secondMs, closed.signal)
      }
    }
    running = undefined
  }

  return {
    keepNow,
    keep(mail) {
      if (waiting.length >= MOST_WAITING) waiting.shift()
      waiting.push({ mail, tries: 0 })
      running ??= run()
    },
    async close() {
      // What has just left gets its copy; what waits for a mailbox that is away does not keep us.
      const late = sleep(CLOSE_MS, closed.signal)
      if (waiting.some(({ tries }) => tries === 0)) await Promise.race([running, late])
      closed.abort()
      await running
    },
  }
}
