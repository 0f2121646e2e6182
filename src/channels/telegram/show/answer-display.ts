import type { ChatId, Lane } from '../../../domain/ids.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { StyledText } from '../send/styled-text.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { failureOf, type TelegramFailure } from '../wire/failure.ts'

/** An answer that is being written. */
export interface ShownAnswer {
  chat: ChatId
  lane: Lane
  task: number
  topic?: number
  /** Our own id of the first message it answers. */
  trigger: number | undefined
  signal: AbortSignal
}

/** Shows a growing answer. Everything here is best effort. */
export interface AnswerDisplay {
  /** False if further drawing is pointless. */
  draw(answer: ShownAnswer, styled: StyledText): Promise<boolean>
  /** The minimum time between two drawings, and the time after which even an unchanged one is drawn again. */
  pace(): { gapMs: number; refreshMs: number }
  /** Ends drawing. Before the final answer it returns the message to write it into, if there is one. */
  leave(answer: ShownAnswer, reason: 'final' | 'gone'): Promise<number | undefined>
}

/** How often a drawing may change, in ms. Telegram limits edits in a group to 20 a minute; drafts are not limited. */
export interface DrawingPace {
  draftGap: number
  /** A draft disappears after 30 s. */
  draftRefresh: number
  /** The typing indicator lasts 5 s. */
  typingRefresh: number
  editGap: number
  slowestEditGap: number
  /** How long the final answer waits for a drawing in progress. */
  patience: number
}

/** At this pace even a long answer stays below 20 edits a minute, with one left for the final answer. */
export const defaultPace: DrawingPace = {
  draftGap: 900,
  draftRefresh: 15_000,
  typingRefresh: 4000,
  editGap: 3000,
  slowestEditGap: 6000,
  patience: 4000,
}

/** Makes calls that may fail, and pauses for chats that are rate limited (429). */
export interface ChatPacer {
  /** Returns `quiet` if the call was skipped because of a pause. Never rejects because of an answer of the platform. */
  gently(chat: ChatId, call: () => Promise<unknown>): Promise<TelegramFailure | { kind: 'done' } | { kind: 'quiet' }>
  pause(chat: ChatId, ms: number): void
}

/** Shared by all indicators, so that a pause applies to all of them. */
export function createChatPacer(clock: Clock): ChatPacer {
  const quietUntil = new Map<ChatId, number>()

  function pause(chat: ChatId, ms: number): void {
    for (const [pausedChat, until] of quietUntil) if (until <= clock.mono()) quietUntil.delete(pausedChat)
    quietUntil.set(chat, clock.mono() + ms)
  }

  return {
    async gently(chat, call) {
      if ((quietUntil.get(chat) ?? 0) > clock.mono()) return { kind: 'quiet' }
      try {
        await call()
        return { kind: 'done' }
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind === 'throttled') pause(chat, failure.afterMs)
        return failure
      }
    },
    pause,
  }
}

export interface DisplayDeps {
  api: TelegramApi
  pacer: ChatPacer
  pace: DrawingPace
}

/**
 * Uses drafts, for private chats: they are not rate limited, have a stop button and disappear when the answer arrives.
 */
export function createDraftDisplay({ api, pacer, pace }: DisplayDeps): AnswerDisplay {
  let hasDrafts = true
  return {
    async draw(answer, styled) {
      const place = chatAndTopic(answer)
      const signal = abortable(answer.signal)
      const { kind } = await pacer.gently(answer.chat, () =>
        hasDrafts
          ? api.methods.sendMessageDraft({ ...place, draft_id: answer.task, ...styled, can_stop: true }, signal)
          : api.methods.sendChatAction({ ...place, action: 'typing' }, signal),
      )
      const isFirstRefusal = kind === 'refused' && hasDrafts
      // A self-hosted server may be too old for drafts. It still supports the typing indicator.
      if (isFirstRefusal) hasDrafts = false
      return isFirstRefusal || !permanentFailures.has(kind)
    },
    pace: () =>
      hasDrafts ? { gapMs: pace.draftGap, refreshMs: pace.draftRefresh } : { gapMs: 0, refreshMs: pace.typingRefresh },
    // The signal has already aborted the call in progress, and a draft disappears by itself.
    leave: async () => undefined,
  }
}

/** Failures after which no later drawing will succeed. */
export const permanentFailures: ReadonlySet<string> = new Set([
  'closed',
  'unauthorized',
  'refused',
  'no thread',
  'moved',
  'uneditable',
])

export function chatAndTopic({ chat, topic }: Pick<ShownAnswer, 'chat' | 'topic'>) {
  return { chat_id: chatNumber(chat), ...(topic === undefined ? {} : { message_thread_id: topic }) }
}

/** The chat id of the platform; positive for people, negative for groups. */
export function chatNumber(chat: ChatId): number {
  return Number(chat.slice('telegram:'.length))
}
