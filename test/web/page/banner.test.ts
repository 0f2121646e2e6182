import { expect, test } from 'vitest'
import { type AnyText, textIn } from '../../../src/messages/localized.ts'
import { bannerOf } from '../../../src/web/page/banner.ts'
import { bannerWords } from '../../../src/web/page/words/chats/room-words.ts'

const readers = { clockOf: (ms: number) => `minute ${ms / 60_000}`, textOf: (text: AnyText) => textIn(text, 'en') }

test('the page says that no model is asked, why, and when it is tried again', () => {
  const trouble = { sentence: 'Claude did not accept our credential. Check the key.', until: 60_000 }
  expect(bannerOf({ name: 'claude' }, 0, readers, bannerWords.en)).toBe('')
  expect(bannerOf({ name: 'demo', banner: 'This is the demo.' }, 0, readers, bannerWords.en)).toBe('This is the demo.')
  expect(bannerOf({ name: 'claude', trouble }, 0, readers, bannerWords.en)).toBe(
    'Claude did not accept our credential. Check the key. It is tried again at minute 1.',
  )
  expect(bannerOf({ name: 'claude', trouble }, 60_001, readers, bannerWords.en)).toContain(
    'The next message tries it again.',
  )
})
