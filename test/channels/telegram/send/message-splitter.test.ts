import { expect, test } from 'vitest'
import { readBody, toParts, truncateStart } from '../../../../src/channels/telegram/outbound.ts'
import { renderMarkdown } from '../../../../src/channels/telegram/send/markdown-entities.ts'
import { splitStyled } from '../../../../src/channels/telegram/send/message-splitter.ts'
import { formatText } from '../../../peers/telegram/messages/formatted-text.ts'

const cut = (markdown: string, limit: number) => splitStyled(renderMarkdown(markdown), limit)
const texts = (markdown: string, limit: number) => cut(markdown, limit).map(({ text }) => text)

test('it is cut after a paragraph before a line, a line before a sentence, a sentence before a word', () => {
  expect(texts('One two.\nThree four.\n\nFive six seven.', 34)).toEqual([
    'One two.\nThree four.\n\n',
    'Five six seven.',
  ])
  expect(texts('One two three.\nFour five. Six seven', 27)).toEqual(['One two three.\n', 'Four five. Six seven'])
  expect(texts('One two three. Four five six seven', 24)).toEqual(['One two three. ', 'Four five six seven'])
  expect(texts('One two three four five six', 20)).toEqual(['One two three four ', 'five six'])
})

test('a character is never cut, however many units it has', () => {
  const family = '👩‍👩‍👧‍👦'
  for (const part of texts(family.repeat(20), 30)) expect(part.length % family.length).toBe(0)
})

test('a name or path behind a letter does not become a mention or a command where it is cut', () => {
  expect(texts('mail to ana@alice@bob', 17)).toEqual(['mail to ana@alic', 'e@bob'])
  expect(texts('usr/stop', 3)).toEqual(['us', 'r/s', 'top'])
})

test('code that is cut is code in both parts, in the same language', () => {
  const parts = cut(`\`\`\`ts\n${'let a = 1\n'.repeat(30)}\`\`\``, 100)
  expect(parts.length).toBeGreaterThan(2)
  for (const { text, entities } of parts) {
    expect(entities).toEqual([{ type: 'pre', language: 'ts', offset: 0, length: text.length }])
  }
})

test('a paragraph inside code is no place to cut when there is one outside', () => {
  const parts = texts('Before it there is some text.\n\n```\na\n\nb\n```', 34)
  expect(parts).toEqual(['Before it there is some text.\n\n', 'a\n\nb'])
})

test('a link is kept whole where a boundary is near', () => {
  const parts = cut('Read all of the words in [this very long link text](https://a.example) now', 40)
  expect(parts.map(({ text }) => text)).toEqual(['Read all of the words in ', 'this very long link text now'])
})

test('no part carries more styles than the platform keeps', () => {
  const parts = cut('`a` '.repeat(500), 4000)
  expect(parts.length).toBeGreaterThan(5)
  for (const { entities } of parts) expect(entities.length).toBeLessThanOrEqual(100)
})

test('no part carries more addresses than the platform takes', () => {
  const parts = cut(`[x](https://a.example/${'p'.repeat(900)}) `.repeat(20), 4000)
  for (const { entities } of parts) {
    expect(entities.reduce((sum, entity) => sum + ('url' in entity ? entity.url.length : 0), 0)).toBeLessThan(9000)
  }
})

test('a text of a hundred thousand characters is cut in the blink of an eye', () => {
  const styled = renderMarkdown('Some **bold** words, `code` and @names.\n'.repeat(2500))
  const before = process.cpuUsage()
  splitStyled(styled)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500)
})

/** What people see of a text: its messages as the server keeps them. */
function shown(markdown: string): string[] {
  return toParts(markdown, () => false).map((body) => {
    const { text, entities } = readBody(body)
    return formatText(text, entities, { limit: 4096, unit: 'utf-16', tooLong: 'too long', note: () => {} }).text
  })
}

test.each(Array.from({ length: 30 }, (_, at) => at))('a long block of Python keeps every indentation, %i', (at) => {
  const lines = Array.from({ length: 150 + at }, (_, n) => {
    const depth = (n * 7 + at) % 5
    return n % (11 + at) === 0
      ? ''
      : `${'    '.repeat(depth)}${'value = compute(value, other)  # why'.slice(0, 12 + (n % 20))}`
  })
  const code = `        # deep from the first line on\n${lines.join('\n')}\nend`
  const parts = shown(`\`\`\`python\n${code}\n\`\`\``)
  expect(parts.length).toBeGreaterThan(1)
  const lineEnds = (text: string) => text.split('\n').map((line) => line.trimEnd())
  expect(lineEnds(parts.join('\n'))).toEqual(lineEnds(code))
})

test.each([
  ['flags', '🇩🇪🇫🇷🇯🇵'],
  ['skin tones', '👍🏽👋🏿'],
  ['families', '👩‍👩‍👧‍👦👨🏻‍🌾'],
])('forced cuts never tear %s', (_, characters) => {
  const whole = new Set(Array.from(new Intl.Segmenter().segment(characters), ({ segment }) => segment))
  for (let limit = 16; limit < 60; limit++) {
    for (const lead of ['', 'x', 'ab'])
      for (const part of texts(lead + characters.repeat(20), limit)) {
        const torn = Array.from(new Intl.Segmenter().segment(part.replace(/^[abx]+/, '')), ({ segment }) => segment)
        expect(torn.filter((one) => !whole.has(one))).toEqual([])
      }
  }
})

test('Chinese and Japanese are cut at their own stops', () => {
  expect(texts('今天天气很好。我们去公园散步吧。晚上再回来吃饭。', 20)).toEqual([
    '今天天气很好。我们去公园散步吧。',
    '晚上再回来吃饭。',
  ])
  expect(texts('今日は天気がいいです、公園まで散歩してから家に帰りましょう', 18)[0]).toBe('今日は天気がいいです、')
})

test('what is shown while it grows has no more styles than the platform keeps', () => {
  const growing = renderMarkdown('`a` '.repeat(300))
  expect(growing.entities.length).toBeGreaterThan(100)
  expect(truncateStart(growing).entities.length).toBeLessThanOrEqual(100)
  expect(truncateStart(growing).text).toMatch(/^… /)
})
