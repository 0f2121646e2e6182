import { NotStoredError } from '../../../domain/errors.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { backoffMs, sleep } from '../../../lib/time/timers.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { Inbox } from '../../channel.ts'
import { failureOf } from '../wire/failure.ts'
import { type ImapDeps, openImap } from '../wire/imap.ts'
import { createMailBackoff } from '../wire/outage.ts'
import { createFolderReader, type FolderReaderDeps } from './folder-reader.ts'
import { openFolder } from './mail-folder.ts'

export interface FolderListenerDeps extends Pick<FolderReaderDeps, 'look'> {
  account: string
  path: string
  imap: ImapDeps
  /** The server refused the login, so the cached credentials are useless. */
  loginRefused(): void
  clock: Clock
  log: Log
  trouble(sentence: AnyText): void
  second: number
  /** The limit for connecting and for one call. */
  callMs: number
}

/** Reads one folder of one mailbox. */
export interface FolderListener {
  run(inbox: Inbox, signal: AbortSignal): Promise<void>
  lastAttempt(): number
  /** Monotonic ms of the last time the folder was read to its end. */
  lastRoundTrip(): number | undefined
}

/** How often we check ourselves, whatever the server reports. */
const SWEEP_INTERVAL_SECONDS = 150
/** A connection can fail without anybody noticing, and a new one is cheap. */
const MAX_SESSION_SECONDS = 30 * 60

export function createFolderListener(deps: FolderListenerDeps): FolderListener {
  const { account, path, clock, log, second } = deps
  const backoff = createMailBackoff({ address: account, clock, log, second, trouble: deps.trouble })
  const reader = createFolderReader(deps)
  let attemptedAt = clock.mono()
  let answeredAt: number | undefined
  let isResting = false
  let unstored = 0
  const attempt = () => void (attemptedAt = clock.mono())

  /** Uses one connection for as long as it lasts. */
  async function session(inbox: Inbox, signal: AbortSignal): Promise<void> {
    const client = await connect(signal)
    try {
      const folder = await openFolder({ client, path, attempt, callMs: deps.callMs })
      reader.reconnected()
      let sweepAt = Number.NEGATIVE_INFINITY
      const endAt = clock.mono() + MAX_SESSION_SECONDS * second * (0.8 + Math.random() * 0.4)
      while (!signal.aborted && clock.mono() < endAt) {
        const isSweep = clock.mono() >= sweepAt
        if (isSweep) sweepAt = clock.mono() + SWEEP_INTERVAL_SECONDS * second * (0.8 + Math.random() * 0.4)
        await reader.catchUp(inbox, folder, isSweep, signal)
        if (signal.aborted) return
        unstored = 0
        backoff.succeeded()
        answeredAt = clock.mono()
        await rest(() => folder.wait(sweepAt - clock.mono(), signal))
        if (!signal.aborted && clock.mono() >= sweepAt) await folder.refresh()
      }
    } finally {
      client.close()
    }
  }

  /** imapflow limits each step of connecting; this limits all of them together. */
  async function connect(signal: AbortSignal) {
    attempt()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), deps.callMs)
    const stopped = () => late.abort(signal.reason)
    signal.addEventListener('abort', stopped, { once: true })
    const forget = () => signal.removeEventListener('abort', stopped)
    try {
      const client = await openImap(deps.imap, late.signal)
      client.on('close', forget)
      return client
    } catch (error) {
      forget()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async function rest(wait: () => Promise<void>): Promise<void> {
    isResting = true
    try {
      await wait()
    } finally {
      isResting = false
      attempt()
    }
  }

  function pauseAfter(error: unknown): number {
    if (error instanceof NotStoredError) return backoffMs(++unstored, { maxSeconds: 60, second, random: Math.random() })
    const failure = failureOf(error)
    if (failure.kind === 'refused') deps.loginRefused()
    return backoff.failed(failure)
  }

  return {
    async run(inbox, signal) {
      while (!signal.aborted) {
        try {
          await session(inbox, signal)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof NotStoredError) log.warn({ err: error, account, path }, 'mail waits in its mailbox')
          const pauseMs = pauseAfter(error)
          await rest(() => sleep(pauseMs, signal))
        }
      }
    },
    lastAttempt: () => (isResting ? clock.mono() : attemptedAt),
    lastRoundTrip: () => answeredAt,
  }
}
