import BetterSqlite3 from 'better-sqlite3'

/** A database of another program. Only plain tables are read, because a view can compute anything. */
export interface ForeignDatabase {
  hasTable(name: string, columns: string[]): boolean
  all(query: string, ...values: (string | number)[]): IterableIterator<Record<string, unknown>>
  close(): void
}

/** What every SQLite file begins with. */
export const SQLITE_MARK = 'SQLite format 3\0'

/** Undefined if it is no readable database. */
export function openForeignDatabase(path: string): ForeignDatabase | undefined {
  const raw = openQuietly(path)
  if (!raw) return undefined
  return {
    hasTable(name, columns) {
      const isTable =
        raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").pluck().get(name) === 1
      if (!isTable) return false
      const known = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name)
      return columns.every((column) => known.includes(column))
    },
    all: (query, ...values) => raw.prepare(query).iterate(...values) as IterableIterator<Record<string, unknown>>,
    close: () => raw.close(),
  }
}

function openQuietly(path: string): BetterSqlite3.Database | undefined {
  let raw: BetterSqlite3.Database | undefined
  try {
    raw = new BetterSqlite3(path, { timeout: 5000, readonly: true, fileMustExist: true })
    // The file may be damaged or made to do harm.
    for (const pragma of ['query_only = ON', 'trusted_schema = OFF', 'cell_size_check = ON']) raw.pragma(pragma)
    raw.prepare('SELECT count(*) FROM sqlite_schema').get()
    return raw
  } catch {
    raw?.close()
    return undefined
  }
}
