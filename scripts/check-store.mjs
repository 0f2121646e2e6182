import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'

// Reads all of a store while the daemon serves it, and prints what is wrong, one line of JSON. A process of its own, because
// nothing else can be stopped in the middle of SQLite's check, and because a damaged file must not take the daemon down.
//
//   node scripts/check-store.mjs <database>

const [, , file] = process.argv
const daemon = process.ppid
yieldToOthers()

const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5000 })
db.pragma('query_only = ON')
db.pragma('cell_size_check = ON')
console.log(JSON.stringify(await firstProblem()))
db.close()

// The systemd unit forbids changes of priority. Then the check is less considerate, but no less thorough.
function yieldToOthers() {
  try {
    setPriority(19)
  } catch {}
}

// Table by table, and resting as long as it read: while somebody reads, the log cannot be begun anew and only grows.
async function firstProblem() {
  for (const table of tables()) {
    const began = performance.now()
    const problem = check(table)
    if (problem !== undefined) return { status: 'damaged', problem }
    await sleep(performance.now() - began + 10)
    if (process.ppid !== daemon) return { status: 'unfinished' }
  }
  return { status: 'sound' }
}

// A virtual table keeps its rows in others, which are in the list.
function tables() {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").pluck().all()
}

function check(table) {
  try {
    const said = db.pragma(`integrity_check("${table}")`, { simple: true })
    return said === 'ok' ? undefined : `${table}: ${String(said)}`
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return `${table}: ${error.message}`
    throw error
  }
}
