import type { ChannelName } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** What strangers have made us do. The totals are limited, because there is no end of strangers. */
export interface StrangerActivity {
  /** Our messages to them within an hour. */
  said: Tally
  /** Their messages that we stored within a day: in their own chats, and in groups of people we let in. */
  kept: Tally
  overheard: Tally
  /** Drafted replies to them, for the owner to read, within a day. */
  drafted: Tally
  /** What the owner was not told yet. */
  untold: { people: number; dropped: number; last: string }
  /** People who get no reply at all. */
  unanswered: Unanswered
  /** People who write under the name of somebody we let in. */
  claimed: Unanswered
  toldAt: number | undefined
}

export interface Unanswered {
  count: number
  last: string
  channel?: ChannelName
}

/** A count since a time on the steady timeline, in ms. */
export interface Tally {
  since: number
  count: number
}

const KEY = 'door'
const none: Tally = { since: 0, count: 0 }
export const nothingUntold: Pick<StrangerActivity, 'untold' | 'unanswered' | 'claimed'> = {
  untold: { people: 0, dropped: 0, last: '' },
  unanswered: { count: 0, last: '' },
  claimed: { count: 0, last: '' },
}
const fresh: StrangerActivity = {
  ...nothingUntold,
  said: none,
  kept: none,
  overheard: none,
  drafted: none,
  toldAt: undefined,
}

export function readStrangerActivity(db: Database): StrangerActivity {
  const stored = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY) as string | undefined
  return stored === undefined ? fresh : { ...fresh, ...(JSON.parse(stored) as Partial<StrangerActivity>) }
}

export function writeStrangerActivity(db: Database, activity: StrangerActivity): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    KEY,
    JSON.stringify(activity),
  )
}
