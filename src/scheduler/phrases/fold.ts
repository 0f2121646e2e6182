/** A text in two forms of the same length, so that positions found in one can be used in the other. */
export interface FoldedText {
  /** The original text with single spaces. */
  text: string
  /** In lower case, without accents, and with simplified Chinese characters. */
  folded: string
}

export function fold(words: string): FoldedText {
  const text = words
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return { text, folded }
}

const TRADITIONAL = '點鐘時後個兩週號禮這幾過為從會鬧開們間'
const SIMPLIFIED = '点钟时后个两周号礼这几过为从会闹开们间'

function foldCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase()
  if (character === '’' || character === '‘') return "'"
  const index = TRADITIONAL.indexOf(character)
  if (index >= 0) return SIMPLIFIED.charAt(index)
  const withoutAccents = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return withoutAccents.length === character.length ? withoutAccents : character
}
