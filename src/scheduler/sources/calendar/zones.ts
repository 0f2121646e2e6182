import { instantOf, isZone, wallAt } from '../../../lib/time/zone.ts'
import type { CalendarBlock } from './blocks.ts'
import { readProperties, readText, readWrittenDates, type WrittenDate } from './property.ts'
import { type Budget, occurrences } from './recurrence.ts'
import { windowsZones } from './windows-zones.ts'

/** Converts between local times and instants. Both are in milliseconds; local times as if they were UTC. */
export interface Zone {
  instant(wall: number): number
  wall(instant: number): number
}

export interface Zones {
  /** The zone of a date. Without one, the person's zone applies. */
  of(date: Pick<WrittenDate, 'isUtc' | 'isDate' | 'tzid'>): Zone
}

const MAX_ZONES = 200
/** The steps for the rules of all zones, because one appointment may name many. A real zone needs a few hundred. */
const MAX_STEPS = 20_000
const TWO_YEARS_MS = 2 * 366 * 86_400_000

/**
 * Finds a zone by its name, even if a program wrote a prefix before it. If this machine does not know the name, the rules
 * in the calendar apply, then the Windows names, and finally the person's zone.
 */
export function createZones(blocks: CalendarBlock[], home: string, near: number): Zones {
  const budget: Budget = { left: MAX_STEPS }
  const cache = new Map<string, Zone>()
  const definitions = new Map(
    blocks
      .filter(({ kind }) => kind === 'VTIMEZONE')
      .slice(0, MAX_ZONES)
      .map((block) => [readText(block, 'TZID'), block]),
  )
  const homeZone = namedZone(home)
  const utc: Zone = { instant: (wall) => wall, wall: (instant) => instant }
  return {
    of({ isUtc, isDate, tzid }) {
      if (isUtc) return utc
      // A date without a time, such as a birthday, applies in the zone of the person.
      if (isDate || tzid === undefined) return homeZone
      const zone = cache.get(tzid) ?? find(tzid)
      cache.set(tzid, zone)
      return zone
    },
  }

  function find(tzid: string): Zone {
    const [tail = ''] = /(?<![\w+/-])[\w+/-]+$/.exec(tzid) ?? []
    const [name] = /[A-Z][a-z]+\/.+/.exec(tail) ?? [tzid]
    if (isZone(name)) return namedZone(name)
    const block = definitions.get(tzid)
    const windows = windowsZones.get(tzid)
    return (block && zoneFromRules(block, near, budget)) ?? (windows === undefined ? homeZone : namedZone(windows))
  }
}

function namedZone(name: string): Zone {
  return {
    instant(wall) {
      const at = new Date(wall)
      const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
      const time = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }
      return instantOf({ year, month, day, ...time }, name).getTime()
    },
    wall(instant) {
      const { year, month, day, hour, minute, second } = wallAt(new Date(instant), name)
      return Date.UTC(year, month - 1, day, hour, minute, second)
    },
  }
}

interface Change {
  at: number
  to: number
}

/** A zone defined by the rules of the calendar itself, evaluated only around the given moment. */
function zoneFromRules(block: CalendarBlock, near: number, budget: Budget): Zone | undefined {
  const changes = block.parts.flatMap((part) => readChanges(part, near, budget)).toSorted((a, b) => a.at - b.at)
  const first = changes[0]
  if (!first) return undefined
  const offsetAt = (instant: number) => (changes.findLast(({ at }) => at <= instant) ?? first).to
  return {
    // The offset differs before and after a change. The first guess is wrong by an hour or two at most.
    instant: (wall) => wall - offsetAt(wall - offsetAt(wall)),
    wall: (instant) => instant + offsetAt(instant),
  }
}

function readChanges(part: CalendarBlock, near: number, budget: Budget): Change[] {
  const [start] = readWrittenDates(part, 'DTSTART')
  const [from, to] = [readOffsetMs(part, 'TZOFFSETFROM'), readOffsetMs(part, 'TZOFFSETTO')]
  if (!start || from === undefined || to === undefined) return []
  const window = { from: near - TWO_YEARS_MS, until: near + TWO_YEARS_MS }
  const rules = readProperties(part, 'RRULE').slice(0, 3)
  const walls = rules.flatMap(({ values }) =>
    occurrences({ rule: String(values[0]), start, toWall: ({ wall }) => wall + from }, window, budget, 10),
  )
  const moreWalls = readWrittenDates(part, 'RDATE').map(({ wall }) => wall)
  return [start.wall, ...moreWalls, ...walls].map((wall) => ({ at: wall - from, to }))
}

function readOffsetMs(part: CalendarBlock, name: string): number | undefined {
  const [offset] = readProperties(part, name)[0]?.values ?? []
  const seconds = (offset as { toSeconds?(): number } | undefined)?.toSeconds?.()
  return seconds === undefined || Number.isNaN(seconds) ? undefined : seconds * 1000
}
