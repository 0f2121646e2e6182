import type { Line } from '../../../wire.ts'
import { startOfDay } from './day.ts'

/** One entry of a conversation as it was stored: a line, or the day that begins with it. */
export type Entry = { key: string; day: number } | { key: string; line: Line }

export function entriesOf(lines: Line[]): Entry[] {
  const entries: Entry[] = []
  let day = 0
  for (const line of lines) {
    const itsDay = startOfDay(line.at)
    if (itsDay !== day) entries.push({ key: `day:${itsDay}`, day: itsDay })
    day = itsDay
    entries.push({ key: `line:${line.id}`, line })
  }
  return entries
}
