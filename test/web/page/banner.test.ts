import { expect, test } from 'vitest'
import { bannerOf } from '../../../src/web/page/banner.ts'
import { bannerWords } from '../../../src/web/page/words/chats/room-words.ts'

const clockOf = (ms: number) => `minute ${ms / 60_000}`

test('the page says that no model is asked, why, and when it is tried again', () => {
  const trouble = { sentence: 'Claude did not accept our credential. Check the key.', until: 60_000 }
  expect(bannerOf({ name: 'claude' }, 0, clockOf, bannerWords.en)).toBe('')
  expect(bannerOf({ name: 'demo', banner: 'This is the demo.' }, 0, clockOf, bannerWords.en)).toBe('This is the demo.')
  expect(bannerOf({ name: 'claude', trouble }, 0, clockOf, bannerWords.en)).toBe(
    'Claude did not accept our credential. Check the key. It is tried again at minute 1.',
  )
  expect(bannerOf({ name: 'claude', trouble }, 60_001, clockOf, bannerWords.en)).toContain(
    'The next message tries it again.',
  )
})
