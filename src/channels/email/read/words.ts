import { setImmediate as others } from 'node:timers/promises'
import { clean } from './clean.ts'
import { unflow } from './flowed.ts'
import { readDom } from './html/dom.ts'
import { htmlLines, type Shown } from './html/html-lines.ts'
import { limits } from './limits.ts'
import { type Line, plainLines } from './lines.ts'
import { wordsIn } from './reply/known-words.ts'

/** One stretch of text, in the one or two ways it was sent. */
export interface Piece {
  plain: { text: string; flowed: { isSpaceDeleted: boolean } | undefined }[]
  html: string[]
}

/** The better way of the two: plain text, unless that says only that there is HTML. */
export async function linesOf({ plain, html }: Piece): Promise<Shown> {
  const text = plain.map((one) => {
    const first = firstLines(one.text)
    return { ...clean(first), flowed: one.flowed, isCut: first !== one.text }
  })
  const letters = text.reduce((sum, one) => sum + lettersIn(one.text), 0)
  // A page never says more than it is long.
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

/** Below that, plain text is only a line for those who cannot show the other. */
const SHARE = 0.2

/** In letters: a line for those whose program shows no HTML, in whatever language, is no longer. */
const LONGEST_NOTE = 300
const SAME_SHARE = 0.3

/** Alternatives say the same. One that shares hardly a word with the page only says that there is a page. */
function saysTheSame(text: { text: string }[], { lines }: Shown): boolean {
  const said = wordsIn(text.map((one) => one.text).join('\n'))
  const shown = new Set(wordsIn(lines.map((line) => line.text).join('\n')))
  const shared = said.filter((word) => shown.has(word)).length
  return shown.size === 0 || shared >= said.length * SAME_SHARE
}

/** A mail of empty lines alone would keep us busy for longer than one of words. */
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

/** What fits into the characters in which quotes are looked for, and what is beyond. */
export function withinReach(lines: Line[]): { near: Line[]; far: Line[] } {
  let room = limits.stripped
  const at = lines.findIndex(({ raw }) => {
    room -= raw.length + 1
    return room < 0
  })
  return at < 0 ? { near: lines, far: [] } : { near: lines.slice(0, at), far: lines.slice(at) }
}
