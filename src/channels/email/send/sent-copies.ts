import type { Log } from '../../../lib/log.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { appendOnce, ensureFolder, type MailTraces, visitMailbox } from './mailbox-folders.ts'

/** A sent mail. Its bytes are composed again when needed, so that waiting mails do not fill the memory. */
export interface SentMail extends MailTraces {
  at: Date
  bytes(): Promise<Buffer>
}

export interface SentCopies {
  /** Saves a copy as soon as possible. Best effort: the mail has been sent in any case. */
  keep(mail: SentMail): void
  /** Saves a copy at once; rejects if that is not possible now. */
  keepNow(mail: SentMail, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** After that we give up. People who need their copies let the server save them. */
const RETRY_MINUTES = [1, 5, 15, 60, 240]
const MAX_WAITING_COPIES = 50
/** How long we wait at shutdown for a copy in progress. */
const CLOSE_TIMEOUT_MS = 5000

export function createSentCopies(deps: { imap: ImapDeps; log: Log; secondMs?: number }): SentCopies {
  const { imap, log, secondMs = 1000 } = deps
  const closed = new AbortController()
  const waiting: { mail: SentMail; tries: number }[] = []
  let running: Promise<void> | undefined

  async function keepNow(mail: SentMail, signal: AbortSignal): Promise<void> {
    await visitMailbox(imap, signal, async (client) => {
      const folder = await ensureFolder(client, 'Sent')
      await appendOnce(client, folder, { ...mail, bytes: await mail.bytes() }, ['\\Seen'])
    })
  }

  /** One after the other. If one fails, all wait, because they use the same mailbox. */
  async function run(): Promise<void> {
    for (let next = waiting[0]; next && !closed.signal.aborted; next = waiting[0]) {
      try {
        await keepNow(next.mail, closed.signal)
        waiting.shift()
      } catch (err) {
        const minutes = RETRY_MINUTES[next.tries++]
        log.debug({ err, minutes }, 'a copy of a sent mail could not be saved yet')
        if (minutes === undefined) waiting.shift()
        else await sleep(minutes * 60 * secondMs, closed.signal)
      }
    }
    running = undefined
  }

  return {
    keepNow,
    keep(mail) {
      if (waiting.length >= MAX_WAITING_COPIES) waiting.shift()
      waiting.push({ mail, tries: 0 })
      running ??= run()
    },
    async close() {
      // Mails sent just now still get their copy. Those waiting for an unreachable mailbox do not delay the shutdown.
      const timeout = sleep(CLOSE_TIMEOUT_MS, closed.signal)
      if (waiting.some(({ tries }) => tries === 0)) await Promise.race([running, timeout])
      closed.abort()
      await running
    },
  }
}
