import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ask, askSecret, confirm } from '../../src/cli/prompts.ts'

function terminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  let seen = ''
  output.on('data', (chunk) => (seen += String(chunk)))
  return { input, output, seen: () => seen }
}

test('a secret is read and nothing of it is shown, while other answers are', async () => {
  const screen = terminal()
  const secret = askSecret('Key: ', screen)
  screen.input.write(' sk-hidden-1 \r')
  expect(await secret).toBe('sk-hidden-1')
  const shown = ask('Name: ', screen)
  screen.input.write('Ana\r')
  expect(await shown).toBe('Ana')
  expect(screen.seen()).toContain('Key: ')
  expect(screen.seen()).toContain('Ana')
  expect(screen.seen()).not.toMatch(/sk|hidden|\*/)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s leaves', async (_, typed) => {
  const screen = terminal()
  const answer = askSecret('Key: ', screen)
  screen.input.write(typed)
  expect(await answer).toBeUndefined()
})

test.each([
  ['y', true],
  ['YES', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('%j is taken as %s', async (typed, yes) => {
  const screen = terminal()
  const answer = confirm('Sure?', screen)
  screen.input.write(`${typed}\r`)
  expect(await answer).toBe(yes)
})
