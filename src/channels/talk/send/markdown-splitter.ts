import { wholeBefore } from '../../../lib/text/text.ts'
import { type MarkdownLine, type OpenBlock, readMarkdownLines } from './markdown-lines.ts'

/** The server allows 32,000 characters; people prefer shorter messages. */
export const MAX_TALK_CHARS = 8000

/** How far we look ahead to see whether a cut would split a link. */
const MAX_PHRASE_CHARS = 1000

/** Leaves room for what is added around a cut. */
const MIN_LIMIT_CHARS = 64

/**
 * Splits Markdown into parts that are valid on their own. They add up to the text, except for white space around cuts,
 * the marks that close and reopen code blocks, repeated table heads and the indentation of continued code.
 */
export function splitMarkdown(text: string, limit = MAX_TALK_CHARS): string[] {
  const maxChars = Math.max(MIN_LIMIT_CHARS, limit)
  const parts: string[] = []
  let rest = text
  while (rest.length > maxChars) {
    const { at, inside: block } = findCut(rest, maxChars)
    // A fence of hundreds of characters would leave no room for the content, so it is not repeated.
    const inside = block && block.reopen.length < at / 2 ? block : undefined
    const head = rest.slice(0, at)
    const tail = rest.slice(at)
    parts.push(inside?.close ? `${head.replace(/\n$/, '')}\n${inside.close}` : head.trimEnd())
    rest = inside ? inside.reopen + removeIndent(tail, inside) : tail.replace(/^(?:[^\S\n]*\n)+/, '')
  }
  return [...parts, rest].filter((part) => part.trim() !== '')
}

interface CutPoint {
  at: number
  inside: OpenBlock | undefined
}

/** Prefers strong boundaries, but not near the beginning: a very short part reads worse than a weaker cut. */
function findCut(text: string, maxChars: number): CutPoint {
  const lines = readMarkdownLines(text).filter(({ start }) => start <= maxChars)
  const cuts = lines.flatMap((line, at) => (at === 0 || !fits(line, maxChars) ? [] : [{ line, before: lines[at - 1] }]))
  for (const [isSeam, minShare] of seams) {
    const bestCut = cuts.findLast(({ line, before }) => line.start > maxChars * minShare && isSeam(line, before))
    if (bestCut) return { at: bestCut.line.start, inside: bestCut.line.inside }
  }
  const longLine = lines.findLast(({ start }) => start < maxChars / 2) ?? { start: 0, text, inside: undefined }
  return { at: findCutInLine(text, longLine, maxChars), inside: longLine.inside }
}

function fits({ start, inside }: MarkdownLine, maxChars: number): boolean {
  return start + (inside?.close.length ?? 0) <= maxChars && start > (inside?.reopen.length ?? 0)
}

type Seam = [isSeam: (line: MarkdownLine, before: MarkdownLine | undefined) => boolean, least: number]

const seams: Seam[] = [
  [({ inside, text }, before) => !inside && /^\S/.test(text) && before?.text.trim() === '', 1 / 4],
  [({ inside, text }) => !inside && /^\S/.test(text), 1 / 3],
  // The server trims the start of a message, so an indented line would lose its indentation.
  [({ inside }) => !inside, 1 / 2],
  [() => true, 1 / 2],
]

/** After a sentence or a word, else between two characters, and if possible not inside a link or code. */
function findCutInLine(text: string, { inside, start }: MarkdownLine, limit: number): number {
  const maxChars = limit - 1 - (inside?.close.length ?? 0)
  const candidateText = text.slice(0, maxChars)
  const line = inside ? '' : text.slice(start, maxChars + MAX_PHRASE_CHARS)
  const phrases = [...line.matchAll(phrase)].map(({ index, 0: { length } }) => [index, length])
  const isOutsidePhrases = (at: number) =>
    phrases.every(([from = 0, length = 0]) => at <= start + from || at >= start + from + length)
  const anywhere = () => true
  const attempts: [RegExp, (at: number) => boolean][] = [
    ...(inside ? [] : [sentence, pause, word]).map((mark): [RegExp, typeof isOutsidePhrases] => [
      mark,
      isOutsidePhrases,
    ]),
    [word, anywhere],
  ]
  for (const [mark, isAllowed] of attempts) {
    const ends = [...candidateText.matchAll(mark)].map(({ index, 0: { length } }) => index + length)
    const at = ends.findLast(isAllowed) ?? 0
    if (at > maxChars / 2) return at
  }
  return Math.max(1, wholeBefore(text, maxChars))
}

const sentence = /[.!?…]["'”’)]*\s+|[。！？｡][”’」』）】"')]*\s*/g
const pause = /[、，；：]\s*/g
// Not the indentation of a line, which matters in code.
const word = /(?<=\S)[^\S\n]+/g
const phrase = /`[^`\n]+`|!?\[[^[\]\n]*\]\([^)[\n]*\)|<?https?:\/\/\S+|\*\*[^*\n]+\*\*/g

/** Removes the indentation from code in a list, because the continued block is no longer part of the list. */
function removeIndent(text: string, { indent, reopen }: OpenBlock): string {
  if (indent.trim() !== '' || indent === '') return text
  const lead = new RegExp(`^ {1,${indent.length}}`)
  const lines = readMarkdownLines(reopen + text).slice(1)
  const end = lines.findIndex(({ inside }) => !inside)
  const isInBlock = (at: number) => end === -1 || at < end
  return lines.map((line, at) => (isInBlock(at) ? line.text.replace(lead, '') : line.text)).join('\n')
}
