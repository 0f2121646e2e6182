import type { Doubt } from './doubts.ts'

/** `pm` is what English says beside a clock: noon to midnight. */
export type Part = 'pm' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** One thing that words tell about a time. */
export type Piece =
  /** `exact` needs no part of the day to be told from its twin; `loose` is a mere number that may be no time at all. */
  | {
      kind: 'clock'
      hour: number
      minute: number
      exact?: boolean
      loose?: boolean
      midnight?: boolean
      /** With its minutes in digits, as clocks of 24 hours show it: "6:30". */
      digital?: boolean
    }
  | { kind: 'part'; part: Part }
  /** 0 is today. */
  | { kind: 'day'; days: number }
  /** 0 is Sunday. */
  | { kind: 'weekday'; weekday: number; week?: 'this' | 'next' }
  | { kind: 'date'; day: number; month: number; year?: number }
  | { kind: 'monthday'; day: number }
  | { kind: 'after'; months: number; days: number; ms: number }
  /** `count` of weeks: every second week. */
  | { kind: 'every'; unit: 'day' | 'week' | 'month' | 'year'; count?: number }
  /** Every month on its first Monday, its last Friday, or its last day, as the last three fields of a cron line. */
  | { kind: 'ofMonth'; fields: string }
  | { kind: 'weekly'; weekdays: number[] }
  | { kind: 'interval'; ms: number }
  | { kind: 'doubt'; doubt: Doubt }

export const doubt = (about: Doubt): Piece[] => [{ kind: 'doubt', doubt: about }]

export const part = (name: Part): Piece => ({ kind: 'part', part: name })

export const day = (days: number): Piece => ({ kind: 'day', days })

/** None if no clock shows it. */
export function clock(hour: number, minute = 0, more: { exact?: boolean; loose?: boolean } = {}): Piece[] | undefined {
  if (!(hour >= 0 && hour <= 24 && minute >= 0 && minute < 60) || (hour === 24 && minute > 0)) return undefined
  const midnight = hour === 24
  return [
    {
      kind: 'clock',
      hour: midnight ? 0 : hour,
      minute,
      ...more,
      ...((hour > 12 || hour === 0) && { exact: true }),
      ...(midnight && { midnight }),
    },
  ]
}

/** So many minutes before the hour are after the one before it. */
export const clockBefore = (hour: number, minutes: number) => clock(hour === 0 ? 23 : hour - 1, 60 - minutes)

export const MIDNIGHT: readonly Piece[] = [{ kind: 'clock', hour: 0, minute: 0, exact: true, midnight: true }]

export const NOON: readonly Piece[] = [{ kind: 'clock', hour: 12, minute: 0, exact: true }]

/** "9 am", "12 pm". */
export function halfDay(hour: number, minute: number, afternoon: boolean): Piece[] | undefined {
  if (hour < 1 || hour > 12) return undefined
  return clock((hour % 12) + (afternoon ? 12 : 0), minute, { exact: true })
}

/** `from` to `to` over the week, Sunday after Saturday. */
export function weekdaysFrom(from: number, to: number): number[] {
  const days = [from]
  for (let next = from; next !== to; ) {
    next = (next + 1) % 7
    days.push(next)
  }
  return days
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const MS = { second: 1000, minute: 60_000, hour: 3_600_000 }
const DAYS = { day: 1, week: 7 }
const MONTHS = { month: 1, year: 12 }

/** So much time from now: hours are counted, days and months are turned over on the calendar. */
export function after(amount: number, unit: Unit, and?: [number, Unit]): Piece[] | undefined {
  const found = { kind: 'after' as const, months: 0, days: 0, ms: 0 }
  for (const [much, of] of and ? [[amount, unit] as const, and] : [[amount, unit] as const]) {
    if (of in MS) found.ms += much * MS[of as keyof typeof MS]
    else if (!Number.isInteger(much)) return undefined
    else if (of in DAYS) found.days += much * DAYS[of as keyof typeof DAYS]
    else found.months += much * MONTHS[of as keyof typeof MONTHS]
  }
  return [found]
}

/** Every so often. Days in a row the clock cannot count rightly when the clocks are changed: only one of them is said. */
export function each(amount: number, unit: Unit): Piece[] | undefined {
  if (unit in MS) return amount > 0 ? [{ kind: 'interval', ms: amount * MS[unit as keyof typeof MS] }] : doubt('vague')
  if (amount !== 1) return unit === 'week' ? everyWeeks(amount) : doubt('everyOther')
  return [{ kind: 'every', unit: unit as 'day' | 'week' | 'month' | 'year' }]
}

const MOST_WEEKS = 52

/** Every second week, or on every second Monday. */
export function everyWeeks(count: number, weekday?: number): Piece[] {
  if (!Number.isInteger(count) || count < 1 || count > MOST_WEEKS) return doubt('everyOther')
  const weekly: Piece[] = weekday === undefined ? [] : [{ kind: 'weekly', weekdays: [weekday] }]
  return [{ kind: 'every', unit: 'week', count }, ...weekly]
}

/** What tables of words hold for "last" beside first, second and so on. */
export const LAST = -1

/** Every month on its first Monday, or on its last Friday. */
export const nthOfMonth = (nth: number, weekday: number): Piece[] => [
  { kind: 'ofMonth', fields: `* * ${weekday}${nth === LAST ? 'L' : `#${nth}`}` },
]

export const LAST_DAY: readonly Piece[] = [{ kind: 'ofMonth', fields: 'L * *' }]
