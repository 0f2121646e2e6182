import type { Shows } from '../channel.ts'

/** The page draws all of it. */
export const shows: Shows = { markdown: true, tables: true, code: true, maxChars: undefined, files: true }
