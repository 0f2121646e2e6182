import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitText, truncate } from '../../../src/lib/text/text.ts'
import { printable } from '../../../src/lib/text/visible.ts'
import { size } from '../../support/sizes.ts'

describe('splitText', () => {
  test('prefers a paragraph, then a line, then a word', () => {
    expect(splitText('aaaa aaaa\n\nbbbb bbbb', 14)).toEqual(['aaaa aaaa\n\n', 'bbbb bbbb'])
    expect(splitText('aaaa aaaa\nbbbb bbbb', 14)).toEqual(['aaaa aaaa\n', 'bbbb bbbb'])
    expect(splitText('aaaa bbbb cccc', 10)).toEqual(['aaaa bbbb ', 'cccc'])
  })

  test('loses nothing, respects the limit, breaks no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 2, max: 50 }), (text, limit) => {
        const parts = splitText(text, limit)
        expect(parts.join('')).toBe(text)
        expect(parts.every((part) => part.length <= limit && part.isWellFormed())).toBe(true)
      }),
      { numRuns: size(1000, 5000) },
    )
  })
})

test('truncate says that it cut and never halves a character', () => {
  expect(truncate('hello', 5)).toBe('hello')
  expect(truncate('hello!', 5)).toBe('hell…')
  expect(truncate('a😀😀', 3)).toBe('a…')
})

test('printable keeps lines and drops what drives a terminal', () => {
  expect(printable('a\u001b[31mb\u0007\nc\td\u202e')).toBe('a[31mb\nc\td')
})
