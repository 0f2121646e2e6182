import type { LineStory } from '../../../wire/line-wire.ts'
import type { Line } from '../../../wire/wire.ts'
import { startOfDay } from './day.ts'

/** One entry of a conversation as it was stored: a line, the day that begins with it, or what else does. */
export type Entry =
  | { key: string; day: number }
  | { key: string; line: Line }
  /** Another thread of the chat; where none is named, another conversation. */
  | { key: string; turning: LineStory['lane'] | 'root' | undefined }

export function entriesOf(lines: Line[]): Entry[] {
  const entries: Entry[] = []
  let day = 0
  let lane = nameOf(lines[0])
  const conversations = new Map<string, number>()
  for (const line of lines) {
    const itsDay = startOfDay(line.at)
    const isNewDay = itsDay !== day
    if (isNewDay) entries.push({ key: `day:${itsDay}`, day: itsDay })
    day = itsDay
    const itsLane = nameOf(line)
    const known = conversations.get(itsLane)
    if (itsLane !== lane) entries.push({ key: `lane:${line.id}`, turning: line.lane ?? 'root' })
    // A day is a break as it is: one mark is enough.
    else if (!isNewDay && known !== undefined && (line.conversation ?? known) !== known)
      entries.push({ key: `talk:${line.id}`, turning: undefined })
    lane = itsLane
    if (line.conversation !== undefined) conversations.set(itsLane, line.conversation)
    entries.push({ key: `line:${line.id}`, line })
  }
  return entries
}

function nameOf(line: Line | undefined): string {
  return line?.lane ? `${line.lane.kind} ${line.lane.name}` : ''
}
