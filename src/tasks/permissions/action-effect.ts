import { visible } from '../../lib/text/visible.ts'

/** Something that would be done, as a person reads it before they agree. */
export interface Effect {
  /** Markdown that begins with a verb. Nothing of what is shown can end its block and go on as words of ours. */
  text: string
  /** On one line, for when it is settled. */
  gist: string
  /** All of it, where the text leaves out the middle. */
  whole?: string
}

/** Longer than this in letters or in lines, the beginning and the end are shown and the rest is in a file. */
const MOST_SHOWN = { letters: 6_000, lines: 120 }
const EACH_END = { letters: 2_000, lines: 40 }

export function commandEffect(command: string): Effect {
  return effectOf((piece) => `run this command?\n\n${piece(command)}`, `run ${onOneLine(command)}`)
}

export function writeEffect(path: string, content: string): Effect {
  const what = `write the file ${inline(path)} (${sizeOf(content)})`
  return effectOf((piece) => `${what}?\n\n${piece(content)}`, `${what}`)
}

export function editEffect(path: string, before: string, after: string, everywhere: boolean): Effect {
  const what = `change the file ${inline(path)}`
  return effectOf(
    (piece) =>
      `${what}${everywhere ? ', everywhere in it' : ''}? This\n\n${piece(before)}\n\nbecomes\n\n${piece(after)}`,
    `${what} (${sizeOf(after)} in the place of ${sizeOf(before)})`,
  )
}

export function fetchEffect(url: string): Effect {
  return effectOf((piece) => `fetch this page?\n\n${piece(url)}`, `fetch ${onOneLine(url)}`)
}

export function useEffect(server: string, tool: string, input: string): Effect {
  const what = `use ${inline(tool)} of the server ${inline(server)}`
  return effectOf((piece) => `${what} with this?\n\n${piece(input)}`, what)
}

/** `what` is ours; what the model gave stands below it. */
export function toolEffect(what: string, shown: readonly string[]): Effect {
  const gist = [what, ...shown.map(onOneLine)].join(' ')
  return effectOf((piece) => [`${what}?`, ...shown.map(piece)].join('\n\n'), gist)
}

/** As code within a line, whatever it holds. */
export function inline(text: string): string {
  const shown = visible(text).replaceAll('\n', '')
  const fence = fenceFor(shown, 1)
  // Markdown takes one blank off each end, and needs it where a backtick stands there.
  return shown === '' ? '(nothing)' : fence === '`' ? `\`${shown}\`` : `${fence} ${shown} ${fence}`
}

/** As code within a line and short enough for one; what is left out is counted. */
export function onOneLine(text: string): string {
  if (visible(text).length <= 100) return inline(text)
  const signs = Array.from(text)
  const [head, tail] = [signs.slice(0, 60).join(''), signs.slice(-30).join('')]
  return `${inline(head)} … (${count(signs.length - 90, 'character')} more) … ${inline(tail)}`
}

function effectOf(draw: (piece: (text: string) => string) => string, gist: string): Effect {
  let isWhole = true
  const text = draw((piece) => {
    const shown = visible(piece)
    if (fits(shown, MOST_SHOWN)) return block(shown)
    isWhole = false
    return block(endsOf(piece))
  })
  return isWhole ? { text, gist } : { text, gist, whole: draw((piece) => block(visible(piece))) }
}

/** The sign around what is left out can't be forged: those of the text itself are shown by their number. */
function endsOf(text: string): string {
  const signs = Array.from(text)
  const head = fitting((length) => signs.slice(0, length))
  const tail = fitting((length) => signs.slice(signs.length - length))
  const left = count(signs.length - head.length - tail.length, 'character')
  return `${visible(head.join(''))}\n⟨${left} left out here; the file with this question holds all of it⟩\n${visible(tail.join(''))}`
}

function fitting(take: (length: number) => string[]): string[] {
  let length = EACH_END.letters
  while (!fits(visible(take(length).join('')), EACH_END)) length = Math.floor(length * 0.8)
  return take(length)
}

function fits(shown: string, most: typeof MOST_SHOWN): boolean {
  return shown.length <= most.letters && shown.split('\n').length <= most.lines
}

function block(shown: string): string {
  if (shown === '') return '(nothing)'
  const fence = fenceFor(shown, 3)
  return `${fence}\n${shown}\n${fence}`
}

/** Longer than any inside. */
function fenceFor(shown: string, least: number): string {
  const longest = Math.max(least - 1, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}

function sizeOf(content: string): string {
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
  return `${count(Buffer.byteLength(content), 'byte')}, ${count(lines, 'line')}`
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}
