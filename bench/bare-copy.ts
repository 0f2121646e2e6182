import type { Database } from '../src/store/database.ts'
import { timed } from './figures.ts'

export interface Copier {
  /** Writes what the original gained since the last call, in one transaction; the milliseconds of the writing alone. */
  copyNew(): number
  /** Throws when the two differ: then the comparison compared nothing. */
  assertSame(): void
}

/** Every table that taking in a message may write to. */
const tables = [
  'chat',
  'lane',
  'message',
  'message_key',
  'conversation',
  'conversation_message',
  'chat_size',
  'task',
  'task_message',
] as const

/** Bare inserts of the very rows another store was given, into the same tables and indexes with the same durability. */
export function createCopier({ raw: from }: Database, { raw: to }: Database): Copier {
  const copies = tables.map((table) => {
    const columns = from.pragma(`table_info(${table})`) as { name: string }[]
    const values = columns.map(() => '?').join(', ')
    return {
      newest: from.prepare(`SELECT coalesce(max(rowid), 0) FROM ${table}`).pluck(),
      read: from.prepare(`SELECT * FROM ${table} WHERE rowid > ? ORDER BY rowid`).raw(),
      insert: to.prepare(`INSERT INTO ${table} VALUES (${values})`),
      copied: 0,
    }
  })
  for (const copy of copies) copy.copied = copy.newest.get() as number

  const write = to.transaction((batches: unknown[][][]) => {
    for (const [n, rows] of batches.entries()) {
      const insert = copies[n]?.insert
      for (const row of rows) insert?.run(row)
    }
  })

  return {
    copyNew() {
      const batches = copies.map((copy) => copy.read.all(copy.copied) as unknown[][])
      for (const copy of copies) copy.copied = copy.newest.get() as number
      return timed(() => write.immediate(batches))
    },
    assertSame() {
      for (const table of tables) {
        const count = `SELECT count(*) FROM ${table}`
        const [here, there] = [from, to].map((raw) => raw.prepare(count).pluck().get())
        if (here !== there) throw new Error(`${table} has ${String(here)} rows here and ${String(there)} there`)
      }
    },
  }
}
