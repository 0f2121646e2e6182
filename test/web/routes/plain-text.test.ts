import { expect, test } from 'vitest'
import { plainTitle } from '../../../src/web/routes/plain-text.ts'

test.each([
  ['**Bold** and `code` of _it_', 'Bold and code of it'],
  ['# A heading', 'A heading'],
  ['- buy *milk*', 'buy milk'],
  ['[words](https://example.org) here', 'words here'],
  ['1. May is fine', '1. May is fine'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ['**cut off in the mid…', '**cut off in the mid…'],
  ['#', '#'],
  ['', ''],
])('%j is the title %j', (title, plain) => {
  expect(plainTitle(title)).toBe(plain)
})
