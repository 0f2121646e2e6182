import { expect, test } from 'vitest'
import { stepsInWords } from '../../../../../../src/web/page/views/chats/thread/line-text.ts'
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
