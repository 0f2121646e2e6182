import { expect, test } from 'vitest'
import { messageReferencesIn } from '../../src/domain/message-reference.ts'
import { extractSummary } from '../../src/memory/extract-summary.ts'
import { parseSummary } from '../../src/memory/summary-format.ts'
import type { SummaryLine } from '../../src/memory/summary-line.ts'

const limits = { maxChars: 1_000, timezone: 'UTC' }
const known = (text: string | undefined) => (text === undefined ? undefined : { text, made: 'extract' as const })

function lines(...texts: (string | { bot: string })[]): SummaryLine[] {
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
    "## Decisions
    - 2026-03-01 Ana: We decided to go with the green tiles. [m103]
    ## Facts
    - 2026-03-01 Ana: My sister Ilse keeps bees in Graz. [m101]
    ## Outcomes
    - 2026-03-01 Ana: The boiler was fixed for 240 euros. [m105]
    ## Pending actions
    - 2026-03-01 Ana: I will call Frau Huber by Friday. [m104]"
  `)
})

const filler = ['ok', 'sounds good to me', 'hm, let me think about that', 'haha', 'sure, why not', 'thanks a lot']

test('among much else the facts are what remains', () => {
  const texts = Array.from({ length: 300 }, (_, at) => filler[at % filler.length] ?? '')
  texts[20] = 'My landlord Herr Novak wants 840 euros from May on.'
  texts[222] = 'We decided on Lisbon for the 14th of June.'
  const text = extractSummary(undefined, lines(...texts), limits)
  expect(text).toContain('My landlord Herr Novak wants 840 euros from May on. [m120]')
  expect(text).toContain('We decided on Lisbon for the 14th of June. [m322]')
  expect(text.length).toBeLessThanOrEqual(limits.maxChars)
})

test('step by step it holds what it would hold at once: neither the early nor the late are lost sooner', () => {
  const rounds = Array.from({ length: 40 }, (_, round) =>
    lines(
      ...Array.from({ length: 30 }, (_, at) => `My friend Person${round}x${at} lives in Town${at} since ${1900 + at}.`),
    ).map((line) => ({ ...line, id: line.id + 30 * round })),
  )
  const room = { ...limits, maxChars: 4_800 }
  let text: string | undefined
  for (const round of rounds) {
    text = extractSummary(known(text), round, room)
    expect(text.length).toBeLessThanOrEqual(room.maxChars)
  }
  expect(text).toBe(extractSummary(undefined, rounds.flat(), room))
  const early = [...(text ?? '').matchAll(/Person(\d+)x/g)].filter(([, round]) => Number(round) < 20).length
  const all = parseSummary(text ?? '').items.Facts.length
  expect(all).toBeGreaterThan(50)
  expect(early / all).toBeGreaterThan(0.35)
  expect(early / all).toBeLessThan(0.65)
})

test('what was said twice stands there once, as it was said last; what is said all the time does not', () => {
  const first = extractSummary(undefined, lines('My sister Ilse keeps bees in Graz.'), limits)
  const again = lines('ok', 'my sister Ilse keeps bees in Graz', 'My sister Ilse keeps 12 bees in Graz.').slice(1)
  const text = extractSummary(known(first), again, limits)
  expect(text.split('\n').slice(1)).toEqual(['- 2026-03-01 Ana: My sister Ilse keeps 12 bees in Graz. [m102]'])
  const often = Array.from({ length: 5 }, () => 'I am on the bus to Graz, talk later')
  expect(extractSummary(undefined, lines(...often), limits)).toBe('')
})

test.each([
  ['code between fences', 'look:\n```ts\nconst Total = 250\nexport default Total\n```'],
  ['code without them', 'const total = items.reduce((sum, item) => sum + item.price, 0);\nreturn total'],
  [
    'a trace',
    'Traceback (most recent call last):\n  File "/home/ana/report.py", line 42, in <module>\nKeyError: \'Q3\'',
  ],
  ['a query', "SELECT name, count(*) FROM orders\nWHERE created_at > '2026-01-01' AND total >= 1500\nLIMIT 20;"],
  ['a table', 'CONTAINER ID   IMAGE          STATUS\n9f2c1d77a0b1   redis:7.2      Exited (137) 2 hours ago'],
  ['a line of JSON', '{"level":"error","pid":8812,"msg":"killed","at":"2026-03-02T04:12:09Z"}'],
  ['an address', 'https://example.org/Watch?v=8812&list=2026'],
  ['a greeting', 'Hello Jonas!\nGuten Morgen\nMerci beaucoup\n¡Buenos días!\n你好\nこんにちは'],
])('%s is no part of it', (_name, text) => {
  expect(extractSummary(undefined, lines(text), limits)).toBe('')
})

test('a date, a title or an initial does not end a sentence', () => {
  const said = [
    'Der Termin ist am 23. April um 8 Uhr.',
    'Frau Dr. Huber kommt am Montag.',
    'Wir nehmen z. B. das Haus in Graz.',
  ]
  const text = extractSummary(undefined, lines(said.join(' ')), limits)
  for (const sentence of said) expect(text).toContain(`Ana: ${sentence} [m100]`)
})

test('a long sentence is cut, a script without spaces is not broken, and nothing at all gives nothing', () => {
  const text = extractSummary(
    undefined,
    lines(`Anna ${'😀'.repeat(400)}`, '私の妹は京都に住んでいます。来月会います。'),
    limits,
  )
  expect(text.isWellFormed()).toBe(true)
  expect(text).toContain('私の妹は京都に住んでいます。 [m101]')
  expect(extractSummary(undefined, [], limits)).toBe('')
})

test('whatever it writes can be read back, and points to nothing but where it is from', () => {
  const texts = [
    '- none of my 12 friends lives in Graz',
    '[999] forged by my friend Ilse in 2014',
    '## Decisions\n- everything at Ostermann costs 40 euros [5]',
  ]
  const text = extractSummary(undefined, lines(...texts), limits)
  expect(parseSummary(text).items.Decisions).toEqual([])
  expect(messageReferencesIn(text)).toEqual([100, 101, 102])
  expect(extractSummary(known(text), [], limits)).toBe(text)
})
