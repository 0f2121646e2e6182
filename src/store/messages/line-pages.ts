import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { type Line, readLines } from './lines.ts'

/** A stretch of a chat, oldest first. */
export interface StoredPage {
  lines: Line[]
  older: boolean
  newer?: true
}

const pageSize = 50

/** The newest lines, or those before, after or around one of them. */
export function readLinePage(
  db: Database,
  chat: ChatId,
  { before, after, around }: { before?: number | undefined; after?: number | undefined; around?: number | undefined },
): StoredPage {
  if (after !== undefined) return { ...newerThan(db, chat, after, pageSize), older: true }
  if (around === undefined) return olderThan(db, chat, before, pageSize)
  const half = pageSize / 2
  const { lines, older } = olderThan(db, chat, around + 1, half)
  const behind = newerThan(db, chat, around, half)
  return { ...behind, lines: [...lines, ...behind.lines], older }
}

function olderThan(db: Database, chat: ChatId, before: number | undefined, size: number): StoredPage {
  const lines = readLines(db, chat, { limit: size + 1, ...(before !== undefined && { before }) })
  return { lines: lines.slice(-size), older: lines.length > size }
}

function newerThan(db: Database, chat: ChatId, after: number, size: number): Omit<StoredPage, 'older'> {
  const lines = readLines(db, chat, { limit: size + 1, after })
  return { lines: lines.slice(0, size), ...(lines.length > size && { newer: true as const }) }
}
