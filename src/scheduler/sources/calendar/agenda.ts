import { setImmediate as others } from 'node:timers/promises'
import { type Appointment, mayBeInWindow, readAppointment } from './appointment.ts'
import { type CalendarBlock, readBlocks } from './blocks.ts'
import type { WrittenDate } from './property.ts'
import { type Budget, occurrences } from './recurrence.ts'
import { createZones, type Zones } from './zones.ts'

/** One time that an appointment takes place. */
export interface Happening {
  appointment: Appointment
  from: Date
  until: Date
}

export interface AgendaQuery {
  from: Date
  until: Date
  /** The person's time zone. */
  timezone: string
}

/** The steps for all rules of one calendar. A large calendar needs a tenth of this. */
const MAX_STEPS = 150_000
/** The most occurrences of one series that are looked at and reported: one for each day of the longest window. */
const MAX_CHECKED = 500
const MAX_OCCURRENCES_LISTED = 40
const MAX_HAPPENINGS = 2000
const HOUR_MS = 3_600_000

export interface Agenda {
  happenings: Happening[]
  /** How many occurrences of very frequent series were left out. */
  leftOut: number
}

/** Everything that takes place in the window, in order. Undefined if the text is not a calendar. */
export async function readAgenda(text: string, query: AgendaQuery): Promise<Agenda | undefined> {
  const blocks = await readBlocks(text)
  if (!blocks) return undefined
  const budget: Budget = { left: MAX_STEPS }
  const zones = createZones(blocks, query.timezone, query.from.getTime())
  const events = blocks.filter(({ kind }) => kind === 'VEVENT')
  const nearby: CalendarBlock[] = []
  for (const [at, block] of events.entries()) {
    if (at % 1000 === 0) await others()
    if (mayBeInWindow(block, query)) nearby.push(block)
  }
  const versions = new Map<string, Appointment[]>()
  const moved = new Set<string>()
  for (const [at, block] of withOtherVersions(events, nearby).entries()) {
    if (at % 10 === 0 || block.lines.length > 50) await others()
    const appointment = readAppointment(block, zones)
    if (!appointment) continue
    const { uid, replaces } = appointment
    const instant = replaces && instantOf(replaces, zones)
    if (replaces) moved.add(`${uid} ${instant}`)
    const entry = uid === '' ? `no name ${at}` : `${uid} ${instant ?? 'all'}`
    versions.set(entry, keepNewest(versions.get(entry), appointment))
  }
  const happeningsFound: Happening[] = []
  let leftOut = 0
  for (const [at, appointment] of [...versions.values()].flat().entries()) {
    if (appointment.isCancelled) continue
    const isSeries = appointment.rules.length + appointment.excludedDates.length + appointment.extraDates.length > 0
    if (isSeries || at % 100 === 0) await others()
    const occurrencesOfOne = happenings(appointment, { asked: query, moved, zones, budget })
    const listed = occurrencesOfOne.slice(0, Math.min(MAX_OCCURRENCES_LISTED, MAX_HAPPENINGS - happeningsFound.length))
    leftOut += occurrencesOfOne.length - listed.length
    happeningsFound.push(...listed)
  }
  return { happenings: happeningsFound.toSorted((a, b) => a.from.getTime() - b.from.getTime()), leftOut }
}

/** The newest version of an entry may be outside of the window although an older version is inside. */
function withOtherVersions(events: CalendarBlock[], nearby: CalendarBlock[]): CalendarBlock[] {
  const moved = new Set(nearby.map(movedEntry))
  moved.delete(undefined)
  const nearbySet = new Set(nearby)
  return moved.size === 0 ? nearby : events.filter((block) => nearbySet.has(block) || moved.has(movedEntry(block)))
}

/** Identifies the series and the occurrence that a block describes, as written in the calendar. */
function movedEntry({ lines }: CalendarBlock): string | undefined {
  const line = (name: string) => lines.find((text) => text.toUpperCase().startsWith(name))
  const replaced = line('RECURRENCE-ID')
  return replaced === undefined ? undefined : `${line('UID') ?? ''} ${replaced}`
}

/** If a calendar has several versions of an entry, those with the highest SEQUENCE count (RFC 5545, 3.8.7.4). */
function keepNewest(versions: Appointment[] | undefined, next: Appointment): Appointment[] {
  const highest = versions?.[0]?.sequence ?? Number.NEGATIVE_INFINITY
  if (!versions || next.sequence > highest) return [next]
  if (next.sequence === highest) versions.push(next)
  return versions
}

interface WindowContext {
  asked: AgendaQuery
  /** Occurrences of a series that have an entry of their own. */
  moved: ReadonlySet<string>
  zones: Zones
  budget: Budget
}

function happenings(appointment: Appointment, { asked: query, moved, zones, budget }: WindowContext): Happening[] {
  const { uid, start, zone, lengthMs, rules, extraDates, excludedDates, replaces } = appointment
  // If clocks change within the window, its local times are wrong by an hour or two at most.
  const window = {
    from: zone.wall(query.from.getTime()) - lengthMs - 2 * HOUR_MS,
    until: zone.wall(query.until.getTime()) + 2 * HOUR_MS,
  }
  const toWall = (until: WrittenDate) => (until.isUtc ? zone.wall(until.wall) : until.wall)
  const repeated = rules.flatMap((rule) => occurrences({ rule, start, toWall }, window, budget, MAX_CHECKED))
  // Without a usable rule, the appointment takes place once, at its start.
  const walls = rules.length > 0 && (repeated.length > 0 || start.wall < window.from) ? repeated : [start.wall]
  const instants = new Set([
    ...walls.map((wall) => zone.instant(wall)),
    ...extraDates.map((date) => instantOf(date, zones)),
  ])
  const cancelled = new Set(excludedDates.map((date) => (date.isDate ? dayOf(date.wall) : instantOf(date, zones))))
  return [...instants]
    .filter((at) => !cancelled.has(at) && !cancelled.has(dayOf(zone.wall(at))))
    .filter((at) => replaces !== undefined || !moved.has(`${uid} ${at}`))
    .map((at) => ({ appointment, from: new Date(at), until: new Date(endOf(appointment, at)) }))
    .filter(({ from, until }) => from < query.until && (until > query.from || from >= query.from))
}

/** An all-day appointment ends with its day, however many hours that day has. */
function endOf({ start, zone, lengthMs }: Appointment, at: number): number {
  return start.isDate ? zone.instant(zone.wall(at) + lengthMs) : at + lengthMs
}

function instantOf(date: WrittenDate, zones: Zones): number {
  return zones.of(date).instant(date.wall)
}

function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
