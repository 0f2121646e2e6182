/** A day or a month as people in a time zone count it: `from` is in it, `until` begins the next one. */
export interface Span {
  from: Date
  until: Date
}

/** The day or month around an instant. Zones change their clocks, some at midnight: no day is taken to have 24 hours. */
export function spanAround(at: Date, unit: 'day' | 'month', timezone: string): Span {
  const { year, month, day } = dateIn(at.getTime(), timezone)
  return unit === 'day'
    ? { from: startOf(year, month, day, timezone), until: startOf(year, month, day + 1, timezone) }
    : { from: startOf(year, month, 1, timezone), until: startOf(year, month + 1, 1, timezone) }
}

/** "14:32", in that zone. */
export function clockTime(at: Date, timezone: string): string {
  return at.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
}

/** "2026-03-14 14:32", in that zone. */
export function dateAndTime(at: Date, timezone: string): string {
  return at.toLocaleString('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
}

/** "Sunday 15 March, 00:00", in that zone. */
export function dayAndTime(at: Date, timezone: string): string {
  const day = at.toLocaleDateString('en-GB', { timeZone: timezone, weekday: 'long', day: 'numeric', month: 'long' })
  return `${day}, ${clockTime(at, timezone)}`
}

const DAY_MS = 86_400_000

/**
 * The first instant of a date. The zone's offsets a day before and a day after give the only two candidates;
 * midnight may come twice (the first one counts) or never (the day then begins at one o'clock).
 */
function startOf(year: number, month: number, day: number, timezone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day)
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS]
    .map((near) => asUtc - (dateIn(near, timezone).asUtc - near))
    .toSorted((a, b) => a - b)
  const wanted = new Date(asUtc)
  const first = candidates.find((at) => {
    const found = dateIn(at, timezone)
    return found.day === wanted.getUTCDate() && found.month === wanted.getUTCMonth() + 1
  })
  return new Date(first ?? Math.max(...candidates))
}

function dateIn(at: number, timezone: string): { year: number; month: number; day: number; asUtc: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day] = [read('year'), read('month'), read('day')]
  return { year, month, day, asUtc: Date.UTC(year, month - 1, day, read('hour'), read('minute'), read('second')) }
}
