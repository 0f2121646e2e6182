import ICAL from 'ical.js'
import type { CalendarBlock } from './blocks.ts'

/** One parsed line of a block. */
export interface Property {
  name: string
  tzid: string | undefined
  values: unknown[]
}

/** A date, or a date and a time, as written: milliseconds as if its zone were UTC. */
export interface WrittenDate {
  wall: number
  isDate: boolean
  isUtc: boolean
  tzid: string | undefined
}

/** All properties of this name. Lines that cannot be parsed are left out. */
export function readProperties({ lines }: CalendarBlock, name: string): Property[] {
  const matching = lines.filter(
    (line) => line.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(line[name.length] ?? ''),
  )
  return matching.flatMap((line) => {
    try {
      // Many programs write a date without VALUE=DATE.
      const property = new ICAL.Property(
        ICAL.parse.property(line.replace(/^([\w-]+):(\d{8})$/, '$1;VALUE=DATE:$2')) as never,
      )
      const tzid: unknown = property.getParameter('tzid')
      return { name, tzid: typeof tzid === 'string' && tzid !== '' ? tzid : undefined, values: property.getValues() }
    } catch {
      return []
    }
  })
}

export function readText(block: CalendarBlock, name: string): string {
  const [value] = readProperties(block, name)[0]?.values ?? []
  return typeof value === 'string' ? value : ''
}

/** All dates of the properties of this name. A period counts with its start. */
export function readWrittenDates(block: CalendarBlock, name: string): WrittenDate[] {
  return readProperties(block, name).flatMap(({ tzid, values }) =>
    values.flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value
      return time instanceof ICAL.Time ? (writtenDateOf(time, tzid) ?? []) : []
    }),
  )
}

export function writtenDateOf(time: InstanceType<typeof ICAL.Time>, tzid: string | undefined): WrittenDate | undefined {
  const wall = wallOf(time)
  if (Number.isNaN(wall)) return undefined
  return { wall, isDate: time.isDate, isUtc: time.zone === ICAL.Timezone.utcTimezone, tzid }
}

export function wallOf({ year, month, day, hour, minute, second }: InstanceType<typeof ICAL.Time>): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
