import { setImmediate as others } from 'node:timers/promises'

/** The content between BEGIN and END: its unfolded lines and the blocks inside it. */
export interface CalendarBlock {
  kind: string
  lines: string[]
  parts: CalendarBlock[]
}

/** The longest block, in characters: enough for a series with a thousand exceptions. */
const LARGEST_BLOCK = 50_000
const MAX_PARTS = 20
const MAX_LINE_CHARS = 4000
const MAX_BLOCKS = 50_000
const TURN = 4000

/** Only lines about when, what and where are kept. Most of a calendar is about other things (guests, pictures, alarms). */
const wanted =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|UID|SUMMARY|LOCATION|DESCRIPTION|STATUS|URL|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/**
 * The events and time zones of a calendar. The text is split into blocks before anything is parsed, so that a broken block
 * does not affect the others, and only relevant blocks are parsed. Undefined if the text is not a calendar.
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
      // A block that was not closed before is broken.
      open.length = 0
    } else if (edge.toUpperCase() === 'BEGIN') {
      begin(kind.toUpperCase())
    } else if (at?.kind === kind.toUpperCase()) {
      open.pop()
    }
  }
  return isCalendar ? found.filter((block) => !open.includes(block)) : undefined

  function begin(kind: string): void {
    // An event inside an event means that the END of the outer one is missing.
    if (kind === 'VEVENT' || kind === 'VTIMEZONE') {
      open.length = 0
      room = LARGEST_BLOCK
    }
    const block: CalendarBlock = { kind, lines: [], parts: [] }
    const around = open.at(-1)
    if (around && around.parts.length < MAX_PARTS) around.parts.push(block)
    if (!around && found.length < MAX_BLOCKS && /^(VEVENT|VTIMEZONE)$/.test(kind)) found.push(block)
    if (open.length < 5) open.push(block)
  }
}

/** A line that begins with a blank continues the line before it. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  let at = 0
  while (at < text.length) {
    const end = endOfLine(text, at)
    const isMore = text[at] === ' ' || text[at] === '\t'
    const piece = text.slice(at + (isMore ? 1 : 0), Math.min(end, at + MAX_LINE_CHARS)).replace(/\r$/, '')
    if (isMore) {
      if (line.length < MAX_LINE_CHARS) line += piece
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
