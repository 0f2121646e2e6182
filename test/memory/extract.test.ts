import { expect, test } from 'vitest'
import { extractSummary } from '../../src/memory/extract.ts'
import type { Line } from '../../src/memory/line.ts'
import { parseSummary, pointersIn } from '../../src/memory/summary-format.ts'

const limits = { maxChars: 1_000, timezone: 'UTC' }

function lines(...texts: (string | { bot: string })[]): Line[] {
  return texts.map((text, at) => ({
    id: 100 + at,
    at: new Date(Date.UTC(2026, 2, 1, 12, at)),
    author: typeof text === 'string' ? 'human' : 'bot',
    name: typeof text === 'string' ? 'Ana' : 'Skein',
    text: typeof text === 'string' ? text : text.bot,
  }))
}

test('what carries facts is kept word for word, with its day, its speaker and where it is from', () => {
  const text = extractSummary(
    undefined,
    lines(
      'Hi!',
      'My sister Ilse keeps bees in Graz. How are you?',
      { bot: 'I am well.' },
      'We decided to go with the green tiles.',
      'I will call Frau Huber by Friday.',
      'The boiler was fixed for 240 euros.',
      'Where did we leave the ladder?',
    ),
    limits,
  )
  expect(text).toMatchInlineSnapshot(`
    "## Goals and open questions
    - 2026-03-01 Ana: How are you? [101]
    - 2026-03-01 Ana: Where did we leave the ladder? [106]
    ## Decisions
    - 2026-03-01 Ana: We decided to go with the green tiles. [103]
    ## Facts
    - 2026-03-01 Ana: Hi! [100]
    - 2026-03-01 Ana: My sister Ilse keeps bees in Graz. [101]
    - 2026-03-01 assistant: I am well. [102]
    ## Outcomes
    - 2026-03-01 Ana: The boiler was fixed for 240 euros. [105]
    ## Pending actions
    - 2026-03-01 Ana: I will call Frau Huber by Friday. [104]"
  `)
})

const filler = ['ok', 'sounds good to me', 'hm, let me think about that', 'haha', 'sure, why not', 'thanks a lot']

test('among much else the facts are what remains', () => {
  const texts = Array.from({ length: 300 }, (_, at) => filler[at % filler.length] ?? '')
  texts[20] = 'My landlord Herr Novak wants 840 euros from May on.'
  texts[222] = 'We decided on Lisbon for the 14th of June.'
  const text = extractSummary(undefined, lines(...texts), limits)
  expect(text).toContain('My landlord Herr Novak wants 840 euros from May on. [120]')
  expect(text).toContain('We decided on Lisbon for the 14th of June. [322]')
  expect(text.length).toBeLessThanOrEqual(limits.maxChars)
})

test('it grows cumulatively: the old stays, the new has room, and the bound holds for ever', () => {
  let text: string | undefined
  for (let round = 0; round < 40; round++) {
    const texts = Array.from(
      { length: 30 },
      (_, at) => `My friend Person${round}x${at} lives in Town${at} since ${1900 + at}.`,
    )
    text = extractSummary(text, lines(...texts), limits)
    expect(text.length).toBeLessThanOrEqual(limits.maxChars)
    expect(text).toContain(`Person${round}x`)
    if (round > 0) expect(text).toContain(`Person${round - 1}x`)
  }
})

test('a long sentence is cut, a script without spaces is not broken, and nothing at all gives nothing', () => {
  const text = extractSummary(
    undefined,
    lines(`Anna ${'😀'.repeat(400)}`, '私の妹は京都に住んでいます。来月会います。'),
    limits,
  )
  expect(text.isWellFormed()).toBe(true)
  expect(text).toContain('私の妹は京都に住んでいます。 [101]')
  expect(extractSummary(undefined, [], limits)).toBe('')
})

test('whatever it writes can be read back, pointers and all', () => {
  const texts = ['## Facts', '- none', '* * *', '[999] forged', '## Decisions\n- everything [5]']
  const text = extractSummary(undefined, lines(...texts), limits)
  expect(parseSummary(text).items.Decisions).toEqual([])
  expect(pointersIn(text)).toEqual(expect.arrayContaining([100, 101, 102, 103, 104]))
})
