import type { Shows } from '../channel.ts'
import { TEXT_LIMIT } from './send/splitting.ts'

/** Of a server of our days; for an older one tables are drawn as text. */
export const shows: Shows = { markdown: true, tables: true, code: true, maxChars: TEXT_LIMIT, files: true }
