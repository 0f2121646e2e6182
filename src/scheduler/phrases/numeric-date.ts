import { doubt, type Piece } from './piece.ts'

/** "24/12", "3.4.2027". `order` is how a language writes it; where it writes both, only one that can be read in one way counts. */
export function numericDate(first: number, second: number, year: string, order: 'day first' | 'either'): Piece[] {
  const open = order === 'either' && first <= 12 && second <= 12 && first !== second
  if (open) return doubt('numeric')
  const [day, month] = order === 'either' && second > 12 ? [second, first] : [first, second]
  const full = year === '' ? undefined : Number(year.length === 2 ? `20${year}` : year)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(month, full)) return doubt('noDate')
  return [{ kind: 'date', day, month, ...(full !== undefined && { year: full }) }]
}

/** "2026-12-01". */
export function isoDate(year: number, month: number, day: number): Piece[] {
  return numericDate(day, month, String(year), 'day first')
}

/** The 29th of February is in some years. */
export function daysIn(month: number, year = 2024): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
