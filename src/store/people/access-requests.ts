import type { Address } from '../../domain/person.ts'
import type { Database } from '../database.ts'

/** Somebody who wrote to us and was refused. */
export interface Stranger extends Address {
  name: string
  at: Date
}

/** There is no end of strangers. */
const MAX_LISTED = 20

/** The strangers about whom nobody has decided, the newest first. */
export function listStrangers(db: Database): Stranger[] {
  return (db.statement(`${undecided} ORDER BY created_at DESC LIMIT ?`).all(MAX_LISTED) as StrangerRow[]).map(
    toStranger,
  )
}

export function findStranger(db: Database, { channel, id }: Address): Stranger | undefined {
  const row = db.statement(`${undecided} AND channel = ? AND remote_id = ?`).get(channel, id)
  return row === undefined ? undefined : toStranger(row as StrangerRow)
}

/** The owner does not want to let them in, so they are not listed any more. */
export function refuseStranger(db: Database, { channel, id }: Address, now: Date): void {
  db.statement('UPDATE address SET refused_at = ? WHERE channel = ? AND remote_id = ? AND person_id IS NULL').run(
    now.getTime(),
    channel,
    id,
  )
}

type StrangerRow = Omit<Stranger, 'at'> & { at: number }

const undecided = `SELECT channel, remote_id AS id, name, created_at AS at FROM address
  WHERE person_id IS NULL AND refused_at IS NULL`

function toStranger(row: StrangerRow): Stranger {
  return { ...row, at: new Date(row.at) }
}
