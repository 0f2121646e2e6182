import { describe, expect, test } from 'vitest'
import { colourCode } from '../../../../src/web/page/text/code-colours.ts'
import { hostileStrings } from '../../hostile-strings.ts'

const languages = 'ts java go rust python ruby bash sql lua yaml json css html diff'.split(' ')

describe('code is coloured', () => {
  test.each([
    ['ts', 'const a = "x\\"y" // no', ['keyword const', 'string "x\\"y"', 'comment // no']],
    ['js', 'f(0x1F, 1.5e3, a1) /* if\n1 */', ['number 0x1F', 'number 1.5e3', 'comment /* if\n1 */']],
    ['python', 'def f(): """a\n# b"""  # c', ['keyword def', 'string """a\n# b"""', 'comment # c']],
    ['rust', "fn a<'b>() -> char { 'c' }", ['keyword fn', "string 'c'"]],
    ['bash', 'echo "$#" # end', ['keyword echo', 'string "$#"', 'comment # end']],
    ['SQL', "SELECT 'it''s' -- all", ['keyword SELECT', "string 'it''s'", 'comment -- all']],
    ['json', '{"a": ["b", 1, true]}', ['keyword "a"', 'string "b"', 'number 1', 'keyword true']],
    ['yaml', 'name: "x" # y\n- on: 2', ['keyword name', 'string "x"', 'comment # y', 'keyword - on', 'number 2']],
    ['css', 'a:hover { color: red; } /* x */', ['keyword color', 'comment /* x */']],
    [
      'html',
      '<a href="x">it\'s</a><!-- y -->',
      ['keyword <a', 'string "x"', 'keyword >', 'keyword </a', 'keyword >', 'comment <!-- y -->'],
    ],
    ['diff', '@@ 1 @@\n-a\n+b\n c', ['comment @@ 1 @@', 'removed -a', 'added +b']],
    ['ts', '"never closed\nlet b', ['string "never closed', 'keyword let']],
  ])('%s: %s', (language, text, coloured) => {
    const pieces = colourCode(language, text)
    expect(pieces.flatMap((piece) => (piece.colour ? [`${piece.colour} ${piece.text}`] : []))).toEqual(coloured)
  })

  test('and not in a language that is not known, nor in very much of it', () => {
    expect(colourCode('', 'const a = 1')).toEqual([{ text: 'const a = 1' }])
    expect(colourCode('brainfuck', 'const')).toEqual([{ text: 'const' }])
    const long = 'const a = 1\n'.repeat(2_000)
    expect(colourCode('ts', long)).toEqual([{ text: long }])
  })

  test('never at the cost of a letter, whatever the text', () => {
    for (const language of languages)
      for (const text of hostileStrings())
        expect(
          colourCode(language, text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
  })

  test('in time that does not grow with what is left open', () => {
    const open = ['"', "'", '`', '/*', '"""', '<!--', '#', '{ ', 'a:', '- ', '\\', ' ', '1e']
    for (const language of languages)
      for (const text of open) {
        const whole = text.repeat(20_000 / text.length)
        expect(
          colourCode(language, whole)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(whole)
      }
  })
})
