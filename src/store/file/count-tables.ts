import type BetterSqlite3 from 'better-sqlite3'

/** How many rows each table has. */
export type RowCounts = Record<string, number>

export function countTables(raw: BetterSqlite3.Database): RowCounts {
  const tables = raw
    // A full-text table cannot be counted itself, but the tables that hold its rows are.
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    .pluck()
    .all() as string[]
  const count = (table: string) =>
    Number(
      raw
        .prepare(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`)
        .pluck()
        .get(),
    )
  return Object.fromEntries(tables.map((table) => [table, count(table)]))
}
