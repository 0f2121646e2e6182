import type { Trust } from '../domain/person.ts'
import type { PastLine } from '../gateway/history.ts'
import { safeName } from '../lib/safe-name.ts'
import { actionsOf } from '../store/actions.ts'
import type { Database } from '../store/database.ts'
import { filesOf } from '../store/files.ts'
import type { StoredMessage } from '../store/messages.ts'

/** Stored lines as the gateway shows them: with what we did for each of ours, and what hung on each. */
export function toPastLines(db: Database, rows: StoredMessage[]): PastLine[] {
  const actions = actionsOf(db, idsOf(rows.filter((row) => row.author === 'bot')))
  const files = filesOf(db, idsOf(rows))
  return rows.map(({ id, author, name, at, text }) => ({
    id,
    author,
    name,
    at: new Date(at),
    text,
    actions: actions.get(id) ?? [],
    files: (files.get(id) ?? []).map((file) => safeName(file.name)),
  }))
}

/** How far each may be believed. A file may hold anybody's words, whoever sent it, and so may its name. */
export function trustsOf(db: Database, rows: StoredMessage[]): Trust[] {
  const files = filesOf(db, idsOf(rows))
  return rows.map((row) => (files.has(row.id) ? 'untrusted' : row.trust))
}

export function idsOf(rows: StoredMessage[]): number[] {
  return rows.map((row) => row.id)
}
