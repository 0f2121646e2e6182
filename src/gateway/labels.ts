/** How moments are told to a model: the date and time where the person is, and how long ago that was. */
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

/** Keeps a formatter for every zone: building one costs more than telling a hundred moments with it. */
export function createLabelsFor(): LabelsFor {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (now, timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { ...shortStyle, timeZone })
    formats.set(timeZone, format)
    return createLabels(now, format)
  }
}

const shortStyle = { dateStyle: 'short', timeStyle: 'short' } as const

function createLabels(now: Date, format: Intl.DateTimeFormat): Labels {
  const known = new Map<number, string>()
  const moment = (at: Date) => {
    const text = known.get(at.getTime()) ?? format.format(at)
    known.set(at.getTime(), text)
    return text
  }
  const date = (at: Date) => moment(at).slice(0, 10)
  const today = dayNumber(date(now))
  const daysAgo = (at: Date) => Math.max(0, today - dayNumber(date(at)))
  return {
    time: (at) => moment(at).slice(11),
    date,
    moment,
    ago: (at) => agoWords(daysAgo(at)),
    daysAgo,
    weekday: (at) => weekdays[new Date(`${date(at)}T00:00:00Z`).getUTCDay()] ?? '',
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Days as people count them: by the calendar, not in spans of 24 hours. */
function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
}

function agoWords(days: number): string {
  if (days === 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  if (days < 14) return `${days} days ago`
  if (days < 60) return `${Math.round(days / 7)} weeks ago`
  if (days < 730) return `${Math.round(days / 30.44)} months ago`
  return `${Math.round(days / 365.25)} years ago`
}
