// When a cron line is due, found out the slow way: every minute of a stretch of time is looked at, with what Intl says the
// wall shows then. It shares nothing with the code under test, and reads cron lines by itself.

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** What the wall shows in each minute of a stretch, as if it were a minute of UTC. */
export interface WallTable {
  from: number
  shown: Int32Array
}

/** Clocks are set at a quarter of an hour only, in all zones of today; with `each` 1 not even that is taken for granted. */
export function wallTable(zone: string, from: string, until: string, each = 15): WallTable {
  const begin = Date.parse(from)
  const shown = new Int32Array((Date.parse(until) - begin) / MINUTE_MS)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  for (let i = 0; i < shown.length; i += each) {
    const wall = Date.parse(`${format.format(begin + i * MINUTE_MS).replace(' ', 'T')}Z`) / MINUTE_MS
    for (let j = 0; j < each; j++) shown[i + j] = wall + j
  }
  return { from: begin, shown }
}

/** The minutes at which the clocks were set, as instants. */
export function settings({ from, shown }: WallTable): number[] {
  const found: number[] = []
  for (let i = 1; i < shown.length; i++)
    if ((shown[i] ?? 0) - (shown[i - 1] ?? 0) !== 1) found.push(from + i * MINUTE_MS)
  return found
}

/**
 * All instants of a line from one on, at most so many and up to another. Each minute on the wall is due once: those
 * that were shown already are not due again, those that were left out are due with the first one after them. A line of all
 * hours is due again in what is shown again.
 */
export function firesIn(
  table: WallTable,
  line: string,
  begin = table.from,
  most = Number.POSITIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): number[] {
  const isDue = lineReader(line)
  const isEveryHour = numbersIn(line.split(' ')[1] ?? '', 0, 23).size === 24
  const fires: number[] = []
  const start = Math.ceil((begin - table.from) / MINUTE_MS)
  // What was shown before the start, so that the second pass of an overlap is known as such.
  let latest = 0
  for (let i = Math.max(0, start - DAY_MINUTES); i < start; i++) latest = Math.max(latest, table.shown[i] ?? 0)
  const stop = Math.min(table.shown.length, (until - table.from) / MINUTE_MS)
  for (let i = start; i < stop && fires.length < most; i++) {
    const now = table.shown[i] ?? 0
    if (latest === 0) latest = now - 1
    let isAny = isEveryHour && latest >= now && isDue(now)
    for (; latest < now; latest++) if (isDue(latest + 1)) isAny = true
    if (isAny) fires.push(table.from + i * MINUTE_MS)
  }
  return fires
}

/** For lines of numbers, stars, ranges, steps and lists. */
function lineReader(line: string): (minute: number) => boolean {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = line.split(' ')
  const isTime = new Uint8Array(DAY_MINUTES)
  for (const hour of numbersIn(hours, 0, 23))
    for (const minute of numbersIn(minutes, 0, 59)) isTime[hour * 60 + minute] = 1
  const isDay = numbersIn(days, 1, 31)
  const isMonth = numbersIn(months, 1, 12)
  const isWeekday = numbersIn(weekdays, 0, 7)
  if (isWeekday.has(7)) isWeekday.add(0)
  const isEither = !days.startsWith('*') && !weekdays.startsWith('*')
  const known = { day: -1, isDue: false }
  return (minute) => {
    if (isTime[minute % DAY_MINUTES] === 0) return false
    const day = Math.floor(minute / DAY_MINUTES)
    if (known.day !== day) {
      const date = new Date(minute * MINUTE_MS)
      const [ofMonth, ofWeek] = [isDay.has(date.getUTCDate()), isWeekday.has(date.getUTCDay())]
      const isDate = isEither ? ofMonth || ofWeek : ofMonth && ofWeek
      known.day = day
      known.isDue = isDate && isMonth.has(date.getUTCMonth() + 1)
    }
    return known.isDue
  }
}

function numbersIn(field: string, min: number, max: number): Set<number> {
  const found = new Set<number>()
  for (const token of field.split(',')) {
    const [range = '', step = '1'] = token.split('/')
    const [from, to] = range === '*' ? [min, max] : range.split('-').map(Number)
    for (let number = from ?? 0; number <= (to ?? from ?? 0); number += Number(step)) found.add(number)
  }
  return found
}
