import { setImmediate as others } from 'node:timers/promises'
import { clean } from './clean.ts'
import { unflow } from './flowed.ts'
import { readDom } from './html/dom.ts'
import { htmlLines, type Shown } from './html/html-lines.ts'
import { limits } from './limits.ts'
import { type Line, plainLines } from './lines.ts'
import { wordsIn } from './reply/known-words.ts'

/** One piece of text in the one or two formats in which it was sent. */
export interface Piece {
  plain: { text: string; flowed: { isSpaceDeleted: boolean } | undefined }[]
  html: string[]
}

/** Chooses the better format: plain text, unless that only says that there is HTML. */
export async function linesOf({ plain, html }: Piece): Promise<Shown> {
  const text = plain.map((one) => {
    const first = firstLines(one.text)
    return { ...clean(first), flowed: one.flowed, isCut: first !== one.text }
  })
  const letters = text.reduce((sum, one) => sum + lettersIn(one.text), 0)
  // A page cannot contain more text than its length.
  const length = html.reduce((sum, page) => sum + page.length, 0)
  if (length > 0 && (letters === 0 || letters < length * SHARE || letters <= LONGEST_NOTE)) {
    const shown = await pageLines(html)
    const shownLetters = shown.lines.reduce((sum, line) => sum + lettersIn(line.text), 0)
    if (letters === 0 || letters < shownLetters * SHARE) return shown
    if (letters <= LONGEST_NOTE && !saysTheSame(text, shown)) return shown
  }
  const lines = text.flatMap((one) => (one.flowed ? unflow(one.text, one.flowed.isSpaceDeleted) : plainLines(one.text)))
  return { lines, hidden: text.some(({ hidden }) => hidden), isCut: text.some(({ isCut }) => isCut) }
}

export async function pageLines(html: string[]): Promise<Shown> {
  const { document, isCut } = await readDom(html.join('\n'))
  await others()
  const shown = htmlLines(document)
  await others()
  return { ...shown, isCut: shown.isCut || isCut }
}

/** With a smaller share, the plain text is only a note for clients without HTML. */
const SHARE = 0.2

/** In letters. Such a note is never longer, in any language. */
const LONGEST_NOTE = 300
const SAME_SHARE = 0.3

/** Alternatives should say the same. A plain text that shares hardly a word with the page is only such a note. */
function saysTheSame(text: { text: string }[], { lines }: Shown): boolean {
  const said = wordsIn(text.map((one) => one.text).join('\n'))
  const shown = new Set(wordsIn(lines.map((line) => line.text).join('\n')))
  const shared = said.filter((word) => shown.has(word)).length
  return shown.size === 0 || shared >= said.length * SAME_SHARE
}

/** A mail of only empty lines would take longer to process than one with text. */
function firstLines(text: string): string {
  let end = -1
  for (let lines = 0; lines < limits.lines; lines++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text
  }
  return text.slice(0, end)
}

function lettersIn(text: string): number {
  return text.replace(/\s+/g, '').length
}

/** Divides the lines at the limit up to which we search for quotes. */
export function withinReach(lines: Line[]): { near: Line[]; far: Line[] } {
  let room = limits.stripped
  const at = lines.findIndex(({ raw }) => {
    room -= raw.length + 1
    return room < 0
  })
  return at < 0 ? { near: lines, far: [] } : { near: lines.slice(0, at), far: lines.slice(at) }
}
