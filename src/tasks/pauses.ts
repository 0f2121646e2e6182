import { type ChannelName, type ChatId, channelOf } from '../domain/ids.ts'
import type { Clock } from '../lib/clock.ts'

/** Chats that asked for a pause (429). One chat pauses itself; when a second one hears it too, the channel pauses. */
export interface Pauses {
  throttled(chat: ChatId, afterMs: number): void
  isPaused(chat: ChatId): boolean
}

const SEVERAL = 2

export function createPauses(clock: Clock): Pauses {
  const until = new Map<ChatId, number>()

  function pausedOn(channel: ChannelName): number[] {
    const now = clock.mono()
    for (const [chat, end] of until) if (end <= now) until.delete(chat)
    return [...until].filter(([chat]) => channelOf(chat) === channel).map(([, end]) => end)
  }

  return {
    throttled(chat, afterMs) {
      until.set(chat, Math.max(until.get(chat) ?? 0, clock.mono() + afterMs))
    },
    isPaused(chat) {
      const paused = pausedOn(channelOf(chat))
      return until.has(chat) || paused.length >= SEVERAL
    },
  }
}
