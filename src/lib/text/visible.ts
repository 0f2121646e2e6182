import { truncate } from './text.ts'

/**
 * The same text with nothing in it that cannot be seen: what hides, reorders or overwrites is shown by its number, long
 * runs of blanks by their length, line breaks and tabs by a sign. No two texts look the same: the signs themselves, where
 * they are part of the text, are shown by their number.
 */
export function visible(text: string): string {
  return text.replace(hidden, (found) => {
    const sign = signs[found[0] ?? '']
    if (sign === undefined) return Array.from(found, numbered).join('')
    return `${found.length === 1 ? sign : `⟨${sign}×${found.length}⟩`}${sign === '↵' ? '\n' : ''}`
  })
}

const signs: Record<string, string> = { ' ': '␠', '\t': '⇥', '\n': '↵' }

const hidden = new RegExp(
  [
    // Indentation and a gap between words are what they look like. More would push what follows out of sight.
    ' {9,}',
    // At the end of a line nobody sees even one.
    ' +(?=\\n|$)',
    '\\t+',
    '\\n+',
    // Controls, marks of direction, joiners, lone surrogates, private and unassigned code points; blanks that are no space;
    // letters and fillers without a shape.
    '[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]',
    '(?! )\\p{Zs}',
    // One mark on a letter is an accent; a tower of them covers the lines around it.
    '(?<=\\p{M}{2})\\p{M}',
    '[␠⇥↵⟨⟩]',
  ].join('|'),
  'gu',
)

function numbered(sign: string): string {
  return `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Text for a terminal: what could move the cursor or colour the screen is taken out; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    /[\n\t]/.test(character) ? character : '',
  )
}

/** Whatever it is, on one short line: for what a person reads of what a model wrote. */
export function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 80)
}
