import { expect, test } from 'vitest'
import { spokenText } from '../../src/lib/spoken-text.ts'

const spoken = (markdown: string) => spokenText(markdown).text

test('sentences are read without the signs of Markdown', () => {
  expect(spoken('# Tomorrow\n\nIt will **rain**, so take *the* `umbrella`.\n\n- Milk\n- Bread!\n\n1. First')).toBe(
    'Tomorrow.\n\nIt will rain, so take the umbrella.\n\nMilk.\nBread!\n\nFirst.',
  )
  expect(spoken('See [the plan](https://example.org/plan) and https://example.org/very/long 😀👍🏽.')).toBe(
    'See the plan and .',
  )
  expect(spoken('> She said yes.\n\nGood.')).toBe('She said yes.\n\nGood.')
})

test('code, tables and rules are not read, and an answer of nothing else is not spoken at all', () => {
  expect(spoken('Run this:\n\n```sh\nrm -rf /\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\nDone.')).toBe(
    'Run this:\n\nDone.',
  )
  for (const silent of ['', '```\ncode\n```', '😀', '---', '\u0000\u200b']) expect(spoken(silent)).toBe('')
})

test('a long answer ends after a sentence, and hostile text takes no time', () => {
  const { text, isShortened } = spokenText('This is one of many sentences. '.repeat(1000))
  expect(isShortened).toBe(true)
  expect(text.length).toBeLessThanOrEqual(2000)
  expect(text.endsWith('sentences.')).toBe(true)
  expect(spokenText('short').isShortened).toBe(false)
  for (const hostile of ['x'.repeat(1e6), '*'.repeat(1e5), '['.repeat(1e5), '.'.repeat(1e6), '\u0301'.repeat(1e5)])
    expect(spokenText(hostile).text.length).toBeLessThanOrEqual(2000)
})
