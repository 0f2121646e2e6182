import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** Pauses after 429 answers. A throttled chat pauses alone; when a second one is throttled, the channel pauses. */
export interface DeliveryPauses {
  throttled(chat: ChatId, afterMs: number): void
  isPaused(chat: ChatId): boolean
  /** The channel is unreachable: until it answers, one send at a time tests it, with growing intervals. */
  away(channel: ChannelName): void
  answered(channel: ChannelName): void
  /** How long until the next test; undefined if the channel is reachable. */
  probeInMs(channel: ChannelName): number | undefined
}

const MIN_THROTTLED_CHATS = 2
/** After an outage, sending resumes at the latest after this time. */
export const MAX_OUTAGE_PAUSE_MS = 30_000

export function createPauses(clock: Clock): DeliveryPauses {
  const pausedUntil = new Map<ChatId, number>()
  const outages = new Map<ChannelName, { failures: number; next: number }>()

  function pausedOn(channel: ChannelName): number[] {
    const now = clock.mono()
    for (const [chat, end] of pausedUntil) if (end <= now) pausedUntil.delete(chat)
    return [...pausedUntil].filter(([chat]) => channelOf(chat) === channel).map(([, end]) => end)
  }

  return {
    throttled(chat, afterMs) {
      pausedUntil.set(chat, Math.max(pausedUntil.get(chat) ?? 0, clock.mono() + afterMs))
    },
    isPaused(chat) {
      const paused = pausedOn(channelOf(chat))
      return pausedUntil.has(chat) || paused.length >= MIN_THROTTLED_CHATS
    },
    away(channel) {
      const { failures, next } = outages.get(channel) ?? { failures: 0, next: 0 }
      const now = clock.mono()
      // Sends that were in progress at the same time fail together and count once.
      if (now < next) return
      const waitMs = Math.min(MAX_OUTAGE_PAUSE_MS, 1000 * 2 ** Math.min(failures, 10))
      outages.set(channel, { failures: failures + 1, next: now + waitMs })
    },
    answered: (channel) => void outages.delete(channel),
    probeInMs(channel) {
      const outage = outages.get(channel)
      return outage && Math.max(0, outage.next - clock.mono())
    },
  }
}
