import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../../src/lib/text/line-diff.ts'

const told = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => `${kind[0]} ${text}`)

test('tells what came and what went, in the order of the text', () => {
  expect(told('a\nb\nc', 'a\nx\nc\nd')).toEqual(['s a', 'r b', 'a x', 's c', 'a d'])
  expect(told('a\nb', 'a\nb')).toEqual(['s a', 's b'])
  expect(told('a\na', 'a')).toEqual(['s a', 'r a'])
})

test('whatever the texts, what is the same and came is the new one, what is the same and went the old one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text)
      expect(without('removed').join('\n')).toBe(after)
      expect(without('added').join('\n')).toBe(before)
    }),
  )
})

test('texts with nothing in common that are too long to compare are told as replaced', () => {
  const long = (word: string) => Array.from({ length: 1500 }, (_, at) => `${word} ${at}`).join('\n')
  const lines = diffLines(long('old'), long('new'))
  expect(lines.slice(0, 1500).every(({ kind }) => kind === 'removed')).toBe(true)
  expect(lines.slice(1500).every(({ kind }) => kind === 'added')).toBe(true)
})
