import type { Shows } from '../channel.ts'

/** A mail of ours is a page of HTML, drawn from Markdown, and is not cut. */
export const shows: Shows = { markdown: true, tables: true, code: true, maxChars: undefined, files: true }
