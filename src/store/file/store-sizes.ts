import type { Database } from '../database.ts'

/** How the database file is used. */
export interface StoreSizes {
  messages: number
  index: number
  vectors: number
  assemblies: number
  steps: number
  other: number
  /** Pages that were freed and are filled again first. */
  free: number
}

const parts: [part: Exclude<keyof StoreSizes, 'other' | 'free'>, tables: RegExp][] = [
  ['index', /^message_word/],
  ['vectors', /^(message_vector|vector_)/],
  ['messages', /^(message|conversation|summary|chat|deleted_message|reaction|outbox|unread|answer$|lane$|file$)/],
  ['assemblies', /^(assembly|epoch)$/],
  ['steps', /^(session_|action$)/],
]

/** Reads every page of the store, which takes seconds for a large one: not for the daemon's own thread. */
export function measureStore({ raw }: Pick<Database, 'raw'>): StoreSizes {
  const rows = raw
    .prepare(
      `SELECT coalesce(tbl_name, d.name) AS name, sum(pgsize) AS bytes FROM dbstat AS d
       LEFT JOIN sqlite_schema AS s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
    )
    .all() as { name: string; bytes: number }[]
  const sizes: StoreSizes = { messages: 0, index: 0, vectors: 0, assemblies: 0, steps: 0, other: 0, free: 0 }
  for (const { name, bytes } of rows) {
    const part = parts.find(([, tables]) => tables.test(name))?.[0] ?? 'other'
    sizes[part] += bytes
  }
  const pages = Number(raw.pragma('freelist_count', { simple: true }))
  return { ...sizes, free: pages * Number(raw.pragma('page_size', { simple: true })) }
}
