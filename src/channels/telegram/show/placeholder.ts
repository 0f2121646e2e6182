import type { Styled } from '../send/styled.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { stopKeyboard } from '../wire/buttons.ts'
import { type Failure, failureOf, isSilence } from '../wire/failure.ts'
import {
  type AnswerDisplay,
  chatNumber,
  type DisplayDeps,
  hopeless,
  placeOf,
  type ShownAnswer,
} from './answer-display.ts'

/** Messages that stand in for an answer, kept until the answer takes their place. */
export interface Placeholders {
  add(chat: number, message: number): void
  /** No answer will be written into it, and it could not be taken away: that is tried again. */
  leave(chat: number, message: number): void
  /** False while it could not be crossed off for good: what is on the list is deleted at the next start. */
  remove(chat: number, message: number): boolean
}

export interface PlaceholderDeps extends DisplayDeps {
  placeholders: Placeholders
  /** The platform's id of a message we have stored. */
  remoteOf(message: number): number | undefined
}

/** A message with a stop button, edited as the answer grows and in the end: for groups, which have no drafts. */
export function createPlaceholderDisplay({ api, pacer, pace, placeholders, remoteOf }: PlaceholderDeps): AnswerDisplay {
  let message: number | undefined
  let shown = ''
  let edits = 0
  /** An edit of which we do not know whether it is still to come: nothing may be written there any more. */
  let inDoubt = false
  let underWay: Promise<unknown> = Promise.resolve()

  async function write(answer: ShownAnswer, styled: Styled): Promise<void> {
    const content = { ...styled, link_preview_options: { is_disabled: true }, reply_markup: stopKeyboard(answer.task) }
    const chat_id = chatNumber(answer.chat)
    // Never cut off: whether it arrived has to be known before the final is written.
    if (message !== undefined)
      return void (await api.methods.editMessageText({ chat_id, message_id: message, ...content }))
    const trigger = answer.trigger === undefined ? undefined : remoteOf(answer.trigger)
    const reply =
      trigger === undefined ? {} : { reply_parameters: { message_id: trigger, allow_sending_without_reply: true } }
    const sent = await api.methods.sendMessage({ ...placeOf(answer), ...reply, ...content })
    message = sent.message_id
    placeholders.add(chat_id, message)
  }

  async function draw(answer: ShownAnswer, styled: Styled): Promise<boolean> {
    if (styled.text !== '' && styled.text === shown) return true
    const { kind } = await pacer.gently(answer.chat, () =>
      styled.text === ''
        ? api.methods.sendChatAction({ ...placeOf(answer), action: 'typing' }, abortable(answer.signal))
        : write(answer, styled),
    )
    if (kind === 'done' || kind === 'unchanged') {
      if (styled.text !== '') edits++
      shown = styled.text
    }
    inDoubt = (kind === 'unknown' || kind === 'late') && styled.text !== ''
    return !inDoubt && !hopeless.has(kind)
  }

  return {
    draw(answer, styled) {
      const drawing = draw(answer, styled)
      underWay = drawing.catch(() => {})
      return drawing
    },
    pace: () =>
      shown === ''
        ? { gapMs: 0, refreshMs: pace.typingRefresh }
        : { gapMs: Math.min(pace.editGap + edits * 200, pace.slowestEditGap), refreshMs: 60_000 },
    async leave({ chat }, why) {
      const where = chatNumber(chat)
      const takeAway = async () => {
        if (message !== undefined) await discard(api, where, message, placeholders)
      }
      if (!(await within(underWay, pace.patience))) {
        // The final waits no longer; what is still under way is taken away when it arrives.
        void underWay.then(takeAway)
        return undefined
      }
      if (message === undefined) return undefined
      // Crossed off before the final is written into it, never after.
      if (why === 'final' && !inDoubt && placeholders.remove(where, message)) return message
      else await takeAway()
      return undefined
    },
  }
}

/**
 * Takes a placeholder away; where nobody answers, later. One that somebody deleted already is as gone as we want it, and
 * one that we may not delete stays.
 */
export async function discard(
  api: TelegramApi,
  chat_id: number,
  message_id: number,
  placeholders: Placeholders,
): Promise<void> {
  const failure = await api.methods.deleteMessage({ chat_id, message_id }).then(() => undefined, failureOf)
  if (failure && isTemporary(failure)) placeholders.leave(chat_id, message_id)
  else placeholders.remove(chat_id, message_id)
}

/** It says nothing about the message itself. */
function isTemporary(failure: Failure): boolean {
  return isSilence(failure) || ['throttled', 'unauthorized', 'conflict'].includes(failure.kind)
}

async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const settled = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return settled
}
