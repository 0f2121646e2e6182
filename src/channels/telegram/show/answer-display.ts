import type { ChatId, Lane } from '../../../domain/ids.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Styled } from '../send/styled.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { type Failure, failureOf } from '../wire/failure.ts'

/** One answer in the making. */
export interface ShownAnswer {
  chat: ChatId
  lane: Lane
  task: number
  topic?: number
  /** Our own id of the first message it answers. */
  trigger: number | undefined
  signal: AbortSignal
}

/** Where a growing answer is shown. Everything is best effort. */
export interface AnswerDisplay {
  /** False when there is no point in drawing here again. */
  draw(shown: ShownAnswer, styled: Styled): Promise<boolean>
  /** The least time from one drawing to the next, and after which even an unchanged one is drawn again. */
  pace(): { gapMs: number; refreshMs: number }
  /** Nothing more will be drawn. Before a final it says which message to write it into, if one stands there. */
  leave(shown: ShownAnswer, why: 'final' | 'gone'): Promise<number | undefined>
}

/** How often a drawing may change, in ms. Edits in a group are counted, twenty a minute; drafts are not. */
export interface Pace {
  draftGap: number
  /** A draft fades after 30 s. */
  draftRefresh: number
  /** The typing sign lasts 5 s. */
  typingRefresh: number
  editGap: number
  slowestEditGap: number
  /** How long a final waits for a drawing that is still under way. */
  patience: number
}

/** Twenty edits a minute are allowed in a group; the last one is the final. */
export const usualPace: Pace = {
  draftGap: 900,
  draftRefresh: 15_000,
  typingRefresh: 4000,
  editGap: 3000,
  slowestEditGap: 6000,
  patience: 4000,
}

/** Makes calls that may fail, and keeps quiet in chats that asked for it (429). */
export interface ChatPacer {
  /** `quiet` when it was left undone because the chat wants none of it now. Never rejects for what the platform said. */
  gently(chat: ChatId, call: () => Promise<unknown>): Promise<Failure | { kind: 'done' } | { kind: 'quiet' }>
  pause(chat: ChatId, ms: number): void
}

/** Shared by all gestures, so that a pause one of them met holds for the others. */
export function createChatPacer(clock: Clock): ChatPacer {
  const quietUntil = new Map<ChatId, number>()

  function pause(chat: ChatId, ms: number): void {
    for (const [known, until] of quietUntil) if (until <= clock.mono()) quietUntil.delete(known)
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
  pace: Pace
}

/** Drafts, in private chats: they cost nothing, show a stop button, and go by themselves when the answer comes. */
export function createDraftDisplay({ api, pacer, pace }: DisplayDeps): AnswerDisplay {
  let areKnown = true
  return {
    async draw(shown, styled) {
      const place = placeOf(shown)
      const signal = abortable(shown.signal)
      const { kind } = await pacer.gently(shown.chat, () =>
        areKnown
          ? api.methods.sendMessageDraft({ ...place, draft_id: shown.task, ...styled, can_stop: true }, signal)
          : api.methods.sendChatAction({ ...place, action: 'typing' }, signal),
      )
      const isFirstRefusal = kind === 'refused' && areKnown
      // A server of one's own may be older than drafts; it still knows how to type.
      if (isFirstRefusal) areKnown = false
      return isFirstRefusal || !hopeless.has(kind)
    },
    pace: () =>
      areKnown ? { gapMs: pace.draftGap, refreshMs: pace.draftRefresh } : { gapMs: 0, refreshMs: pace.typingRefresh },
    // The signal has cut off what was under way, and a draft goes by itself.
    leave: async () => undefined,
  }
}

/** What no later drawing will heal. */
export const hopeless: ReadonlySet<string> = new Set([
  'closed',
  'unauthorized',
  'refused',
  'no thread',
  'moved',
  'uneditable',
])

/** The chat and, where there is one, the topic. */
export function placeOf({ chat, topic }: Pick<ShownAnswer, 'chat' | 'topic'>) {
  return { chat_id: chatNumber(chat), ...(topic === undefined ? {} : { message_thread_id: topic }) }
}

/** The platform's number of a chat; people have positive ones. */
export function chatNumber(chat: ChatId): number {
  return Number(chat.slice('telegram:'.length))
}
