import { sleep } from '../../../lib/time/timers.ts'
import { type Language, languageOf } from '../../../messages/languages.ts'
import { type BotApiOptions, createTelegramApi, type TelegramApi } from '../wire/api.ts'
import { failureOf, isSilence, type TelegramFailure } from '../wire/failure.ts'
import { displayName, readUpdate } from '../wire/update-schema.ts'
import { allowedUpdates } from './poller.ts'
import { readBatch } from './update-dispatcher.ts'

/** The person who sent the code in a private chat. */
export interface CodeSender {
  id: number
  name: string
  language: Language
}

export type CodeWait =
  | { status: 'found'; sender: CodeSender }
  /** So many messages wait that the newest cannot be read without confirming the others. */
  | { status: 'too many' }
  | { status: 'failed'; failure: TelegramFailure }
  | { status: 'aborted' }

/** As many as Telegram returns at once. */
const MAX_UPDATES = 100
const POLL_WAIT_SECONDS = 20
const POLL_DEADLINE_MS = 30_000
/** The messages that wait are returned at once every time, because none is confirmed. */
const PAUSE_MS = 1000

/**
 * Reads the messages that wait for the bot until one of them is the code. No message is confirmed, so the daemon
 * receives all of them at its next start. Nobody else may poll the bot meanwhile.
 */
export async function waitForCode(options: BotApiOptions, code: string, signal: AbortSignal): Promise<CodeWait> {
  const api = createTelegramApi(options)
  try {
    while (!signal.aborted) {
      const read = await readWaiting(api, signal)
      if ('failure' in read) {
        const { failure } = read
        if (!isSilence(failure) && failure.kind !== 'throttled') return { status: 'failed', failure }
      } else {
        const sender = read.updates.map((json) => senderOf(json, code)).find(Boolean)
        if (sender) return { status: 'found', sender }
        if (read.updates.length >= MAX_UPDATES) return { status: 'too many' }
      }
      await sleep(PAUSE_MS, signal)
    }
    return { status: 'aborted' }
  } finally {
    api.close()
  }
}

async function readWaiting(
  api: TelegramApi,
  signal: AbortSignal,
): Promise<{ updates: unknown[] } | { failure: TelegramFailure }> {
  try {
    const ask = { limit: MAX_UPDATES, timeout: POLL_WAIT_SECONDS, allowed_updates: allowedUpdates }
    const text = await api.poll(ask, { deadlineMs: POLL_DEADLINE_MS, signal })
    return { updates: readBatch(text).map(({ json }) => json) }
  } catch (error) {
    if (signal.aborted) return { updates: [] }
    return { failure: failureOf(error) }
  }
}

function senderOf(json: unknown, code: string): CodeSender | undefined {
  const { from, chat, text = '' } = readUpdate(json)?.message ?? {}
  const isCode = text.trim().toUpperCase().endsWith(code)
  if (!isCode || chat?.type !== 'private' || !from || from.is_bot) return undefined
  return { id: from.id, name: displayName(from), language: languageOf(from.language_code ?? null, []) }
}
