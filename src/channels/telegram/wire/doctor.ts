import { printable } from '../../../lib/text/visible.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { telegramMessages } from '../telegram-messages.ts'
import { abortable, type BotApiOptions, createTelegramApi, type TelegramApi } from './api.ts'
import { failureOf, reasonOf } from './failure.ts'

export interface TelegramFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: AnyText
  /** The user name of the bot, on the finding that it answers. */
  bot?: string
  /** What the finding is about; the bot as a whole if it is missing. */
  topic?: 'webhook' | 'privacy' | 'owner'
}

const texts = telegramMessages.doctor

/**
 * Asks Telegram whether the token is valid, whether a webhook takes the bot's messages, and what it receives in groups.
 */
export async function examineTelegram(
  { ownerIds = [], ...options }: BotApiOptions & { ownerIds?: readonly number[] },
  signal: AbortSignal,
): Promise<TelegramFinding[]> {
  const api = createTelegramApi(options)
  try {
    const me = await api.methods.getMe(abortable(signal))
    const webhook = await api.methods.getWebhookInfo(abortable(signal))
    return [
      { verdict: 'ok', says: texts.answers(me.username), bot: me.username },
      // Only the host, because the path of a webhook is often secret.
      ...(webhook.url ? [{ ...bad(texts.webhook(hostOf(webhook.url))), topic: 'webhook' } as const] : []),
      {
        verdict: me.can_read_all_group_messages ? 'ok' : 'note',
        says: me.can_read_all_group_messages ? texts.privacyOff : texts.privacyOn('/setprivacy'),
        topic: 'privacy',
      },
      ...(await Promise.all(ownerIds.map((id) => examineOwner(api, id, signal)))),
    ]
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'unauthorized') return [bad(texts.tokenRefused)]
    return [bad(texts.notAsked(reasonOf(failure)))]
  } finally {
    api.close()
  }
}

/** Makes Telegram keep the bot's messages for polling. Those that wait are kept. */
export async function removeWebhook(options: BotApiOptions, signal: AbortSignal): Promise<void> {
  const api = createTelegramApi(options)
  try {
    await api.methods.deleteWebhook({ drop_pending_updates: false }, abortable(signal))
  } finally {
    api.close()
  }
}

/** Telegram tells a bot only about people who have written to it. */
async function examineOwner(api: TelegramApi, id: number, signal: AbortSignal): Promise<TelegramFinding> {
  try {
    const chat = await api.methods.getChat({ chat_id: id }, abortable(signal))
    if (chat.type !== 'private') return { ...bad(texts.ownerIsChat(id, texts.kinds[chat.type])), topic: 'owner' }
    return { verdict: 'ok', says: texts.owner(id, printable(chat.first_name)), topic: 'owner' }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'closed') throw error
    return { verdict: 'note', says: texts.ownerUnknown(id, '/start'), topic: 'owner' }
  }
}

function bad(says: AnyText): TelegramFinding {
  return { verdict: 'bad', says }
}

function hostOf(url: string): AnyText {
  return URL.canParse(url) ? new URL(url).host : texts.unknownHost
}
