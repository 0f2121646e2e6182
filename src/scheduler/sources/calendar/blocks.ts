import { setImmediate as others } from 'node:timers/promises'

/** What stands between BEGIN and END: its lines, unfolded, and the blocks within it. */
export interface CalendarBlock {
  kind: string
  lines: string[]
  parts: CalendarBlock[]
}

/** Of one block, in characters; a series with a thousand exceptions has as many. */
const LARGEST_BLOCK = 50_000
const MOST_PARTS = 20
const LONGEST_LINE = 4000
const MOST_BLOCKS = 50_000
const TURN = 4000

/** Lines that say when, what and where; a calendar is mostly others (who comes, pictures, alarms). */
const wanted =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|UID|SUMMARY|LOCATION|DESCRIPTION|STATUS|URL|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/**
 * The events and time zones of a calendar. Cut into blocks before any of it is understood, so that one that is broken
 * spoils no other, and only those that matter are read further. Undefined where it is no calendar.
 */
export async function readBlocks(text: string): Promise<CalendarBlock[] | undefined> {
  const found: CalendarBlock[] = []
  const open: CalendarBlock[] = []
  let isCalendar = false
  let count = 0
  let room = 0
  for (const line of unfolded(text)) {
    if (++count % TURN === 0) await others()
    const [, edge = '', kind = ''] = /^(BEGIN|END):\s*([\w-]{1,40})\s*$/i.exec(line) ?? []
    const at = open.at(-1)
    if (edge === '') {
      if (!at || room < line.length || !wanted.test(line)) continue
      room -= line.length
      at.lines.push(line)
    } else if (kind.toUpperCase() === 'VCALENDAR') {
      isCalendar = true
      // Whatever was not closed before it is broken.
      open.length = 0
    } else if (edge.toUpperCase() === 'BEGIN') {
      begin(kind.toUpperCase())
    } else if (at?.kind === kind.toUpperCase()) {
      open.pop()
    }
  }
  return isCalendar ? found.filter((block) => !open.includes(block)) : undefined

  function begin(kind: string): void {
    // An event within an event is one whose end was forgotten.
    if (kind === 'VEVENT' || kind === 'VTIMEZONE') {
      open.length = 0
      room = LARGEST_BLOCK
    }
    const block: CalendarBlock = { kind, lines: [], parts: [] }
    const around = open.at(-1)
    if (around && around.parts.length < MOST_PARTS) around.parts.push(block)
    if (!around && found.length < MOST_BLOCKS && /^(VEVENT|VTIMEZONE)$/.test(kind)) found.push(block)
    if (open.length < 5) open.push(block)
  }
}

/** A line goes on in the next one where that begins with a blank. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  let at = 0
  while (at < text.length) {
    const end = endOfLine(text, at)
    const isMore = text[at] === ' ' || text[at] === '\t'
    const piece = text.slice(at + (isMore ? 1 : 0), Math.min(end, at + LONGEST_LINE)).replace(/\r$/, '')
    if (isMore) {
      if (line.length < LONGEST_LINE) line += piece
    } else {
      yield line
      line = piece
    }
    at = end + 1
  }
  yield line
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
