import { decodeWindowsControls } from '../../../lib/text/charset.ts'

/** The text as it appears on a screen. */
export interface VisibleText {
  text: string
  /** It contained text that no screen shows. */
  hidden: boolean
}

/**
 * Removes invisible characters: controls, direction marks, zero-width characters. Tag characters can spell whole
 * sentences for a program, and long runs of zero-width characters can encode bits; both are reported as hidden text.
 */
export function removeInvisible(text: string): VisibleText {
  const plain = decodeWindowsControls(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
  const withoutFlags = plain.replace(flags, '')
  const hidden =
    /[\u{e0020}-\u{e007e}]{2}/u.test(withoutFlags) || /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4}/u.test(plain)
  const visible = plain
    // This turns a regional flag into a plain black flag.
    .replace(invisible, '')
    .toWellFormed()
  return { text: visible, hidden: hidden || isCoded(plain) }
}

const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,12}\u{e007f}/gu

/** Keeps joiners of letters and emoji, which Persian and Hindi need, and variation selectors. */
const invisible = new RegExp(
  [
    '[^\\P{Cc}\\n\\t]',
    '[\\u2028\\u2029\\ufff9-\\ufffb]',
    '(?![\\u200c\\u200d\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point}',
    '[\\u200c\\u200d](?![\\p{L}\\p{M}\\p{Extended_Pictographic}])',
  ].join('|'),
  'gu',
)

/** Dozens of mixed invisible characters in a row are not padding but a code. */
function isCoded(text: string): boolean {
  return /[\u200b-\u200f\u2060-\u2064\ufeff]{24}/u.test(text)
}
