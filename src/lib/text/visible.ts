import { truncate } from './text.ts'

/**
 * Makes everything in a text visible: hidden, reordering and overwriting characters appear as their code point, long
 * runs of spaces as their length, line breaks and tabs as symbols. Two different texts never look the same, because
 * symbols that are part of the text appear as their code point too.
 */
export function visible(text: string): string {
  return text.replace(hiddenPattern, (run) => {
    const symbol = symbols[run[0] ?? '']
    if (symbol === undefined) return Array.from(run, codePoint).join('')
    return `${run.length === 1 ? symbol : `⟨${symbol}×${run.length}⟩`}${symbol === '↵' ? '\n' : ''}`
  })
}

const symbols: Record<string, string> = { ' ': '␠', '\t': '⇥', '\n': '↵' }

const hiddenPattern = new RegExp(
  [
    // Normal indentation is harmless; more would push the following text out of sight.
    ' {9,}',
    // At the end of a line even one space is invisible.
    ' +(?=\\n|$)',
    '\\t+',
    '\\n+',
    // Controls, direction marks, joiners, lone surrogates, private and unassigned code points; spaces other than the
    // plain one; letters and fillers without a shape.
    '[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]',
    '(?! )\\p{Zs}',
    // One mark on a letter is an accent; a stack of them covers the lines around it.
    '(?<=\\p{M}{2})\\p{M}',
    '[␠⇥↵⟨⟩]',
  ].join('|'),
  'gu',
)

function codePoint(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/**
 * Makes text safe for a terminal: removes what could move the cursor or colour the screen. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    /[\n\t]/.test(character) ? character : '',
  )
}

/** Any value on one short line, to show people what a model wrote. */
export function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 80)
}
