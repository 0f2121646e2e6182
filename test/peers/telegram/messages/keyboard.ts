import type { InlineKeyboardButton, InlineKeyboardMarkup } from '@grammyjs/types'
import { badRequest } from '../http/refusal.ts'

/** Checks the buttons under a message; other kinds of reply markup leave no trace on the message. */
export function readKeyboard(markup: object | undefined): InlineKeyboardMarkup | undefined {
  if (markup === undefined || !('inline_keyboard' in markup)) return undefined
  const rows: unknown = markup.inline_keyboard
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" must be of type Array')
  const keyboard = rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw badRequest("can't parse inline keyboard: row must be an Array")
    return row.map((button: unknown) => readButton(button))
  })
  const buttons = keyboard.flat()
  if (buttons.length > 100) throw badRequest('REPLY_MARKUP_TOO_LONG')
  return buttons.length === 0 ? undefined : { inline_keyboard: keyboard.filter((row) => row.length > 0) }
}

function readButton(value: unknown): InlineKeyboardButton {
  if (typeof value !== 'object' || value === null) throw badRequest("can't parse inline keyboard button: not an Object")
  const button = value as InlineKeyboardButton
  if (typeof button.text !== 'string' || button.text === '')
    throw badRequest('can\'t parse inline keyboard button: Can\'t find field "text"')
  if ('url' in button && button.url !== undefined) {
    if (!/^(https?|tg):\/\/[^\s]+$/i.test(button.url))
      throw badRequest(`inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`)
    return button
  }
  if ('copy_text' in button) return button
  const data: unknown = 'callback_data' in button ? button.callback_data : undefined
  if (typeof data !== 'string' || data === '')
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
  if (Buffer.byteLength(data) > 64) throw badRequest('BUTTON_DATA_INVALID')
  return button
}
