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

export function createOwnText(rawTexts: readonly string[]): OwnText {
  const texts = rawTexts.map((text) => text.slice(0, MAX_SEARCHED_CHARS))
  const flat = texts.map((text) => ` ${oneLine(text)} `)
  const byLines = texts.map((text) => `\n${normalizeLines(text)}\n`)
  return {
    texts,
    holds(words) {
      const phrase = oneLine(words)
      // A single character of a script without spaces is not a word.
      if (!/[\p{L}\p{N}]/u.test(phrase) || (phrase.length < 2 && isSpaceless(phrase))) return false
      return flat.some((text) =>
        findAll(text, phrase).some(
          (position) =>
            isEdge(text, position - 1, position) &&
            isEdge(text, position + phrase.length, position + phrase.length - 1),
        ),
      )
    },
    holdsApart(words) {
      const phrase = normalizeLines(words)
      if (!/[\p{L}\p{N}]/u.test(phrase)) return false
      return byLines.some((text) =>
        findAll(text, phrase).some((position) => isSetApart(text, position, position + phrase.length)),
      )
    },
    holdsAddress(url) {
      const phrase = hrefOf(url)
      return (
        phrase !== undefined &&
        texts.some((text) => text.split(/[\s<>"'`]+/).some((word) => findAddresses(word).includes(phrase)))
      )
    },
  }
}

function normalizeLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => oneLine(line))
    .join('\n')
    .trim()
}

function findAll(text: string, phrase: string): number[] {
  const positions: number[] = []
  for (let position = text.indexOf(phrase); position !== -1; position = text.indexOf(phrase, position + 1))
    positions.push(position)
  return positions
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
/** Within names, numbers and addresses, these characters join their neighbours. */
const joiningCharacter = /[-./:@#%&=+~?'’\\]/

/** Whether no word, number or name continues from `inner` to `outer`. */
function isEdge(text: string, outer: number, inner: number): boolean {
  const [outside, last] = [text[outer] ?? ' ', text[inner] ?? ' ']
  if (/\s/.test(outside)) return true
  if (!isSpaceless(outside) && wordCharacter.test(outside))
    return !wordCharacter.test(last) && !joiningCharacter.test(last)
  if (!joiningCharacter.test(outside)) return true
  // "at nine." ends there, but "nine.example" continues.
  return /\s/.test(text[outer + (outer - inner)] ?? ' ')
}

/** Whether the script puts no spaces between words. */
function isSpaceless(character: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(character)
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

function isSetApart(text: string, from: number, to: number): boolean {
  const closing = pairs.get(text[from - 1] ?? '')
  if (closing !== undefined) return text[to] === closing
  const isAfterColon = text[from - 1] === ' ' && (text[from - 2] === ':' || text[from - 2] === '：')
  if (text[from - 1] !== '\n' && !isAfterColon) return false
  const end = /^[.!]?(?=\n)/.exec(text.slice(to, to + 2))
  return end !== null
}

function findAddresses(word: string): string[] {
  const withoutBrackets = word.replace(/^[([{]+/, '')
  const candidates = [withoutBrackets, withoutBrackets.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '')]
  return candidates.flatMap((candidate) => {
    const url = /^https?:\/\//i.test(candidate)
      ? candidate
      : /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u.test(candidate)
        ? `https://${candidate}`
        : ''
    return hrefOf(url) ?? []
  })
}

function hrefOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined
}
