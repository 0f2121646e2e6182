import { visible } from '../../lib/text/visible.ts'
import type { Language } from '../../messages/languages.ts'
import { type AnyText, each, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'

/** A planned action, as a person reads it before they agree. */
export interface ActionEffect {
  /** Markdown that begins with a verb. Quoted content cannot break out of its block and look like our own words. */
  text: LocalizedText
  /** A one-line version, shown once the question is settled. */
  gist: LocalizedText
  /** The full text, if `text` leaves out the middle. */
  whole?: LocalizedText
}

/** Of longer content only the beginning and the end are shown. The full text is attached as a file. */
const MAX_SHOWN = { letters: 6_000, lines: 120 }
const MAX_EACH_END = { letters: 2_000, lines: 40 }

type Piece = (text: string) => AnyText

const { effects } = permissionMessages

export function commandEffect(command: string): ActionEffect {
  return effectOf((piece) => effects.command(piece(command)), effects.commandGist(onOneLine(command)))
}

export function writeEffect(path: string, content: string): ActionEffect {
  const size = sizeOf(content)
  return effectOf((piece) => effects.write(inline(path), size, piece(content)), effects.writeGist(inline(path), size))
}

export function editEffect(path: string, before: string, after: string, everywhere: boolean): ActionEffect {
  const edit = everywhere ? effects.editEverywhere : effects.edit
  return effectOf(
    (piece) => edit(inline(path), piece(before), piece(after)),
    effects.editGist(inline(path), sizeOf(after), sizeOf(before)),
  )
}

export function fetchEffect(url: string): ActionEffect {
  return effectOf((piece) => effects.fetch(piece(url)), effects.fetchGist(onOneLine(url)))
}

export function useEffect(server: string, tool: string, input: string): ActionEffect {
  return effectOf(
    (piece) => effects.use(inline(tool), inline(server), piece(input)),
    effects.useGist(inline(tool), inline(server)),
  )
}

/** `what` is our wording; the model's input is shown below it. */
export function toolEffect(what: AnyText, shown: readonly string[]): ActionEffect {
  const gist = joinTexts([what, ...shown.map(onOneLine)], ' ')
  return effectOf((piece) => joinTexts([joinTexts([what, '?'], ''), ...shown.map(piece)], '\n\n'), gist)
}

/** Formats any text as inline code. */
export function inline(text: string): string {
  const shown = visible(text).replaceAll('\n', '')
  const fence = fenceFor(shown, 1)
  // Markdown removes one space at each end. The spaces are needed next to a backtick.
  return shown === '' ? '""' : fence === '`' ? `\`${shown}\`` : `${fence} ${shown} ${fence}`
}

/** Formats a text as short inline code, and says how many characters were left out. */
export function onOneLine(text: string): AnyText {
  if (visible(text).length <= 100) return inline(text)
  const signs = Array.from(text)
  const [head, tail] = [signs.slice(0, 60).join(''), signs.slice(-30).join('')]
  const left = permissionMessages.moreCharacters(signs.length - 90)
  return joinTexts([inline(head), ' … (', left, ') … ', inline(tail)], '')
}

function effectOf(draw: (piece: Piece) => LocalizedText, gist: LocalizedText): ActionEffect {
  let isWhole = true
  const text = draw((piece) => {
    const shown = visible(piece)
    if (fits(shown, MAX_SHOWN)) return block(shown)
    isWhole = false
    return each((language) => block(endsOf(piece, language))[language])
  })
  return isWhole ? { text, gist } : { text, gist, whole: draw((piece) => block(visible(piece))) }
}

/** The note about the omission cannot be forged: such brackets in the content are shown as code points. */
function endsOf(text: string, language: Language): string {
  const signs = Array.from(text)
  const head = fitting((length) => signs.slice(0, length))
  const tail = fitting((length) => signs.slice(signs.length - length))
  const left = permissionMessages.leftOut(signs.length - head.length - tail.length)[language]
  return `${visible(head.join(''))}\n⟨${left}⟩\n${visible(tail.join(''))}`
}

function fitting(take: (length: number) => string[]): string[] {
  let length = MAX_EACH_END.letters
  while (!fits(visible(take(length).join('')), MAX_EACH_END)) length = Math.floor(length * 0.8)
  return take(length)
}

function fits(shown: string, most: typeof MAX_SHOWN): boolean {
  return shown.length <= most.letters && shown.split('\n').length <= most.lines
}

function block(shown: string): LocalizedText {
  if (shown === '') return permissionMessages.nothing
  const fence = fenceFor(shown, 3)
  return each(() => `${fence}\n${shown}\n${fence}`)
}

/** A fence that is longer than any run of backticks inside. */
function fenceFor(shown: string, least: number): string {
  const longest = Math.max(least - 1, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}

function sizeOf(content: string): LocalizedText {
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
  return permissionMessages.size(Buffer.byteLength(content), lines)
}
