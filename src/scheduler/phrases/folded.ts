export interface Folded {
  /** As it was said, with one space where there were many. */
  text: string
  /** The same in small letters without accents, place for place. */
  folded: string
}

/** Both are of one length, so that what is found in one may be cut from the other. */
export function fold(words: string): Folded {
  const text = words
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  let folded = ''
  for (const character of text) folded += plain(character)
  return { text, folded }
}

function plain(character: string): string {
  if (character < '\u0080') return character.toLowerCase()
  if (character === '’' || character === '‘') return "'"
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.length === character.length ? bare : character
}
