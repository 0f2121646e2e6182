import { expect, test } from 'vitest'
import { dateOf } from '../../../../src/web/page/text/format.ts'

test('a date has its year where that is another one than this', () => {
  const year = new Date().getFullYear()
  expect(dateOf(new Date(year, 2, 1, 14, 2).getTime(), 'en-GB')).toBe('1 Mar, 14:02')
  expect(dateOf(new Date(year - 1, 2, 1, 0, 2).getTime(), 'en-GB')).toBe(`1 Mar ${year - 1}, 00:02`)
})
