import type { Shows } from '../channel.ts'
import { TEXT_LIMIT } from './send/splitting.ts'

/** Markdown is sent as entities. A table keeps its columns only if it is narrow enough for a phone. */
export const shows: Shows = { markdown: true, tables: false, code: true, maxChars: TEXT_LIMIT, files: true }
