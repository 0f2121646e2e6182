/** How times are written for a model: in the person's time zone, and how long ago. */
export interface Labels {
  /** "14:02" */
  time(at: Date): string
  /** "2026-03-14" */
  date(at: Date): string
  /** "2026-03-14 14:02" */
  moment(at: Date): string
  /** "earlier today", "yesterday", "3 days ago" */
  ago(at: Date): string
  /** 0 for today, 1 for yesterday. */
  daysAgo(at: Date): number
  /** "Saturday" */
  weekday(at: Date): string
}

export type LabelsFor = (now: Date, timezone: string) => Labels

/** Caches the offsets of time zones between turns. */
export function createLabelsFor(): LabelsFor {
  const zones = new Map<string, Calendar>()
  return (now, timezone) => {
    const calendar = zones.get(timezone) ?? createCalendar(timezone)
    zones.set(timezone, calendar)
    return createLabels(now, calendar)
  }
}

/** Local date and time in a time zone. */
type Calendar = Pick<Labels, 'date' | 'time'>

/**
 * Calling Intl for every line of a long past costs more than rendering it. The offset of a zone is the same for a whole day,
 * except when clocks change, so offsets and dates are cached by day.
 */
function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const offsets = new Map<number, number | undefined>()
  const dates = new Map<number, string>()
  const offsetAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at
  const learnOffset = (day: number) => {
    const [morning, night] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS - MINUTE_MS)]
    // Until the 1970s some zones had offsets with seconds, which this format does not show.
    const offset = morning === night && day >= FIRST_DAY_WITH_WHOLE_MINUTES ? morning : undefined
    offsets.set(day, offset)
    return offset
  }
  const toLocal = (at: number) => {
    const day = Math.floor(at / DAY_MS)
    const offset = offsets.get(day) ?? (offsets.has(day) ? undefined : learnOffset(day))
    return at + (offset ?? offsetAt(at))
  }
  return {
    date(at) {
      const day = Math.floor(toLocal(at.getTime()) / DAY_MS)
      const date = dates.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, 10)
      dates.set(day, date)
      return date
    },
    time(at) {
      const local = toLocal(at.getTime())
      const minute = Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
      return `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}`
    },
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const FIRST_DAY_WITH_WHOLE_MINUTES = Math.floor(Date.UTC(1975, 0, 1) / DAY_MS)
/** "00" to "59", because formatting them for every line takes longer. */
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

function createLabels(now: Date, { date, time }: Calendar): Labels {
  const today = dayNumber(date(now))
  const daysAgo = (at: Date) => Math.max(0, today - dayNumber(date(at)))
  return {
    time,
    date,
    moment: (at) => `${date(at)} ${time(at)}`,
    ago: (at) => describeDaysAgo(daysAgo(at)),
    daysAgo,
    weekday: (at) => weekdays[new Date(`${date(at)}T00:00:00Z`).getUTCDay()] ?? '',
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Calendar days, as people count them, not spans of 24 hours. */
function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}

function describeDaysAgo(days: number): string {
  if (days === 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  if (days < 14) return `${days} days ago`
  if (days < 60) return `${Math.round(days / 7)} weeks ago`
  if (days < 730) return `${Math.round(days / 30.44)} months ago`
  return `${Math.round(days / 365.25)} years ago`
}
