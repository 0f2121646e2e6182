/** What a calendar and a clock on the wall show in a time zone. */
export interface Wall {
  year: number
  /** 1 is January. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** A name that the machine's tables know, such as Europe/Berlin. */
export function isZone(name: string): boolean {
  try {
    return Boolean(formatOf(name))
  } catch {
    return false
  }
}

/** What the wall shows at an instant. */
export function wallAt(at: Date, timezone: string): Wall {
  // "3/14/2026, 14:32:05"
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = formatOf(timezone)
    .format(at)
    .split(/\D+/)
    .map(Number)
  return { year, month, day, hour, minute, second }
}

/**
 * When the wall shows this. What it never shows, because the clocks go forward over it, is the first instant after that
 * gap; what it shows twice is the first of both. Days and months may overflow: the 32nd of January is the 1st of February.
 */
export function instantOf(wall: Wall, timezone: string): Date {
  const asUtc = utcOf(wall)
  // No zone is more than a day away from UTC: its offsets on both sides are the only two that can hold.
  const before = offsetAt(asUtc - DAY_MS, timezone)
  const after = offsetAt(asUtc + DAY_MS, timezone)
  const [first, last] = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)]
  if (offsetAt(first, timezone) === asUtc - first) return new Date(first)
  if (offsetAt(last, timezone) === asUtc - last) return new Date(last)
  return firstAfterGap(first, last, timezone)
}

/** How many milliseconds the wall is ahead of UTC. */
function offsetAt(at: number, timezone: string): number {
  return utcOf(wallAt(new Date(at), timezone)) - Math.floor(at / 1000) * 1000
}

function utcOf({ year, month, day, hour, minute, second }: Wall): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The clocks go forward after one instant and not after the other: at which second, found by halving. */
function firstAfterGap(before: number, after: number, timezone: string): Date {
  const old = offsetAt(before, timezone)
  let [low, high] = [before, after]
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetAt(middle, timezone) === old) low = middle
    else high = middle
  }
  return new Date(high)
}

const DAY_MS = 86_400_000

/** Making one costs twenty times as much as asking it; people live in few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 50

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(timezone, made)
  return made
}
