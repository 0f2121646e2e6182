import { setImmediate as others } from 'node:timers/promises'

/** The content between BEGIN and END: its unfolded lines and the blocks inside it. */
export interface CalendarBlock {
  kind: string
  lines: string[]
  parts: CalendarBlock[]
}

/** The longest block, in characters: enough for a series with a thousand exceptions. */
const MAX_BLOCK_CHARS = 50_000
const MAX_PARTS = 20
const MAX_DEPTH = 5
const MAX_LINE_CHARS = 4000
const MAX_BLOCKS = 50_000
const LINES_PER_TURN = 4000

/** Only lines about when, what and where are kept. Most of a calendar is about other things (guests, pictures, alarms). */
const relevantLine =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|UID|SUMMARY|LOCATION|DESCRIPTION|STATUS|URL|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/**
 * The events and time zones of a calendar. The text is split into blocks before anything is parsed, so that a broken block
 * does not affect the others, and only relevant blocks are parsed. Undefined if the text is not a calendar.
 */
export async function readBlocks(text: string): Promise<CalendarBlock[] | undefined> {
  const blocks: CalendarBlock[] = []
  const openBlocks: CalendarBlock[] = []
  let isCalendar = false
  let count = 0
  let charsLeft = 0
  for (const line of unfoldLines(text)) {
    if (++count % LINES_PER_TURN === 0) await others()
    const [, edge = '', kind = ''] = /^(BEGIN|END):\s*([\w-]{1,40})\s*$/i.exec(line) ?? []
    const innermost = openBlocks.at(-1)
    if (edge === '') {
      if (!innermost || charsLeft < line.length || !relevantLine.test(line)) continue
      charsLeft -= line.length
      innermost.lines.push(line)
    } else if (kind.toUpperCase() === 'VCALENDAR') {
      isCalendar = true
      // A block that was not closed before is broken.
      openBlocks.length = 0
    } else if (edge.toUpperCase() === 'BEGIN') {
      begin(kind.toUpperCase())
    } else if (innermost?.kind === kind.toUpperCase()) {
      openBlocks.pop()
    }
  }
  return isCalendar ? blocks.filter((block) => !openBlocks.includes(block)) : undefined

  function begin(kind: string): void {
    // An event inside an event means that the END of the outer one is missing.
    if (kind === 'VEVENT' || kind === 'VTIMEZONE') {
      openBlocks.length = 0
      charsLeft = MAX_BLOCK_CHARS
    }
    const block: CalendarBlock = { kind, lines: [], parts: [] }
    const parent = openBlocks.at(-1)
    if (parent && parent.parts.length < MAX_PARTS) parent.parts.push(block)
    if (!parent && blocks.length < MAX_BLOCKS && /^(VEVENT|VTIMEZONE)$/.test(kind)) blocks.push(block)
    if (openBlocks.length < MAX_DEPTH) openBlocks.push(block)
  }
}

/** A line that begins with a blank continues the line before it. */
function* unfoldLines(text: string): Generator<string> {
  let line = ''
  let at = 0
  while (at < text.length) {
    const end = endOfLine(text, at)
    const isContinuation = text[at] === ' ' || text[at] === '\t'
    const piece = text.slice(at + (isContinuation ? 1 : 0), Math.min(end, at + MAX_LINE_CHARS)).replace(/\r$/, '')
    if (isContinuation) {
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
