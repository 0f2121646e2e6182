import { clockTime, spanAround } from '../../../lib/time/calendar.ts'
import type { Happening } from './agenda.ts'

const DAY_MS = 86_400_000

/** "09:30–10:00", "all day", "Tue 17 Mar, until 12:00": when something is, for somebody who asks on the day of `now`. */
export function whenWords({ appointment, from, until }: Happening, now: Date, timezone: string): string {
  const today = spanAround(now, 'day', timezone)
  const clock = (at: Date) => clockTime(at, timezone)
  const day = from < today.until ? '' : `${dayWords(from, timezone)}, `
  return `${day}${timeWords()}`

  function timeWords(): string {
    if (appointment.start.isDate) return 'all day'
    if (from < today.from) return until >= today.until ? 'all day' : `until ${clock(until)}`
    const length = until.getTime() - from.getTime()
    if (length === 0) return clock(from)
    return length > DAY_MS ? `from ${clock(from)}` : `${clock(from)}–${clock(until)}`
  }
}

function dayWords(at: Date, timezone: string): string {
  const options = { timeZone: timezone, weekday: 'short', day: 'numeric', month: 'short' } as const
  return at.toLocaleDateString('en-GB', options).replace(',', '')
}
