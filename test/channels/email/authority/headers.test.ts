import { describe, expect, test } from 'vitest'
import { addressesIn, headerValues, readHeaders } from '../../../../src/channels/email/authority/headers.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') => readHeaders(Buffer.from(`${text}\r\n\r\n`, encoding))

describe('headers', () => {
  test('stand in order, unfolded, their names in lower case, and end with the first empty line', () => {
    expect(
      read('Received: one\r\nSUBJECT:  A long\r\n\tsubject\r\n of three lines \r\nreceived: two\r\n\r\nFrom: body'),
    ).toEqual([
      { name: 'received', value: 'one' },
      { name: 'subject', value: 'A long\tsubject of three lines' },
      { name: 'received', value: 'two' },
    ])
    expect(headerValues(read('A: 1\nB: 2\nA: 3'), 'a')).toEqual(['1', '3'])
  })

  test('hold UTF-8 where the bytes are, else one character a byte', () => {
    expect(read('Subject: Grüße')[0]?.value).toBe('Grüße')
    expect(read('Subject: Gr\xfc\xdfe', 'latin1')[0]?.value).toBe('Grüße')
  })

  test('keep what is no header apart, so that nobody takes it for one', () => {
    const names = read('A: 1\r\njunk\r\n: x\r\nFr\u043em: y\r\n \r\nFrom\0: z\r\nB : 2').map(({ name }) => name)
    expect(names).toEqual(['a', '', '', '', '', '', 'b'])
    expect(read(' folded first\r\nA: 1').map(({ name }) => name)).toEqual(['', 'a'])
  })

  test('are not broken by a bare return, and NUL stays where it is', () => {
    expect(read('Subject: a\rFrom: b\r\nX: c\0d')).toEqual([
      { name: 'subject', value: 'a\rFrom: b' },
      { name: 'x', value: 'c\0d' },
    ])
  })

  test.each([
    ['nothing', ''],
    ['only ends of lines', '\r\n\r\n'],
    ['ten thousand headers', 'X: y\r\n'.repeat(10_000)],
    ['a line of a megabyte', `X: ${'y'.repeat(1 << 20)}\r\nFrom: ana@example.org`],
    ['a megabyte of blanks', `X: y${' '.repeat(1 << 16)}z\r\n`.repeat(15)],
    ['half a million folds', `X: y\r\n${' z\r\n'.repeat(500_000)}`],
    ['ten megabytes without an end', 'y'.repeat(10 << 20)],
  ])('are bounded: %s', (_what, text) => {
    const headers = read(text)
    expect(headers.length).toBeLessThanOrEqual(2001)
    expect(headers.every(({ value }) => value.length <= 65_536)).toBe(true)
    // Whatever was left out is told.
    if (text.length > 65_536 || text.split('\n').length > 2001) expect(headers.at(-1)).toEqual({ name: '', value: '' })
  })
})

describe('addresses', () => {
  test.each([
    ['ana@example.org', 'ana@example.org', ''],
    ['Ana Example <Ana.B@EXAMPLE.org>', 'Ana.B@example.org', 'Ana Example'],
    ['"Example, Ana \\"A\\"" <ana@example.org>', 'ana@example.org', 'Example, Ana "A"'],
    ['ana@example.org (Ana (the first))', 'ana@example.org', 'Ana (the first)'],
    ['=?utf-8?q?J=C3=BCrgen?= =?ISO-8859-1?Q?_M=FCller?= <j@example.org>', 'j@example.org', 'Jürgen Müller'],
    ['=?utf-8?b?w6Q=?= =?utf-8?b?w7Y=?= <j@example.org>', 'j@example.org', 'äö'],
    ['=?utf-8?q?=C3?= =?utf-8?q?=A4?= <j@example.org>', 'j@example.org', 'ä'],
    ['=?windows-1252?q?=93=80=99=94?= <j@example.org>', 'j@example.org', '“€™”'],
    ['Dora <dora@BÜCHER.example>', 'dora@xn--bcher-kva.example', 'Dora'],
    ['"ana b"@example.org', '', ''],
    ['<@a.example,@b.example:ana@example.org>', 'ana@example.org', ''],
    ['"a\r\n\tb\u202e" <ana@example.org>', 'ana@example.org', 'a b'],
  ])('%s', (written, address, name) => {
    expect(addressesIn(written)).toEqual(address === '' ? [] : [{ address, name }])
  })

  test('groups are flattened, and what is none is left out', () => {
    const list = 'Team: ana@example.org, "B, C" <ben@example.org>;, undisclosed:;, nobody, @, a@, <>, cleo@example.org'
    expect(addressesIn(list).map(({ address }) => address)).toEqual([
      'ana@example.org',
      'ben@example.org',
      'cleo@example.org',
    ])
  })

  test('nothing is decoded into an address, and what looks alike is another', () => {
    expect(addressesIn('=?utf-8?q?ana=40example.org?=')).toEqual([])
    const [cyrillic] = addressesIn('\u0430na@example.org')
    expect(cyrillic?.address).not.toBe('ana@example.org')
    expect(addressesIn('ana@ex\u0430mple.org')[0]?.address).toBe('ana@xn--exmple-4nf.org')
  })

  test.each([
    ['comments, a thousand deep', `${'('.repeat(1000)}x${')'.repeat(1000)} ana@example.org`],
    ['comments that never end', `ana@example.org ${'('.repeat(60_000)}`],
    ['quotes that never end', `"${'\\"'.repeat(30_000)}`],
    ['a hundred thousand addresses', 'a@b.example,'.repeat(100_000)],
    ['nothing but blanks', `a${' '.repeat(60_000)}b`],
    ['nothing but signs', '<>,;:()"\\@'.repeat(6000)],
  ])('are bounded: %s', (_what, text) => {
    expect(addressesIn(text).length).toBeLessThanOrEqual(500)
  })
})
