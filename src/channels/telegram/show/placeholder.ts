import type { ChatId } from '../../../domain/ids.ts'
import type { Language } from '../../../messages/languages.ts'
import type { StyledText } from '../send/styled-text.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { failureOf, isSilence, type TelegramFailure } from '../wire/failure.ts'
import { stopKeyboard } from '../wire/inline-keyboard.ts'
import {
  type AnswerDisplay,
  chatAndTopic,
  chatNumber,
  type DisplayDeps,
  permanentFailures,
  type ShownAnswer,
} from './answer-display.ts'

/** Remembers messages that stand in for an answer until the answer replaces them. */
export interface Placeholders {
  add(chat: number, message: number): void
  /** No answer will be written into it, but it could not be deleted. Deleting is tried again. */
  leave(chat: number, message: number): void
  /** False if the removal could not be saved: placeholders on the list are deleted at the next start. */
  remove(chat: number, message: number): boolean
}

export interface PlaceholderDeps extends DisplayDeps {
  placeholders: Placeholders
  /** The platform's id of a stored message. */
  remoteOf(message: number): number | undefined
  languageIn(chat: ChatId): Language
}

/** A message with a stop button that is edited as the answer grows. Used in groups, which have no drafts. */
export function createPlaceholderDisplay(deps: PlaceholderDeps): AnswerDisplay {
  const { api, pacer, pace, placeholders, remoteOf, languageIn } = deps
  let message: number | undefined
  let shownText = ''
  let edits = 0
  /** We do not know whether the last edit will still arrive, so the final answer must not be written here. */
  let isInDoubt = false
  let lastDrawing: Promise<unknown> = Promise.resolve()

  async function write(answer: ShownAnswer, styled: StyledText): Promise<void> {
    const reply_markup = stopKeyboard(answer.task, languageIn(answer.chat))
    const content = { ...styled, link_preview_options: { is_disabled: true }, reply_markup }
    const chat_id = chatNumber(answer.chat)
    // Never aborted, because we must know whether it arrived before the final answer is written.
    if (message !== undefined)
      return void (await api.methods.editMessageText({ chat_id, message_id: message, ...content }))
    const trigger = answer.trigger === undefined ? undefined : remoteOf(answer.trigger)
    const reply =
      trigger === undefined ? {} : { reply_parameters: { message_id: trigger, allow_sending_without_reply: true } }
    const sent = await api.methods.sendMessage({ ...chatAndTopic(answer), ...reply, ...content })
    message = sent.message_id
    placeholders.add(chat_id, message)
  }

  async function draw(answer: ShownAnswer, styled: StyledText): Promise<boolean> {
    if (styled.text !== '' && styled.text === shownText) return true
    const { kind } = await pacer.gently(answer.chat, () =>
      styled.text === ''
        ? api.methods.sendChatAction({ ...chatAndTopic(answer), action: 'typing' }, abortable(answer.signal))
        : write(answer, styled),
    )
    if (kind === 'done' || kind === 'unchanged') {
      if (styled.text !== '') edits++
      shownText = styled.text
    }
    isInDoubt = (kind === 'unknown' || kind === 'late') && styled.text !== ''
    return !isInDoubt && !permanentFailures.has(kind)
  }

  return {
    draw(answer, styled) {
      const drawing = draw(answer, styled)
      lastDrawing = drawing.catch(() => {})
      return drawing
    },
    pace: () =>
      shownText === ''
        ? { gapMs: 0, refreshMs: pace.typingRefresh }
        : { gapMs: Math.min(pace.editGap + edits * 200, pace.slowestEditGap), refreshMs: 60_000 },
    async leave({ chat }, why) {
      const chatId = chatNumber(chat)
      const remove = async () => {
        if (message !== undefined) await deletePlaceholder(api, chatId, message, placeholders)
      }
      if (!(await within(lastDrawing, pace.patience))) {
        // The final answer waits no longer. The drawing in progress is removed when it arrives.
        void lastDrawing.then(remove)
        return undefined
      }
      if (message === undefined) return undefined
      // Take it off the list before the final answer is written into it, never after: a crash in between must not
      // delete the answer.
      if (why === 'final' && !isInDoubt && placeholders.remove(chatId, message)) return message
      else await remove()
      return undefined
    },
  }
}

/**
 * Deletes a placeholder, or retries later if the server is unreachable. It may already be deleted; if we are not
 * allowed to delete it, it stays.
 */
export async function deletePlaceholder(
  api: TelegramApi,
  chat_id: number,
  message_id: number,
  placeholders: Placeholders,
): Promise<void> {
  const failure = await api.methods.deleteMessage({ chat_id, message_id }).then(() => undefined, failureOf)
  if (failure && isTemporary(failure)) placeholders.leave(chat_id, message_id)
  else placeholders.remove(chat_id, message_id)
}

/** The failure says nothing about the message itself. */
function isTemporary(failure: TelegramFailure): boolean {
  return isSilence(failure) || ['throttled', 'unauthorized', 'conflict'].includes(failure.kind)
}

async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const settled = await Promise.race([promise.then(() => true), timeout])
  clearTimeout(timer)
  return settled
}
