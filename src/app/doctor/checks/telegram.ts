import type { TelegramFinding } from '../../../channels/telegram/wire/doctor.ts'
import type { Config } from '../../../config/config.ts'
import { createChannelCheck, type Fix, within } from '../check.ts'
import type { Subject } from '../subject.ts'
import { chatServiceMessages } from '../words/chat-service-messages.ts'

// The code of a channel is loaded only if the channel is configured, so that other checks do not wait for it.

const { telegram: texts } = chatServiceMessages
const LIMIT_MS = 10_000

async function askTelegram({ telegram }: Config, { once }: Subject, signal: AbortSignal): Promise<TelegramFinding[]> {
  const { token, apiRoot, ownerIds } = telegram
  if (token === undefined) return []
  const { PUBLIC_API_ROOT } = await import('../../../channels/telegram/telegram.ts')
  const { examineTelegram } = await import('../../../channels/telegram/wire/doctor.ts')
  return once('telegram', async () =>
    examineTelegram({ token, apiRoot: apiRoot ?? PUBLIC_API_ROOT, ownerIds }, within(LIMIT_MS, signal)),
  )
}

function removeWebhookFix({ telegram: { token = '', apiRoot } }: Config): Fix {
  return {
    shows: texts.webhook.fix,
    async apply(signal) {
      const { PUBLIC_API_ROOT } = await import('../../../channels/telegram/telegram.ts')
      const { removeWebhook } = await import('../../../channels/telegram/wire/doctor.ts')
      await removeWebhook({ token, apiRoot: apiRoot ?? PUBLIC_API_ROOT }, within(LIMIT_MS, signal))
    },
  }
}

const telegramCheck = createChannelCheck(askTelegram)

export const telegramChecks = [
  telegramCheck('channels.telegram', texts.bot, undefined),
  telegramCheck('channels.telegram-webhook', texts.webhook, 'webhook', removeWebhookFix),
  telegramCheck('channels.telegram-privacy', texts.privacy, 'privacy'),
  telegramCheck('channels.telegram-owner', texts.owner, 'owner'),
]
