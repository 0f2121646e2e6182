import { expect, test } from 'vitest'
import { bannerOf } from '../../../src/web/page/banner.ts'

const clockOf = (ms: number) => `minute ${ms / 60_000}`

test('the page says that no model is asked, why, and when it is tried again', () => {
  const trouble = { sentence: 'Claude did not accept our credential. Check the key.', until: 60_000 }
  expect(bannerOf({ name: 'claude' }, 0, clockOf)).toBe('')
  expect(bannerOf({ name: 'demo', banner: 'This is the demo.' }, 0, clockOf)).toBe('This is the demo.')
  expect(bannerOf({ name: 'claude', trouble }, 0, clockOf)).toBe(
    'Claude did not accept our credential. Check the key. It is tried again at minute 1.',
  )
  expect(bannerOf({ name: 'claude', trouble }, 60_001, clockOf)).toContain('The next message tries it again.')
})
