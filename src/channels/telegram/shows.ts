import type { Shows } from '../channel.ts'
import { TEXT_LIMIT } from './send/splitting.ts'

/** Entities are drawn from Markdown. A table keeps its columns only where it is as narrow as a phone. */
export const shows: Shows = { markdown: true, tables: false, code: true, maxChars: TEXT_LIMIT, files: true }
