import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { readDom } from './html/dom.ts'
import { type ExtractedLines, htmlLines } from './html/html-lines.ts'
import { mailLimits } from './limits.ts'
import { type MailLine, plainLines } from './mail-lines.ts'
import { wordsIn } from './reply/known-words.ts'
import { removeInvisible } from './visible-text.ts'

/** One piece of text in the one or two formats in which it was sent. */
export interface TextPiece {
  plain: { text: string; flowed: { isSpaceDeleted: boolean } | undefined }[]
  html: string[]
}

/** Chooses the better format: plain text, unless that only says that there is HTML. */
export async function visibleLines({ plain, html }: TextPiece): Promise<ExtractedLines> {
  const text = plain.map((part) => {
    const first = firstLines(part.text)
    return { ...removeInvisible(first), flowed: part.flowed, isCut: first !== part.text }
  })
  const letters = text.reduce((sum, part) => sum + lettersIn(part.text), 0)
  // A page cannot contain more text than its length.
  const length = html.reduce((sum, page) => sum + page.length, 0)
  if (length > 0 && (letters === 0 || letters < length * MIN_PLAIN_SHARE || letters <= MAX_NOTE_LETTERS)) {
    const page = await pageLines(html)
    const shownLetters = page.lines.reduce((sum, line) => sum + lettersIn(line.text), 0)
    if (letters === 0 || letters < shownLetters * MIN_PLAIN_SHARE) return page
    if (letters <= MAX_NOTE_LETTERS && !saysTheSame(text, page)) return page
  }
  const lines = text.flatMap((part) =>
    part.flowed ? unflow(part.text, part.flowed.isSpaceDeleted) : plainLines(part.text),
  )
  return { lines, hidden: text.some(({ hidden }) => hidden), isCut: text.some(({ isCut }) => isCut) }
}

export async function pageLines(html: string[]): Promise<ExtractedLines> {
  const { document, isCut } = await readDom(html.join('\n'))
  await yieldToOthers()
  const page = htmlLines(document)
  await yieldToOthers()
  return { ...page, isCut: page.isCut || isCut }
}

/** With a smaller share, the plain text is only a note for clients without HTML. */
const MIN_PLAIN_SHARE = 0.2

/** In letters. Such a note is never longer, in any language. */
const MAX_NOTE_LETTERS = 300
const MIN_SHARED_WORDS = 0.3

/** Alternatives should say the same. A plain text that shares hardly any words with the page is only such a note. */
function saysTheSame(text: { text: string }[], { lines }: ExtractedLines): boolean {
  const plainWords = wordsIn(text.map((part) => part.text).join('\n'))
  const page = new Set(wordsIn(lines.map((line) => line.text).join('\n')))
  const shared = plainWords.filter((word) => page.has(word)).length
  return page.size === 0 || shared >= plainWords.length * MIN_SHARED_WORDS
}

/** Limits the number of lines too, because a mail of only empty lines takes longer to process than one with text. */
function firstLines(text: string): string {
  let end = -1
  for (let lines = 0; lines < mailLimits.lines; lines++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text
  }
  return text.slice(0, end)
}

function lettersIn(text: string): number {
  return text.replace(/\s+/g, '').length
}

/** Divides the lines at the limit up to which we search for quotes. */
export function splitAtSearchLimit(lines: MailLine[]): { near: MailLine[]; far: MailLine[] } {
  let room = mailLimits.stripped
  const at = lines.findIndex(({ raw }) => {
    room -= raw.length + 1
    return room < 0
  })
  return at < 0 ? { near: lines, far: [] } : { near: lines.slice(0, at), far: lines.slice(at) }
}

/**
 * Joins lines that a mail client wrapped (RFC 3676): a line that ends with a space continues on the next line of the
 * same quote depth. mailparser's own version ignores the depth and would put quote marks into the middle of a line.
 */
function unflow(text: string, isSpaceDeleted: boolean): MailLine[] {
  const lines: MailLine[] = []
  let paragraph: { depth: number; pieces: string[] } | undefined
  const endParagraph = () => {
    if (paragraph) lines.push(lineOf(paragraph.pieces.join(''), paragraph.depth))
    paragraph = undefined
  }
  for (const raw of text.split('\n')) {
    const depth = quoteDepth(raw)
    const line = raw.slice(depth).replace(/^ /, '')
    const isSeparator = line === '-- '
    if (paragraph?.depth !== depth || isSeparator) endParagraph()
    paragraph ??= { depth, pieces: [] }
    const isSoft = line.endsWith(' ') && !isSeparator
    paragraph.pieces.push(isSoft && isSpaceDeleted ? line.slice(0, -1) : line)
    if (!isSoft) endParagraph()
  }
  endParagraph()
  return lines
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth++
  return depth
}

/** A line that was stuffed with a space may start with ">" here and is still the sender's own. */
function lineOf(text: string, depth: number): MailLine {
  return { text, raw: depth > 0 ? `${'>'.repeat(depth)} ${text}`.trimEnd() : text, depth }
}
