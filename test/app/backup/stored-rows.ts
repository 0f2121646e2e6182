import BetterSqlite3 from 'better-sqlite3'

/** Every row of every table, as text, so that two stores can be compared row by row. The mark of a copy is left out. */
export function allRows(file: string, where: Record<string, string> = {}): Record<string, string[]> {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
      .pluck()
      .all() as string[]
    const filters: Record<string, string> = { meta: "WHERE key <> 'restored_snapshot'", ...where }
    const rowsOf = (table: string) =>
      db
        .prepare(`SELECT * FROM "${table}" ${filters[table] ?? ''}`)
        .raw()
        .all()
        .map(textOf)
        .toSorted()
    return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]))
  } finally {
    db.close()
  }
}

function textOf(row: unknown): string {
  return JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
