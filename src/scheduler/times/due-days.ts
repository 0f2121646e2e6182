/** The days of a cron line, as node-cron lists them. */
export interface DueDays {
  /** 1 is January. */
  months: number[]
  /** Days of the month; also 'L' (the last), 'L-3' (three before it), '15W' (the working day nearest to the 15th) and 'LW'. */
  days: (number | string)[]
  /** 0 is Sunday; also '5L' (the last Friday of the month) and '1#2' (its second Monday). */
  weekdays: (number | string)[]
  /** Whether a matching day of the month or a matching weekday is enough; otherwise both must match. */
  isEither: boolean
}

/** Whether a date matches. `date` is midnight UTC of that date, whatever the zone of the job. */
export function isDueOn({ months, days, weekdays, isEither }: DueDays, date: Date): boolean {
  if (!months.includes(date.getUTCMonth() + 1)) return false
  const isDay = days.some((day) => (typeof day === 'number' ? day === date.getUTCDate() : isSpecialDay(day, date)))
  const isWeekday = weekdays.some((day) =>
    typeof day === 'number' ? day === date.getUTCDay() : isSpecialWeekday(day, date),
  )
  return isEither ? isDay || isWeekday : isDay && isWeekday
}

/** After 28 years, dates fall on the same weekdays again. */
export function isEverDue(due: DueDays): boolean {
  const until = Date.UTC(2029, 0, 1)
  for (let at = Date.UTC(2001, 0, 1); at < until; at += DAY_MS) if (isDueOn(due, new Date(at))) return true
  return false
}

const DAY_MS = 86_400_000

function isSpecialDay(token: string, date: Date): boolean {
  const last = lastDayOf(date)
  const [, offset] = /^L(?:-(\d+))?$/.exec(token) ?? []
  if (!token.endsWith('W')) return date.getUTCDate() === last - Number(offset ?? 0)
  const targetDay = token === 'LW' ? last : Number.parseInt(token, 10)
  return targetDay <= last && date.getUTCDate() === nearestWorkingDay(targetDay, last, date)
}

/** The nearest working day in the same month: the 3rd if the 1st is a Saturday, the last Friday if the last day is a Sunday. */
function nearestWorkingDay(targetDay: number, last: number, date: Date): number {
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), targetDay)).getUTCDay()
  if (weekday === 6) return targetDay === 1 ? 3 : targetDay - 1
  if (weekday === 0) return targetDay === last ? last - 2 : targetDay + 1
  return targetDay
}

function isSpecialWeekday(token: string, date: Date): boolean {
  if (date.getUTCDay() !== Number(token[0])) return false
  const day = date.getUTCDate()
  return token.endsWith('L') ? day + 7 > lastDayOf(date) : Math.ceil(day / 7) === Number(token.at(-1))
}

function lastDayOf(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
