import type { ChatId } from '../../domain/ids.ts'
import type { Accepted } from '../channel.ts'
import { abortable, type TelegramApi } from './api.ts'
import type { Taken } from './content.ts'
import { chatNumber } from './easel.ts'
import { failureOf } from './failure.ts'

/** Tells who pressed a button what came of it; until then their client shows a clock. */
export interface Callbacks {
  answer(callback: NonNullable<Taken['callback']>, chat: ChatId, outcome: Accepted): void
}

/** To be called after the press was stored, never before: an answered press does not come again. */
export function createCallbacks(api: TelegramApi, signal: AbortSignal, failed: (error: unknown) => void): Callbacks {
  const answer: (...given: Parameters<Callbacks['answer']>) => Promise<void> = async (
    { id, message },
    chat,
    outcome,
  ) => {
    await tolerate(
      api.methods.answerCallbackQuery({ callback_query_id: id, text: wordsFor(outcome) }, abortable(signal)),
    )
    if (outcome.status !== 'pressed' || outcome.done !== true) return
    const place = { chat_id: chatNumber(chat), message_id: message }
    await tolerate(api.methods.editMessageReplyMarkup(place, abortable(signal)))
  }
  return { answer: (...given) => void answer(...given).catch(failed) }
}

/** A press that is too old to be answered was still stored; a keyboard that is gone already is gone. */
async function tolerate(call: Promise<unknown>): Promise<void> {
  await call.catch(failureOf)
}

function wordsFor(outcome: Accepted): string {
  switch (outcome.status) {
    case 'pressed':
      return outcome.said.slice(0, 200)
    case 'stopped':
      return outcome.tasks > 0 ? 'Stopped.' : 'There is nothing to stop.'
    case 'duplicate':
    case 'stored':
      return 'Noted.'
    case 'ignored':
      return 'This is not yours to press, or it is settled already.'
  }
}
