import { linesOf } from '../../../lib/text/line-splitter.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import type { ParsedLine } from '../../../store/messages/import-messages.ts'
import { hashOf, type ImportFormat, type ImportSource, lineOf, nameOf } from './import-format.ts'

/** "31.12.23, 21:41 - ", "[12/31/23, 9:41:05 PM] ", "2023-12-31, 21:41 - ": the phone's language decides. */
const stampPattern =
  /^\[?(?<first>\d{1,4})[./-](?<second>\d{1,2})[./-](?<third>\d{1,4}),? (?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<seconds>\d{2}))?(?: ?(?<half>[AaPp])\.? ?[Mm]\.?)?(?:\] | - )/
const MAX_STAMP_CHARS = 60
const MAX_SENDER_CHARS = 100
/** Longer messages are cut. */
const MAX_MESSAGE_CHARS = 200_000

type Stamp = Partial<Record<'first' | 'second' | 'third' | 'hour' | 'minute' | 'seconds' | 'half', string>>

/** Which of the numbers of a date is the month. */
type DateOrder = 'day first' | 'month first'

interface OpenMessage {
  line: number
  stampText: string
  stamp: Stamp
  sender: string
  text: string
}

/** The text file of "Export chat". It has neither ids nor a zone: times are taken as those of this machine. */
export const whatsapp: ImportFormat = {
  name: 'WhatsApp',
  hasNames: true,
  // The first line may be one of the app itself, and the export of an empty chat has no other.
  matches: (head) => splitStamp(head.slice(0, MAX_STAMP_CHARS)) !== undefined,
  async *read(source) {
    const { order, title, firstLine } = await survey(source)
    const chat = { program: 'whatsapp', id: hashOf(firstLine), title }
    const nextId = createIds()
    for await (const found of messagesOf(source)) {
      const lines = found.map(({ line, stampText, stamp, sender, text }): ParsedLine | undefined => {
        const id = nextId(stampText, `${sender}\n${text}`)
        const message = { chat, id, at: timeOf(stamp, order), from: sender, text }
        return lineOf(message, messages.places.line(line), source.now)
      })
      yield lines
    }
  },
}

/** Equal messages of the same minute are told apart by their number, so the same file gives the same ids again. */
function createIds(): (stamp: string, content: string) => string {
  let minute = ''
  let counts = new Map<string, number>()
  return (stamp, content) => {
    if (stamp !== minute) counts = new Map()
    minute = stamp
    const hash = hashOf(`${stamp}${content}`)
    const count = (counts.get(hash) ?? 0) + 1
    counts.set(hash, count)
    return count === 1 ? hash : `${hash}-${count}`
  }
}

const MAX_NAMES_IN_TITLE = 4

interface Survey {
  order: DateOrder
  /** The names in the chat. */
  title: string
  firstLine: string
}

/** A date such as 3/4/23 can be read only with the others of the file. */
async function survey(source: ImportSource): Promise<Survey> {
  const names = new Set<string>()
  let firstLine = ''
  let largestFirst = 0
  let largestSecond = 0
  let looksAmerican = false
  for await (const found of messagesOf(source)) {
    for (const { stampText, stamp, sender, text } of found) {
      if (firstLine === '') firstLine = `${stampText}${sender}: ${text}`
      if (names.size <= MAX_NAMES_IN_TITLE) names.add(nameOf(sender))
      largestFirst = Math.max(largestFirst, Number(stamp.first))
      largestSecond = Math.max(largestSecond, Number(stamp.second))
      looksAmerican ||= stamp.half !== undefined && stampText.includes('/')
    }
  }
  const isMonthFirst = largestFirst <= 12 && (largestSecond > 12 || looksAmerican)
  const listed = [...names].slice(0, MAX_NAMES_IN_TITLE).join(', ')
  const title = names.size > MAX_NAMES_IN_TITLE ? `${listed}, …` : listed
  return { order: isMonthFirst ? 'month first' : 'day first', title, firstLine }
}

/** A line without a stamp belongs to the message above it. */
async function* messagesOf(source: ImportSource): AsyncGenerator<OpenMessage[]> {
  let open: OpenMessage | undefined
  let number = 0
  for await (const lines of linesOf(source.open(), MAX_MESSAGE_CHARS)) {
    const found: OpenMessage[] = []
    for (const line of lines) {
      number++
      const split = splitStamp(line)
      if (!split) {
        if (open && open.text.length < MAX_MESSAGE_CHARS) open.text += `\n${line}`
        continue
      }
      if (open) found.push(open)
      open = openMessage(split, number)
    }
    yield found
  }
  if (open) yield [open]
}

interface SplitLine {
  stampText: string
  stamp: Stamp
  rest: string
}

/** Marks of direction before it and the kind of space in it depend on the phone. */
function splitStamp(line: string): SplitLine | undefined {
  const markCount = /^[\u200e\u200f]{0,4}/.exec(line)?.[0].length ?? 0
  const start = line.slice(markCount, markCount + MAX_STAMP_CHARS).replace(/[\u00a0\u202f]/g, ' ')
  const match = stampPattern.exec(start)
  if (!match?.groups) return undefined
  const [stampText] = match
  return { stampText, stamp: match.groups, rest: line.slice(markCount + stampText.length) }
}

/** Undefined for lines of the app itself: who joined, what was left out, that messages are encrypted. */
function openMessage({ stampText, stamp, rest }: SplitLine, line: number): OpenMessage | undefined {
  const colon = rest.indexOf(': ')
  if (colon <= 0 || colon > MAX_SENDER_CHARS) return undefined
  const text = rest.slice(colon + 2)
  if (text.startsWith('\u200e') || /^<[^<>]{1,60}>$/.test(text)) return undefined
  return { line, stampText, stamp, sender: rest.slice(0, colon), text }
}

/** Undefined if there is no such day or time. */
function timeOf(stamp: Stamp, order: DateOrder): Date | undefined {
  const [first, second, third] = [Number(stamp.first), Number(stamp.second), Number(stamp.third)]
  const isYearFirst = (stamp.first ?? '').length === 4
  const year = isYearFirst ? first : third
  const [month, day] = isYearFirst ? [second, third] : order === 'day first' ? [second, first] : [first, second]
  const hour = stamp.half === undefined ? Number(stamp.hour) : (Number(stamp.hour) % 12) + (isAfternoon(stamp) ? 12 : 0)
  const minute = Number(stamp.minute)
  const seconds = Number(stamp.seconds ?? 0)
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || seconds > 59) return undefined
  const time = new Date(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, seconds)
  return time.getDate() === day ? time : undefined
}

const isAfternoon = ({ half }: Stamp) => half?.toLowerCase() === 'p'
