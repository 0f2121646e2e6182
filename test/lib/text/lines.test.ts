import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../../../src/lib/text/line-splitter.ts'

async function read(pieces: string[], maxChars?: number): Promise<string[]> {
  const found: string[] = []
  for await (const lines of linesOf(arriving(pieces), maxChars)) found.push(...lines)
  return found
}

async function* arriving(pieces: string[]) {
  yield* pieces
}

test('lines are the same however a text is cut into pieces', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '日', ' ', '\r'), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(8)), async (lines, cuts) => {
      const text = lines.map((one) => `${one}\n`).join('')
      const pieces: string[] = []
      let at = 0
      for (const cut of cuts) pieces.push(text.slice(at, (at += cut)))
      pieces.push(text.slice(at))
      expect(await read(pieces)).toEqual(lines.map((one) => one.replace(/\r$/, '')))
    }),
  )
})

test('the last line needs no end, and Windows ends are none of its words', async () => {
  expect(await read(['one\r', '\ntwo\r\nth', 'ree'])).toEqual(['one', 'two', 'three'])
  expect(await read([''])).toEqual([])
})

test('of a line that is too long only its beginning is kept, and the next one is whole', async () => {
  expect(await read(['ab', 'cd', 'ef', 'gh\nij', 'k\n'], 3)).toEqual(['abcd', 'ijk'])
})
