import type { CommandPrefix } from '../../channels/channel.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { noticeKey } from '../../domain/outbox-key.ts'
import { type Moment, momentOf, type Steady, steadyMs } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { Database } from '../../store/database.ts'
import {
  nothingUntold,
  readStrangerActivity,
  type StrangerActivity,
  type Tally,
  type Unanswered,
  writeStrangerActivity,
} from '../../store/people/stranger-activity.ts'
import { type NoticeText, sendOwnerNotice } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'

const HOUR_MS = 3_600_000

/** These limits apply to all strangers together, because there is no limit to their number. */
const limits = {
  said: { most: 30, withinMs: HOUR_MS },
  kept: { most: 200, withinMs: 24 * HOUR_MS },
  overheard: { most: 2000, withinMs: 24 * HOUR_MS },
  drafted: { most: 20, withinMs: 24 * HOUR_MS },
}

/** The owner is told about the first stranger at once, and then at most this often. */
const NOTICE_INTERVAL_MS = HOUR_MS / 2
const CHECK_INTERVAL_MS = 10_000

/** Takes one from each of these limits and returns true, or returns false if one is used up. Inside a transaction. */
export function takeFromLimits(db: Database, names: (keyof typeof limits)[], steady: Steady): boolean {
  const activity = readStrangerActivity(db)
  const tallies = names.map((name) => ({ name, tally: current(activity[name], limits[name].withinMs, steady) }))
  if (tallies.some(({ name, tally }) => tally.count >= limits[name].most)) return false
  const next = tallies.map(({ name, tally }) => [name, { ...tally, count: tally.count + 1 }])
  writeStrangerActivity(db, { ...activity, ...(Object.fromEntries(next) as Partial<StrangerActivity>) })
  return true
}

function current(tally: Tally, withinMs: number, steady: Steady): Tally {
  const at = steadyMs(steady)
  return at - tally.since < withinMs ? tally : { since: at, count: 0 }
}

/** Counts a stranger for the next notice to the owner. Call it inside the transaction that accepts the message. */
export function noteStranger(
  deps: TaskDeps,
  { name, refused }: { name: string; refused: boolean },
  moment: Moment,
): void {
  const activity = readStrangerActivity(deps.db)
  const { people, dropped } = activity.untold
  const untold = { people: people + (refused ? 1 : 0), dropped: dropped + (refused ? 0 : 1), last: name }
  writeStrangerActivity(deps.db, { ...activity, untold })
  notifyOwner(deps, moment)
}

/** Counts an unanswered sender: a stranger, or somebody who claims a known address without proof. */
export function noteUnanswered(
  deps: TaskDeps,
  as: 'unanswered' | 'claimed',
  { name, channel }: { name: string; channel: ChannelName },
  moment: Moment,
): void {
  const activity = readStrangerActivity(deps.db)
  writeStrangerActivity(deps.db, { ...activity, [as]: { count: activity[as].count + 1, last: name, channel } })
  notifyOwner(deps, moment)
}

/** Tells the owner about strangers when the next notice is due. Calls `wakeDelivery` when there is a notice to send. */
export function createStrangerNotices(
  deps: TaskDeps,
  wakeDelivery: () => void,
): { run(signal: AbortSignal): Promise<void> } {
  return {
    async run(signal) {
      while (!signal.aborted) {
        try {
          if (notifyOwner(deps, momentOf(deps.clock))) wakeDelivery()
        } catch (err) {
          deps.log.error({ err }, 'the owner could not be told about strangers')
        }
        await sleep(CHECK_INTERVAL_MS, signal)
      }
    },
  }
}

/** Sends one notice about all strangers since the last one. Returns true if a notice was due. */
function notifyOwner(deps: TaskDeps, { now, steady }: Moment): boolean {
  const activity = readStrangerActivity(deps.db)
  const { people, dropped } = activity.untold
  const { unanswered, claimed } = activity
  const isTooSoon = activity.toldAt !== undefined && steadyMs(steady) - activity.toldAt < NOTICE_INTERVAL_MS
  if (people + dropped + unanswered.count + claimed.count === 0 || isTooSoon) return false
  deps.db.transaction(() => {
    if (people + dropped > 0) {
      const text = (prefix: CommandPrefix) => refusalText(activity.untold, prefix)
      sendOwnerNotice(deps, { key: noticeKey('strangers'), text }, now)
    }
    const notify = (text: NoticeText, { count, channel }: Unanswered) => {
      if (count > 0)
        sendOwnerNotice(deps, { key: noticeKey('strangers'), text, ...(channel && { avoidChannel: channel }) }, now)
    }
    notify((prefix) => peopleMessages.unanswered(unanswered.count, unanswered.last, prefix), unanswered)
    notify(peopleMessages.unproven(claimed.count, claimed.last), claimed)
    writeStrangerActivity(deps.db, { ...activity, ...nothingUntold, toldAt: steadyMs(steady) })
  })
  return true
}

function refusalText({ people, dropped, last }: StrangerActivity['untold'], prefix: CommandPrefix): LocalizedText {
  const { most } = limits.said
  if (dropped === 0)
    return people === 1 ? peopleMessages.refusedOne(last, prefix) : peopleMessages.refused(people, last, prefix)
  if (people === 0) return peopleMessages.ignored({ dropped, most }, last, prefix)
  return peopleMessages.refusedAndIgnored({ people, dropped, most }, last, prefix)
}
