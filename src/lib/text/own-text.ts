import { oneLine } from './text.ts'
/** A person's own text, in which we look for literal matches. Only white space may differ. */
export interface OwnText {
  readonly texts: readonly string[]
  /** Whether it contains these words in a row, as whole words. */
  holds(words: string): boolean
  /**
   * Whether it contains them set apart: as a whole message or line, in quotation marks or backticks, or after a colon.
   */
  holdsApart(words: string): boolean
  /** Whether it contains this address, with or without its scheme. */
  holdsAddress(url: string): boolean
}

/** We look at no more than this, because nobody typed it. */
const MAX_SEARCHED_CHARS = 20_000

export function createOwnText(given: readonly string[]): OwnText {
  const texts = given.map((text) => text.slice(0, MAX_SEARCHED_CHARS))
  const flat = texts.map((text) => ` ${oneLine(text)} `)
  const lined = texts.map((text) => `\n${byLine(text)}\n`)
  return {
    texts,
    holds(words) {
      const sought = oneLine(words)
      // A single character of a script without spaces is not a word.
      if (!/[\p{L}\p{N}]/u.test(sought) || (sought.length < 2 && isSpaceless(sought))) return false
      return flat.some((text) =>
        places(text, sought).some(
          (at) => isEdge(text, at - 1, at) && isEdge(text, at + sought.length, at + sought.length - 1),
        ),
      )
    },
    holdsApart(words) {
      const sought = byLine(words)
      if (!/[\p{L}\p{N}]/u.test(sought)) return false
      return lined.some((text) => places(text, sought).some((at) => isApart(text, at, at + sought.length)))
    },
    holdsAddress(url) {
      const sought = hrefOf(url)
      return (
        sought !== undefined &&
        texts.some((text) => text.split(/[\s<>"'`]+/).some((word) => addressesIn(word).includes(sought)))
      )
    },
  }
}

function byLine(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => oneLine(line))
    .join('\n')
    .trim()
}

function places(text: string, sought: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) found.push(at)
  return found
}

const inWord = /[\p{L}\p{N}\p{M}_]/u
/** Within names, numbers and addresses, these characters join their neighbours. */
const joins = /[-./:@#%&=+~?'’\\]/

/** Whether no word, number or name continues from `inner` to `outer`. */
function isEdge(text: string, outer: number, inner: number): boolean {
  const [beyond, last] = [text[outer] ?? ' ', text[inner] ?? ' ']
  if (/\s/.test(beyond)) return true
  if (!isSpaceless(beyond) && inWord.test(beyond)) return !inWord.test(last) && !joins.test(last)
  if (!joins.test(beyond)) return true
  // "at nine." ends there, but "nine.example" continues.
  return /\s/.test(text[outer + (outer - inner)] ?? ' ')
}

/** Whether the script puts no spaces between words. */
function isSpaceless(sign: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(sign)
}

const pairs = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['「', '」'],
])

function isApart(text: string, from: number, to: number): boolean {
  const closing = pairs.get(text[from - 1] ?? '')
  if (closing !== undefined) return text[to] === closing
  const isBehindColon = text[from - 1] === ' ' && (text[from - 2] === ':' || text[from - 2] === '：')
  if (text[from - 1] !== '\n' && !isBehindColon) return false
  const end = /^[.!]?(?=\n)/.exec(text.slice(to, to + 2))
  return end !== null
}

function addressesIn(word: string): string[] {
  const bare = word.replace(/^[([{]+/, '')
  const tried = [bare, bare.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '')]
  return tried.flatMap((one) => {
    const whole = /^https?:\/\//i.test(one)
      ? one
      : /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u.test(one)
        ? `https://${one}`
        : ''
    return hrefOf(whole) ?? []
  })
}

function hrefOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined
}
