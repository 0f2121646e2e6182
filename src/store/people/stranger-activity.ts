import type { ChannelName } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** What those whom nobody let in have made us do: bounded in sum, because there is no end of them. */
export interface StrangerActivity {
  /** Lines of ours to them within an hour. */
  said: Tally
  /** Lines of theirs that were kept within a day: at the door, and among people who are let in. */
  kept: Tally
  overheard: Tally
  /** Answers to them, for the owner to read, within a day. */
  drafted: Tally
  /** What the owner was not told yet. */
  untold: { people: number; dropped: number; last: string }
  /** Of those who are not answered at all. */
  unanswered: Unanswered
  /** Of those who write under the name of somebody who is let in. */
  claimed: Unanswered
  toldAt: number | undefined
}

export interface Unanswered {
  count: number
  last: string
  channel?: ChannelName
}

/** How much since when; both on the timeline of waiting, in ms. */
export interface Tally {
  since: number
  count: number
}

const KEY = 'door'
const none: Tally = { since: 0, count: 0 }
/** The owner was told of everything. */
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
  const found = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY) as string | undefined
  return found === undefined ? fresh : { ...fresh, ...(JSON.parse(found) as Partial<StrangerActivity>) }
}

export function writeStrangerActivity(db: Database, door: StrangerActivity): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    KEY,
    JSON.stringify(door),
  )
}
