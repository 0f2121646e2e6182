import type { Doubt } from './doubts.ts'
import type { Part, Piece } from './piece.ts'

export interface ClockTime {
  hour: number
  minute: number
  midnight?: boolean
}

/** A day without a time is meant at this hour. */
export const DEFAULT_HOUR = 9

/** A part of the day without a time is meant at these hours. */
const PART_HOURS: Record<Part, number> = {
  pm: 15,
  morning: DEFAULT_HOUR,
  noon: 12,
  afternoon: 15,
  evening: 19,
  night: 21,
}

type Clock = Extract<Piece, { kind: 'clock' }>

/** What else tells which of two hours is meant: the hour that it is now, and whether somebody wants to get up then. */
export interface Circumstances {
  wallHour: number
  isWaking: boolean
}

/**
 * The times of day that pieces name; none if they name no time. A part of the day says which of two hours is meant. Without
 * one, an hour at which people sleep is meant twelve hours later.
 */
export function clockTimes(pieces: Piece[], { wallHour, isWaking }: Circumstances): ClockTime[] | Doubt {
  const parts = new Set<Part>()
  const clocks: Clock[] = []
  for (const piece of pieces) {
    if (piece.kind === 'part') parts.add(piece.part)
    if (piece.kind === 'clock' && !clocks.some((known) => known.hour === piece.hour && known.minute === piece.minute))
      clocks.push(piece)
  }
  const [part, another] = parts
  if (another) return 'two'
  if (clocks.length === 0) return part ? [{ hour: PART_HOURS[part], minute: 0 }] : []
  const times: ClockTime[] = []
  for (const clock of clocks) {
    const early = part === 'night' && clock.hour <= LAST_NIGHT_HOUR && !pieces.some(isOneDay)
    const said = part || isWaking ? clock.hour : wakingHour(clock, pieces.every(isClock) ? wallHour : undefined)
    const hour = part && !early ? hourIn(part, clock) : said
    if (hour === undefined) return 'amPm'
    times.push({ hour, minute: clock.minute, ...(clock.midnight && { midnight: true }) })
  }
  return times
}

const LAST_SLEEPING_HOUR = 5
const isClock = ({ kind }: Piece) => kind === 'clock'

/**
 * 3 is 15:00 and 9 is 9:00. 6 may be either, so it is the next one of both if no day is named, and asked otherwise. So is
 * what a clock of 24 hours shows for a time at night, and what is said to be soon by somebody who is awake at night.
 */
function wakingHour({ hour, exact, digital }: Clock, now: number | undefined): number | undefined {
  if (exact || hour === 0 || hour > LAST_SLEEPING_HOUR + 1) return hour
  if (hour > LAST_SLEEPING_HOUR)
    return now === undefined ? undefined : now < hour || now >= hour + 12 ? hour : hour + 12
  return digital || (now !== undefined && now < hour) ? undefined : hour + 12
}

/** Every night at 2 is clear; the night of a day has two of them. */
const LAST_NIGHT_HOUR = 5
const isOneDay = ({ kind }: Piece) =>
  kind === 'day' || kind === 'weekday' || kind === 'date' || kind === 'monthday' || kind === 'weekly'

/** From, to: what is said as 12 hours in that part of a day; and what a day of 24 has in it. */
const SAID: Record<Part, [number, number]> = {
  pm: [1, 11],
  morning: [0, 11],
  noon: [1, 2],
  afternoon: [1, 8],
  evening: [4, 11],
  night: [6, 11],
}
const SHOWN: Record<Part, [number, number]> = {
  pm: [12, 23],
  morning: [0, 12],
  noon: [11, 14],
  afternoon: [12, 20],
  evening: [16, 23],
  night: [18, 23],
}

function hourIn(part: Part, { hour, exact }: Clock): number | undefined {
  const within = ([from, to]: [number, number]) => hour >= from && hour <= to
  if (exact) return within(SHOWN[part]) ? hour : undefined
  if (part === 'morning') return within(SAID.morning) ? hour : undefined
  if (hour === 12 || (part === 'noon' && hour === 11)) return within(SHOWN[part]) ? hour : undefined
  return within(SAID[part]) ? hour + 12 : undefined
}
