import type { Clock } from '../../../../src/lib/time/clock.ts'
import { tooManyRequests } from './refusal.ts'

export interface Flood {
  /** From now on everything to this chat, or everything at all, is refused for so long. */
  pause(seconds: number, chat?: number): void
  /** Throws 429 while a pause lasts or, where limits are enforced, when the bot goes too fast. */
  check(method: string, chat: unknown): void
}

interface Bucket {
  left: number
  at: number
}

const talking = /^(send(?!ChatAction|MessageDraft)|edit)/

/** Flood control: the pauses a test orders, and the real limits where it wants them enforced. */
export function createFlood({ clock, enforce }: { clock: Clock; enforce: boolean }): Flood {
  const pauses = new Map<number | 'all', number>()
  const buckets = new Map<number | 'all', Bucket>()

  function pauseLeft(key: number | 'all'): number {
    return Math.ceil(((pauses.get(key) ?? 0) - clock.mono()) / 1000)
  }

  /** Takes one token; an empty bucket means a pause until it has one again. */
  function spend(key: number | 'all', size: number, perSecond: number): void {
    const now = clock.mono()
    const bucket = buckets.get(key) ?? { left: size, at: now }
    const left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(key, { left: Math.max(left - 1, 0), at: now })
    if (left >= 1) return
    const seconds = Math.ceil((1 - left) / perSecond)
    pauses.set(key, now + seconds * 1000)
    throw tooManyRequests(seconds)
  }

  return {
    pause: (seconds, chat) => void pauses.set(chat ?? 'all', clock.mono() + seconds * 1000),
    check(method, chat) {
      if (pauseLeft('all') > 0) throw tooManyRequests(pauseLeft('all'))
      if (typeof chat !== 'number') return
      if (pauseLeft(chat) > 0) throw tooManyRequests(pauseLeft(chat))
      if (!enforce || !talking.test(method)) return
      spend('all', 30, 30)
      // A group takes 20 a minute; a private chat about one a second, with a burst forgiven.
      if (chat < 0) spend(chat, 20, 20 / 60)
      else spend(chat, 5, 1)
    },
  }
}
