import { Api, GrammyError } from 'grammy'
import { onTestFinished } from 'vitest'
import { createTelegram, type TelegramOptions } from './telegram.ts'

/** A server with one person and a grammY client, gone when the test ends. A second of waiting takes 20 ms. */
export async function start(options: TelegramOptions = {}) {
  const telegram = await createTelegram({ secondMs: 20, ...options })
  onTestFinished(() => telegram.close())
  const api = new Api(telegram.token(), { apiRoot: telegram.url(), fetch: nativeFetch as never })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  return { telegram, api, ana, chat: telegram.privateChat(ana) }
}

/** The words of a refusal, or a failure when there was none. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof GrammyError) return `${error.error_code} ${error.description}`
  throw new Error(`not refused, but ${error instanceof Error ? error.message : 'answered'}`)
}

// grammY's own client (node-fetch 2) waits for ever when an answer is cut short; and a stream needs `duplex`.
function nativeFetch(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, duplex: 'half' })
}
