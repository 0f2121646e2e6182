import { instantOf, wallAt } from '../lib/time/zone.ts'

/** A part of every day, in minutes after midnight; one that ends before it begins goes over midnight. */
export interface Hours {
  from: number
  until: number
}

/** "22:00-07:00"; undefined for anything else, and for a part of no length. */
export function readHours(text: string): Hours | undefined {
  const [, fromHour, fromMinute, untilHour, untilMinute] =
    /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text) ?? []
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const until = Number(untilHour) * 60 + Number(untilMinute)
  const isClock = Number(fromMinute) < 60 && Number(untilMinute) < 60 && from < DAY && until <= DAY
  return isClock && from !== until ? { from, until } : undefined
}

const DAY = 24 * 60

/** Whether an instant lies in those hours, as the clocks of a zone show it. */
export function isWithin(at: Date, hours: Hours, timezone: string): boolean {
  const { hour, minute } = wallAt(at, timezone)
  const now = hour * 60 + minute
  return hours.from < hours.until ? now >= hours.from && now < hours.until : now >= hours.from || now < hours.until
}

/** When the hours around an instant end; undefined when it lies in none of them. */
export function endOf(at: Date, hours: Hours, timezone: string): Date | undefined {
  if (!isWithin(at, hours, timezone)) return undefined
  const { year, month, day } = wallAt(at, timezone)
  const clock = { hour: Math.floor(hours.until / 60), minute: hours.until % 60, second: 0 }
  const today = instantOf({ year, month, day, ...clock }, timezone)
  return today > at ? today : instantOf({ year, month, day: day + 1, ...clock }, timezone)
}
