import { openReadOnly } from '../../src/store/database.ts'

/** What a daemon's kills say about its messages, read from the store after each of them, beside what the daemon makes of it. */
export interface DeathBook {
  /** After a kill, before the next start. */
  note(): void
  /** Tasks that must be set aside by now; there is no other reason to set one aside. */
  condemned(): number[]
  /** The most that one kill condemned or took apart. Suspects run one at a time, so it is one. */
  mostAtOnce(): number
}

/** A kill says little: so many in a row, at each of which the same message was under way, and it is taken for the cause. */
const ENOUGH = 3
/** Of several messages in one task any may be the cause: each goes on by itself, and is as near to its end as after one. */
const PART_OF_SUSPECT = 1

interface Kills {
  /** The life that ended with it. */
  lease: number | null
  inARow: number
}

interface Open {
  id: number
  state: string
  lease: number | null
  messages: number
}

export function createDeathBook(file: string): DeathBook {
  const kills = new Map<number, Kills>()
  const condemned = new Set<number>()
  let most = 0

  /** True when this kill is the one that is enough. */
  function judge({ id, state, lease, messages }: Open, parts: Set<number>): boolean {
    // Who only waited was not the cause, whatever was thought of it before.
    if (state !== 'leased' && state !== 'running') {
      kills.set(id, { lease: null, inARow: 0 })
      return false
    }
    const before = kills.get(id) ?? { lease: null, inARow: parts.has(id) ? PART_OF_SUSPECT : 0 }
    // A life that ended before it looked at what the last one left has not run it.
    if (before.lease === lease) return false
    const inARow = before.inARow + 1
    const isEnough = inARow >= ENOUGH
    kills.set(id, { lease, inARow: isEnough ? PART_OF_SUSPECT : inARow })
    if (isEnough && messages <= 1) condemned.add(id)
    return isEnough
  }

  return {
    note() {
      const { open, parts } = look(file)
      most = Math.max(most, open.filter((task) => judge(task, parts)).length)
    },
    condemned: () => [...condemned].toSorted((a, b) => a - b),
    mostAtOnce: () => most,
  }
}

function look(file: string): { open: Open[]; parts: Set<number> } {
  const db = openReadOnly(file)
  try {
    const open = db.raw
      .prepare(
        `SELECT id, state, lease_instance AS lease, (SELECT count(*) FROM task_message WHERE task_id = task.id) AS messages
         FROM task WHERE kind = 'reply' AND finished_at IS NULL`,
      )
      .all() as Open[]
    const parts = db.raw
      .prepare("SELECT value FROM task_event, json_each(task_event.data) WHERE task_event.kind = 'split'")
      .pluck()
      .all() as number[]
    return { open, parts: new Set(parts) }
  } finally {
    db.close()
  }
}
