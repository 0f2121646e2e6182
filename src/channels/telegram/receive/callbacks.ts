import type { ChatId } from '../../../domain/ids.ts'
import { answerMessages } from '../../../messages/answer-messages.ts'
import type { Language } from '../../../messages/languages.ts'
import type { Accepted } from '../../channel.ts'
import type { Keyboards } from '../show/keyboards.ts'
import { telegramMessages } from '../telegram-messages.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { failureOf } from '../wire/failure.ts'
import type { ReceivedUpdate } from './message-content.ts'

/** Tells the person who pressed a button what happened. Until then their client shows a spinner. */
export interface Callbacks {
  answer(callback: NonNullable<ReceivedUpdate['callback']>, chat: ChatId, outcome: Accepted): void
}

/** Call `answer` only after the press was stored: Telegram does not send an answered press again. */
export function createCallbacks(
  api: TelegramApi,
  keyboards: Keyboards,
  signal: AbortSignal,
  failed: (error: unknown) => void,
  languageIn: (chat: ChatId) => Language,
): Callbacks {
  return {
    answer({ id, message }, chat, outcome) {
      const call = { callback_query_id: id, text: toastFor(outcome, languageIn(chat)) }
      // A press that is too old to be answered was still stored.
      api.methods.answerCallbackQuery(call, abortable(signal)).catch(failureOf).catch(failed)
      if (outcome.status === 'pressed' && outcome.done === true) keyboards.remove(chat, message)
    },
  }
}

/** The limit of Telegram. */
const MAX_TOAST_CHARS = 200

function toastFor(outcome: Accepted, language: Language): string {
  switch (outcome.status) {
    case 'pressed':
      return outcome.said.slice(0, MAX_TOAST_CHARS)
    case 'stopped':
      return (outcome.tasks > 0 ? telegramMessages.stopped : answerMessages.nothingToStop)[language]
    case 'duplicate':
    case 'stored':
      return telegramMessages.noted[language]
    case 'ignored':
    case 'switched':
    case 'refused':
      return telegramMessages.buttonIgnored[language]
  }
}
