import type BetterSqlite3 from 'better-sqlite3'

const ROWS_PER_TABLE = 4

/**
 * Checks every table at a cost that does not depend on its size: random rows must be found again through each of their
 * indexes. Returns what is wrong; throws SQLITE_CORRUPT if a page on the way cannot be read.
 */
export function checkSample(raw: BetterSqlite3.Database, random: () => number = Math.random): string | undefined {
  for (const table of tables(raw)) {
    if (table.isKeyed) {
      raw.prepare(`SELECT * FROM ${quoteName(table.name)} LIMIT ${ROWS_PER_TABLE}`).all()
      continue
    }
    const indexes = indexesOf(raw, table.name)
    for (const row of rowsAtRandom(raw, table.name, random)) {
      const missingIndex = indexes.find((index) => !isFound(raw, table.name, index, row))
      if (missingIndex) return `a row of ${table.name} is not in its index ${missingIndex.name}`
    }
  }
  return undefined
}

interface Index {
  name: string
  columns: string[]
}

type Row = Record<string, unknown>

/**
 * `isKeyed`: the table has no row ids, and its rows are in the order of its key. A virtual table keeps its rows in
 * other tables, so it is left out.
 */
function tables(raw: BetterSqlite3.Database): { name: string; isKeyed: boolean }[] {
  return raw
    .prepare(
      `SELECT l.name, l.wr FROM pragma_table_list l JOIN sqlite_schema s ON s.name = l.name
       WHERE l.schema = 'main' AND s.type = 'table' AND s.rootpage > 0`,
    )
    .all()
    .map((row) => ({ name: String((row as Row).name), isKeyed: (row as Row).wr === 1 }))
}

/** Indexes that cover every row and use only plain columns. */
function indexesOf(raw: BetterSqlite3.Database, table: string): Index[] {
  const names = raw.prepare('SELECT name FROM pragma_index_list(?) WHERE partial = 0').pluck().all(table) as string[]
  const columnsOf = raw.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno').pluck()
  return names
    .map((name) => ({ name, columns: columnsOf.all(name) as (string | null)[] }))
    .filter((index): index is Index => index.columns.every((column) => column !== null))
}

function* rowsAtRandom(raw: BetterSqlite3.Database, table: string, random: () => number): Generator<Row> {
  const name = quoteName(table)
  const edge = (which: string) => raw.prepare(`SELECT ${which}(rowid) FROM ${name}`).pluck().safeIntegers().get()
  const [first, last] = [Number(edge('min')), Number(edge('max'))]
  const next = raw.prepare(`SELECT rowid AS " rowid", * FROM ${name} WHERE rowid >= ? LIMIT 1`).safeIntegers()
  for (let row = 0; row < ROWS_PER_TABLE; row++) {
    const found = next.get(Math.floor(first + random() * (last - first)))
    if (found) yield found as Row
  }
}

function isFound(raw: BetterSqlite3.Database, table: string, { name, columns }: Index, row: Row): boolean {
  const same = [...columns.map((column) => `${quoteName(column)} IS ?`), 'rowid = ?'].join(' AND ')
  const values = [...columns.map((column) => row[column]), row[' rowid']]
  const lookup = raw.prepare(`SELECT 1 FROM ${quoteName(table)} INDEXED BY ${quoteName(name)} WHERE ${same}`)
  return lookup.get(...values) !== undefined
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
