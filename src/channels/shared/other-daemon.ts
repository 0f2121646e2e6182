import type { ChannelMemory } from '../../domain/message.ts'
import type { Inbox } from '../channel.ts'

/** What the memory of an account calls the last sign that another Skein uses it. */
export const OTHER_DAEMON = 'other-daemon'

const RECENT_MS = 7 * 86_400_000
const REWRITE_MS = 3_600_000

/** Another Skein was noticed now: whether the owner is to be told, and what is kept of it for Health and `doctor`. */
export function noteOtherDaemon(
  inbox: Pick<Inbox, 'memory'>,
  place: Pick<ChannelMemory, 'channel' | 'account'>,
  now: Date,
): { isNews: boolean; kept: ChannelMemory[] } {
  const value = inbox.memory(place.channel, place.account, OTHER_DAEMON)
  const isNews = !isRecentSign(value, now)
  const isKept = !isNews && Math.abs(now.getTime() - Date.parse(value ?? '')) < REWRITE_MS
  return { isNews, kept: isKept ? [] : [{ ...place, name: OTHER_DAEMON, value: now.toISOString() }] }
}

/** Whether the last sign is so recent that there probably still is another one. */
export function isRecentSign(value: string | undefined, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(value ?? '')) < RECENT_MS
}
