import { createRequire } from 'node:module'
import type { Chrono } from 'chrono-node'
import { doubt, type Piece } from './piece.ts'

/** Read with the first date that somebody names: the reader of one language costs forty milliseconds to load. */
const load = createRequire(import.meta.url)

/**
 * A day with a named month: "3rd of April 2027", "1er mai", "24. Dez". Only what the words themselves say is taken, never
 * what the reader adds from the clock of this machine. It reads no day that its month does not have.
 */
export function readNamedDate(language: 'en' | 'de' | 'fr' | 'es', words: string): Piece[] {
  const { strict } = load(`chrono-node/${language}`) as { strict: Chrono }
  // A year with that day, if the words name none: the 29th of February is a date.
  const [found, more] = strict.parse(words, new Date(Date.UTC(2024, 0, 15, 12)))
  const [day, month] = [found?.start.get('day'), found?.start.get('month')]
  if (!found || more || !day || !month || found.text.length < words.length) return doubt('noDate')
  if (!found.start.isCertain('day') || !found.start.isCertain('month')) return doubt('noDate')
  const year = found.start.isCertain('year') ? (found.start.get('year') ?? undefined) : undefined
  return [{ kind: 'date', day, month, ...(year !== undefined && { year }) }]
}
