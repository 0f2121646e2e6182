import { wholeBefore } from '../../../lib/text/text.ts'
import { type OpenBlock, readLines, type SourceLine } from './source-lines.ts'

/** Characters of one message. The server takes 32,000; this is what people like to read in one piece. */
export const TEXT_LIMIT = 8000

/** Whether a link is cut is seen from what follows. */
const LONGEST_PHRASE = 1000

/** Room for what is written around a cut in code or in a table. */
const SMALLEST_LIMIT = 64

/**
 * Parts that are Markdown each. They add up to the text, but for white space around a cut between blocks, the marks that
 * close and open a block of code again, the repeated head of a table, and the indentation of code that goes on.
 */
export function splitMarkdown(text: string, limit = TEXT_LIMIT): string[] {
  const most = Math.max(SMALLEST_LIMIT, limit)
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const { at, inside: block } = placeToCut(rest, most)
    // Marks of hundreds of characters are somebody's joke, and would leave no room for what they hold.
    const inside = block && block.reopen.length < at / 2 ? block : undefined
    const head = rest.slice(0, at)
    const tail = rest.slice(at)
    parts.push(inside?.close ? `${head.replace(/\n$/, '')}\n${inside.close}` : head.trimEnd())
    rest = inside ? inside.reopen + outdented(tail, inside) : tail.replace(/^(?:[^\S\n]*\n)+/, '')
  }
  return [...parts, rest].filter((part) => part.trim() !== '')
}

interface Cut {
  at: number
  inside: OpenBlock | undefined
}

/** The nearer to a seam the better; one near the beginning would leave a stump, and a later, weaker one reads better. */
function placeToCut(text: string, most: number): Cut {
  const lines = readLines(text).filter(({ start }) => start <= most)
  const cuts = lines.flatMap((line, at) => (at === 0 || !fits(line, most) ? [] : [{ line, before: lines[at - 1] }]))
  for (const [isSeam, least] of seams) {
    const found = cuts.findLast(({ line, before }) => line.start > most * least && isSeam(line, before))
    if (found) return { at: found.line.start, inside: found.line.inside }
  }
  const long = lines.findLast(({ start }) => start < most / 2) ?? { start: 0, text, inside: undefined }
  return { at: insideLine(text, long, most), inside: long.inside }
}

function fits({ start, inside }: SourceLine, most: number): boolean {
  return start + (inside?.close.length ?? 0) <= most && start > (inside?.reopen.length ?? 0)
}

type Seam = [isSeam: (line: SourceLine, before: SourceLine | undefined) => boolean, least: number]

const seams: Seam[] = [
  [({ inside, text }, before) => !inside && /^\S/.test(text) && before?.text.trim() === '', 1 / 4],
  [({ inside, text }) => !inside && /^\S/.test(text), 1 / 3],
  // The server takes away what a message begins with if it cannot be seen: an indented line would lose its place.
  [({ inside }) => !inside, 1 / 2],
  [() => true, 1 / 2],
]

/** After a sentence, a word, else anywhere between two characters; not inside a link or code, if it can be helped. */
function insideLine(text: string, { inside, start }: SourceLine, limit: number): number {
  const most = limit - 1 - (inside?.close.length ?? 0)
  const shown = text.slice(0, most)
  const line = inside ? '' : text.slice(start, most + LONGEST_PHRASE)
  const phrases = [...line.matchAll(phrase)].map(({ index, 0: { length } }) => [index, length])
  const isWhole = (at: number) =>
    phrases.every(([from = 0, length = 0]) => at <= start + from || at >= start + from + length)
  const anywhere = () => true
  const tries: [RegExp, (at: number) => boolean][] = [
    ...(inside ? [] : [sentence, pause, word]).map((mark): [RegExp, typeof isWhole] => [mark, isWhole]),
    [word, anywhere],
  ]
  for (const [mark, isAllowed] of tries) {
    const ends = [...shown.matchAll(mark)].map(({ index, 0: { length } }) => index + length)
    const at = ends.findLast(isAllowed) ?? 0
    if (at > most / 2) return at
  }
  return Math.max(1, wholeBefore(text, most))
}

const sentence = /[.!?…]["'”’)]*\s+|[。！？｡][”’」』）】"')]*\s*/g
const pause = /[、，；：]\s*/g
// Not the space that a line begins with: in code it is not for show.
const word = /(?<=\S)[^\S\n]+/g
const phrase = /`[^`\n]+`|!?\[[^[\]\n]*\]\([^)[\n]*\)|<?https?:\/\/\S+|\*\*[^*\n]+\*\*/g

/** Code in a list goes on at the margin: what it was indented by is not there to hold it. */
function outdented(text: string, { indent, reopen }: OpenBlock): string {
  if (indent.trim() !== '' || indent === '') return text
  const lead = new RegExp(`^ {1,${indent.length}}`)
  const lines = readLines(reopen + text).slice(1)
  const end = lines.findIndex(({ inside }) => !inside)
  const isOf = (at: number) => end === -1 || at < end
  return lines.map((line, at) => (isOf(at) ? line.text.replace(lead, '') : line.text)).join('\n')
}
