import { abortable, type BotApiOptions, createTelegramApi } from './api.ts'
import { failureOf, type TelegramFailure } from './failure.ts'

/** Sends a plain text to a person who has written to the bot. Returns why it failed. */
export async function sendDirectMessage(
  options: BotApiOptions,
  { to, text }: { to: number; text: string },
  signal: AbortSignal,
): Promise<TelegramFailure | undefined> {
  const api = createTelegramApi(options)
  try {
    await api.methods.sendMessage({ chat_id: to, text }, abortable(signal))
    return undefined
  } catch (error) {
    return failureOf(error)
  } finally {
    api.close()
  }
}
