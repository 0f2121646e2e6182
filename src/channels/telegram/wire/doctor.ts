import { printable } from '../../../lib/text/visible.ts'
import { abortable, type BotApiOptions, createTelegramApi, type TelegramApi } from './api.ts'
import { describeFailure, failureOf } from './failure.ts'

export interface TelegramFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

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
      { verdict: 'ok', says: `@${me.username} answers` },
      // Only the host, because the path of a webhook is often secret.
      ...(webhook.url
        ? [bad(`a webhook at ${hostOf(webhook.url)} takes its messages; remove it with deleteWebhook`)]
        : []),
      me.can_read_all_group_messages ? privacyModeOff : privacyModeOn,
      ...(await Promise.all(ownerIds.map((id) => examineOwner(api, id, signal)))),
    ]
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'unauthorized') return [bad('the token is refused; get the current one from @BotFather')]
    return [bad(`it cannot be asked: ${describeFailure(failure)}`)]
  } finally {
    api.close()
  }
}

/** Telegram tells a bot only about people who have written to it. */
async function examineOwner(api: TelegramApi, id: number, signal: AbortSignal): Promise<TelegramFinding> {
  try {
    const chat = await api.methods.getChat({ chat_id: id }, abortable(signal))
    if (chat.type !== 'private')
      return bad(`the owner id ${id} is a ${chat.type}, not a person; correct telegram.owner_ids`)
    return { verdict: 'ok', says: `the owner id ${id} is ${printable(chat.first_name)}` }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'closed') throw error
    return {
      verdict: 'note',
      says: `nobody with the owner id ${id} has written to the bot yet; send it /start from your account, and check telegram.owner_ids if this stays`,
    }
  }
}

const privacyModeOff: TelegramFinding = {
  verdict: 'note',
  says: 'privacy mode is off: it hears everything said in its groups, and answers only what is meant for it',
}

const privacyModeOn: TelegramFinding = {
  verdict: 'note',
  says:
    'privacy mode is on: in groups it hears commands and replies to it, but no mentions and no context. ' +
    'To change that, send /setprivacy to @BotFather, then take the bot out of the group and in again; an administrator hears everything anyway',
}

function bad(says: string): TelegramFinding {
  return { verdict: 'bad', says }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown place'
}
