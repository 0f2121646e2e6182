import { instantOf, wallAt } from '../lib/time/zone.ts'

/** A span of every day, in minutes after midnight. If it ends before it begins, it spans midnight. */
export interface Hours {
  from: number
  until: number
}

/** Reads "22:00-07:00". Undefined for anything else, and for a span without length. */
export function readHours(text: string): Hours | undefined {
  const [, fromHour, fromMinute, untilHour, untilMinute] =
    /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text) ?? []
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const until = Number(untilHour) * 60 + Number(untilMinute)
  const isClock = Number(fromMinute) < 60 && Number(untilMinute) < 60 && from < DAY_MINUTES && until <= DAY_MINUTES
  return isClock && from !== until ? { from, until } : undefined
}

const DAY_MINUTES = 24 * 60

/** Whether an instant is within the hours, by the local time of the zone. */
export function isWithin(at: Date, hours: Hours, timezone: string): boolean {
  const { hour, minute } = wallAt(at, timezone)
  const now = hour * 60 + minute
  return hours.from < hours.until ? now >= hours.from && now < hours.until : now >= hours.from || now < hours.until
}

/** When the hours around an instant end. Undefined if the instant is outside of them. */
export function endOf(at: Date, hours: Hours, timezone: string): Date | undefined {
  if (!isWithin(at, hours, timezone)) return undefined
  const { year, month, day } = wallAt(at, timezone)
  const clock = { hour: Math.floor(hours.until / 60), minute: hours.until % 60, second: 0 }
  const today = instantOf({ year, month, day, ...clock }, timezone)
  return today > at ? today : instantOf({ year, month, day: day + 1, ...clock }, timezone)
}
