import { fromWindows } from '../../../lib/text/windows.ts'

/** What a text reads like on a screen. */
export interface Clean {
  text: string
  /** Words were in it that no screen shows. */
  hidden: boolean
}

/**
 * Takes out what no reader sees: controls, turning marks, characters without a shape. Tag characters spell whole sentences
 * that only a program reads, and long runs of shapeless ones carry bits: those are told.
 */
export function clean(text: string): Clean {
  const plain = fromWindows(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
  const spelled = plain.replace(flags, '')
  const hidden = /[\u{e0020}-\u{e007e}]{2}/u.test(spelled) || /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4}/u.test(plain)
  const seen = plain
    // A flag of a country within a country becomes a black one by it.
    .replace(shapeless, '')
    .toWellFormed()
  return { text: seen, hidden: hidden || isCoded(plain) }
}

const flags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,12}\u{e007f}/gu

/**
 * All but those that join letters and emoji, without which some words of Persian and Hindi are spelled wrong, and those that
 * choose between two shapes of a sign.
 */
const shapeless = new RegExp(
  [
    '[^\\P{Cc}\\n\\t]',
    '[\\u2028\\u2029\\ufff9-\\ufffb]',
    '(?![\\u200c\\u200d\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point}',
    '[\\u200c\\u200d](?![\\p{L}\\p{M}\\p{Extended_Pictographic}])',
  ].join('|'),
  'gu',
)

/** Two kinds of nothing in turn, dozens in a row: nobody pads with that, it is a code. */
function isCoded(text: string): boolean {
  return /[\u200b-\u200f\u2060-\u2064\ufeff]{24}/u.test(text)
}
