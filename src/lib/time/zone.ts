/** A date and time as a wall clock shows it in a time zone. */
export interface Wall {
  year: number
  /** 1 is January. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Whether the system knows a zone of this name, such as Europe/Berlin. */
export function isZone(name: string): boolean {
  try {
    return Boolean(formatOf(name))
  } catch {
    return false
  }
}

/** The zone that somebody means: "Europe/Berlin", "europe/berlin", or just a city such as "New York". */
export function findZone(words: string): string | undefined {
  const name = words.trim().replace(/\s+/g, '_').toLowerCase()
  const all = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, key: zone.toLowerCase() }))
  const found = all.find(({ key }) => key === name) ?? all.find(({ key }) => key.endsWith(`/${name}`))
  if (found) return found.zone
  const isName = /^[a-z]/i.test(words) && isZone(words.trim())
  return isName ? words.trim() : undefined
}

/** The wall time at an instant. */
export function wallAt(at: Date, timezone: string): Wall {
  // "3/14/2026, 14:32:05"
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = formatOf(timezone)
    .format(at)
    .split(/\D+/)
    .map(Number)
  return { year, month, day, hour, minute, second }
}

/**
 * The instant of a wall time. A time that is skipped because clocks go forward gives the first instant after the gap; a
 * time that occurs twice gives the first. Days and months may overflow: January 32 is February 1.
 */
export function instantOf(wall: Wall, timezone: string): Date {
  const asUtc = utcOf(wall)
  // No zone is more than a day from UTC, so only the offsets a day before and after are possible.
  const before = offsetAt(asUtc - DAY_MS, timezone)
  const after = offsetAt(asUtc + DAY_MS, timezone)
  const [first, last] = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)]
  if (offsetAt(first, timezone) === asUtc - first) return new Date(first)
  if (offsetAt(last, timezone) === asUtc - last) return new Date(last)
  return firstAfterGap(first, last, timezone)
}

/** How many milliseconds the wall clock is ahead of UTC. */
function offsetAt(at: number, timezone: string): number {
  return utcOf(wallAt(new Date(at), timezone)) - Math.floor(at / 1000) * 1000
}

function utcOf({ year, month, day, hour, minute, second }: Wall): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The clock goes forward between the two instants; finds the second by bisection. */
function firstAfterGap(before: number, after: number, timezone: string): Date {
  const offsetBefore = offsetAt(before, timezone)
  let [low, high] = [before, after]
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetAt(middle, timezone) === offsetBefore) low = middle
    else high = middle
  }
  return new Date(high)
}

const DAY_MS = 86_400_000

/** Creating a formatter costs twenty times as much as using it, and people live in few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_CACHED_FORMATS = 50

function formatOf(timezone: string): Intl.DateTimeFormat {
  const cached = formats.get(timezone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= MAX_CACHED_FORMATS) formats.clear()
  formats.set(timezone, format)
  return format
}
