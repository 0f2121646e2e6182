import { expect, test } from 'vitest'
import { type AnyText, textIn } from '../../../../../../src/messages/localized.ts'
import { bannerOf, stepsInWords } from '../../../../../../src/web/page/views/chats/thread/line-text.ts'
import { bannerWords } from '../../../../../../src/web/page/words/chats/chat-words.ts'
import { stepsWords } from '../../../../../../src/web/page/words/chats/thread-words.ts'

const done = (...lines: string[]) => lines.map((line) => ({ line, failed: false }))

test.each([
  [done('running "ls"', 'running "git log"', 'writing notes.md'), 'ran 2 commands, wrote notes.md'],
  [done('running "ls"'), 'ran one command'],
  [done('reading a.md', 'reading b.md', 'fetching "https://x.org"'), 'read 2 files, fetched "https://x.org"'],
  [done('canceling job "3"'), 'canceling job "3"'],
  [done('canceling job "3"', 'finding nothing to report'), '2 other steps'],
  [[{ line: 'not allowed: running "rm"', failed: true }], 'not allowed: running "rm", 1 failed'],
])('%j is told as %j', (steps, words) => {
  expect(stepsInWords(steps, stepsWords.en)).toBe(words)
})

const readers = { clockOf: (ms: number) => `minute ${ms / 60_000}`, textOf: (text: AnyText) => textIn(text, 'en') }

test('the page says that no model is asked, why, and when it is tried again', () => {
  const trouble = { sentence: 'Claude did not accept the API key or sign-in. Check the key.', until: 60_000 }
  expect(bannerOf({ name: 'claude' }, 0, readers, bannerWords.en)).toBe('')
  expect(bannerOf({ name: 'demo', banner: 'This is the demo.' }, 0, readers, bannerWords.en)).toBe('This is the demo.')
  const german = { ...readers, textOf: (text: AnyText) => textIn(text, 'de') }
  const banner = { en: 'This is the demo.', de: 'Das ist die Demo.' }
  expect(bannerOf({ name: 'demo', banner }, 0, german, bannerWords.de)).toBe('Das ist die Demo.')
  expect(bannerOf({ name: 'claude', trouble }, 0, readers, bannerWords.en)).toBe(
    'Claude did not accept the API key or sign-in. Check the key. Next attempt at minute 1.',
  )
  expect(bannerOf({ name: 'claude', trouble }, 60_001, readers, bannerWords.en)).toContain(
    'Your next message will try again.',
  )
})
