import ICAL from 'ical.js'
import type { CalendarBlock } from './blocks.ts'
import { readProperties, readText, readWrittenDates, type WrittenDate } from './property.ts'
import type { Zone, Zones } from './zones.ts'

/** An event of a calendar: a single one, or the first of a series. */
export interface Appointment {
  uid: string
  title: string
  place: string
  text: string
  link: string
  start: WrittenDate
  zone: Zone
  lengthMs: number
  rules: string[]
  extraDates: WrittenDate[]
  excludedDates: WrittenDate[]
  /** The occurrence of a series that this event replaces. */
  replaces: WrittenDate | undefined
  isCancelled: boolean
  /** A higher number is a newer version of the same entry. */
  sequence: number
}

const DAY_MS = 86_400_000
const MAX_DURATION_MS = 366 * DAY_MS

/** Undefined if the block has no start. */
export function readAppointment(block: CalendarBlock, zones: Zones): Appointment | undefined {
  const [start] = readWrittenDates(block, 'DTSTART')
  if (!start) return undefined
  return {
    uid: readText(block, 'UID'),
    title: readText(block, 'SUMMARY'),
    place: readText(block, 'LOCATION'),
    text: readText(block, 'DESCRIPTION'),
    link: readText(block, 'URL'),
    start,
    zone: zones.of(start),
    lengthMs: Math.min(Math.max(0, computeLengthMs(block, start, zones)), MAX_DURATION_MS),
    rules: readProperties(block, 'RRULE')
      .slice(0, 3)
      .map(({ values }) => String(values[0])),
    extraDates: readWrittenDates(block, 'RDATE'),
    excludedDates: readWrittenDates(block, 'EXDATE'),
    replaces: readWrittenDates(block, 'RECURRENCE-ID')[0],
    isCancelled: readText(block, 'STATUS').toUpperCase() === 'CANCELLED',
    sequence: Number(readProperties(block, 'SEQUENCE')[0]?.values[0]) || 0,
  }
}

/** Without an end, an event with a date lasts one day, and one with a time has no length. */
function computeLengthMs(block: CalendarBlock, start: WrittenDate, zones: Zones): number {
  const defaultMs = start.isDate ? DAY_MS : 0
  const [end] = readWrittenDates(block, 'DTEND')
  if (end && start.isDate) return Math.max(defaultMs, end.wall - start.wall)
  if (end) return zones.of(end).instant(end.wall) - zones.of(start).instant(start.wall)
  const [duration] = readProperties(block, 'DURATION')[0]?.values ?? []
  return duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : defaultMs
}

/** A quick check by the first digits of the dates, before anything is parsed, because most of a calendar is long over. */
export function mayBeInWindow({ lines }: CalendarBlock, { from, until }: { from: Date; until: Date }): boolean {
  const day = (name: string) => lines.find((line) => line.toUpperCase().startsWith(name))?.match(/:(\d{8})/)?.[1]
  const has = (name: string) => lines.some((line) => line.toUpperCase().startsWith(name))
  // Local times differ by up to a day from UTC.
  const [first, last] = [toDateDigits(from.getTime() - 2 * DAY_MS), toDateDigits(until.getTime() + 2 * DAY_MS)]
  const start = day('DTSTART')
  if (start === undefined) return false
  const replaced = day('RECURRENCE-ID')
  if (replaced !== undefined && replaced >= first && replaced <= last) return true
  if (start > last) return has('RDATE')
  return has('RRULE') || has('RDATE') || has('DURATION') || (day('DTEND') ?? start) >= first
}

function toDateDigits(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
}
