import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Button } from '../../../domain/delivery.ts'
import type { Language } from '../../../messages/languages.ts'
import { telegramMessages } from '../telegram-messages.ts'

const MAX_BUTTON_DATA_BYTES = 64
/** Two labels of this length fit side by side on a phone. */
const MAX_SHARED_ROW_LABEL_CHARS = 16

/** Buttons below a message, in the given order. Short ones share a row, a long one gets its own. */
export function keyboard(buttons: readonly Button[]): InlineKeyboardMarkup {
  const rows: { text: string; callback_data: string }[][] = []
  for (const { label, data } of buttons) {
    if (data === '' || Buffer.byteLength(data) > MAX_BUTTON_DATA_BYTES)
      throw new Error(
        `a button holds 1 to ${MAX_BUTTON_DATA_BYTES} bytes, and "${label}" was given ${Buffer.byteLength(data)}`,
      )
    const button = { text: label, callback_data: data }
    const row = rows.at(-1)
    const fits =
      row && row.length < 3 && [...row, button].every(({ text }) => text.length <= MAX_SHARED_ROW_LABEL_CHARS)
    if (fits) row.push(button)
    else rows.push([button])
  }
  return { inline_keyboard: rows }
}

/** Our own stop button. Pressing it is a stop event, not a press. */
export function stopKeyboard(task: number, language: Language): InlineKeyboardMarkup {
  return keyboard([{ label: telegramMessages.stop[language], data: `stop ${task}` }])
}

/**
 * The task of a stop button; undefined if this is not one. Buttons of old versions name no task and stop everything in
 * their chat or topic.
 */
export function readStop(data: string): { task?: number } | undefined {
  const [matched, task] = /^stop(?: (\d{1,15}))?$/.exec(data) ?? []
  if (matched === undefined) return undefined
  return task === undefined ? {} : { task: Number(task) }
}
