import type { ChannelMemory } from '../../domain/message.ts'
import type { Inbox } from '../channel.ts'

/** The key in an account's memory for the time of the last sign that another Skein uses it. */
export const OTHER_DAEMON = 'other-daemon'

const RECENT_SIGN_MS = 7 * 86_400_000
const REWRITE_INTERVAL_MS = 3_600_000

/**
 * Call this when another Skein was noticed. Returns whether the owner should be told, and what to store for Health and
 * `doctor`.
 */
export function noteOtherDaemon(
  inbox: Pick<Inbox, 'memory'>,
  place: Pick<ChannelMemory, 'channel' | 'account'>,
  now: Date,
): { isNews: boolean; kept: ChannelMemory[] } {
  const value = inbox.memory(place.channel, place.account, OTHER_DAEMON)
  const isNews = !isRecentSign(value, now)
  const isUpToDate = !isNews && Math.abs(now.getTime() - Date.parse(value ?? '')) < REWRITE_INTERVAL_MS
  return { isNews, kept: isUpToDate ? [] : [{ ...place, name: OTHER_DAEMON, value: now.toISOString() }] }
}

/** Whether the last sign is so recent that the other Skein probably still runs. */
export function isRecentSign(value: string | undefined, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(value ?? '')) < RECENT_SIGN_MS
}
