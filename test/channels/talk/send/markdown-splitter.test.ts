import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitMarkdown } from '../../../../src/channels/talk/send/markdown-splitter.ts'
import { parseMarkdown } from '../../../../src/lib/markdown.ts'
import { size } from '../../../support/sizes.ts'

describe('a text that is too long for one message', () => {
  test('is cut between blocks before lines, and lines before sentences', () => {
    const paragraph = 'Some words of it. '.repeat(3).trim()
    expect(splitMarkdown(`${paragraph}\n${paragraph}\n\n${paragraph}`, 130)).toEqual([
      `${paragraph}\n${paragraph}`,
      paragraph,
    ])
    expect(splitMarkdown(`${paragraph}\n${paragraph}\n${paragraph}`, 130)).toEqual([
      `${paragraph}\n${paragraph}`,
      paragraph,
    ])
    expect(splitMarkdown(`${paragraph} ${paragraph}`, 80)[0]).toMatch(/it\.$/)
  })

  test('code goes on as code, in the same language and with its indentation', () => {
    const code = Array.from({ length: 40 }, (_, at) => `${'  '.repeat(at % 4)}step(${at})`).join('\n')
    const parts = splitMarkdown(`Look:\n\n\`\`\`js\n${code}\n\`\`\`\n\nDone.`, 200)
    expect(parts.length).toBeGreaterThan(2)
    const blocks = parts.flatMap((part) => parseMarkdown(part)).filter(({ kind }) => kind === 'code')
    expect(blocks.map((block) => block.kind === 'code' && block.language)).toEqual(blocks.map(() => 'js'))
    expect(blocks.map((block) => (block.kind === 'code' ? block.text : '')).join('\n')).toBe(code)
  })

  test('code in a list goes on at the margin, and what follows is no code', () => {
    const code = Array.from({ length: 30 }, (_, at) => `      line ${at}`).join('\n')
    const parts = splitMarkdown(`- one:\n    - two:\n\n      \`\`\`\n${code}\n      \`\`\`\n\nThe end.`, 160)
    const last = parseMarkdown(parts.at(-1) ?? '')
    expect(last.at(-1)).toEqual({ kind: 'paragraph', inlines: [{ kind: 'text', text: 'The end.' }] })
    for (const part of parts.slice(1, -1)) expect(part).toMatch(/^```\nline \d+\n[\s\S]*\n\s*```$/)
  })

  test('code in a quotation stays in it', () => {
    const parts = splitMarkdown(`> \`\`\`sh\n${'> echo something to say\n'.repeat(10)}> \`\`\``, 120)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts)
      expect(parseMarkdown(part)).toMatchObject([{ kind: 'quote', blocks: [{ kind: 'code', language: 'sh' }] }])
  })

  test('a table goes on below its head', () => {
    const rows = Array.from({ length: 30 }, (_, at) => `| ${at} | value ${at} |`).join('\n')
    const parts = splitMarkdown(`| no | what |\n|---|---|\n${rows}`, 150)
    expect(parts.length).toBeGreaterThan(2)
    const tables = parts.flatMap((part) => parseMarkdown(part))
    for (const table of tables)
      expect(table).toMatchObject({ kind: 'table', head: [[{ text: 'no' }], [{ text: 'what' }]] })
    expect(tables.reduce((sum, table) => sum + (table.kind === 'table' ? table.rows.length : 0), 0)).toBe(30)
  })

  test('a link and a word of code stay whole where a boundary is near', () => {
    const [first] = splitMarkdown(`${'word '.repeat(12)}[a link of words](https://a.example/page) and more of them`, 80)
    expect(first).toBe('word '.repeat(12).trim())
  })

  test('a block of code that begins with empty lines keeps them', () => {
    const parts = splitMarkdown(`\`\`\`\n${'\n'.repeat(100)}end\n\`\`\``, 64)
    expect(rejoined(parts)).toBe(`\`\`\`\n${'\n'.repeat(100)}end\n\`\`\``)
  })

  test('what is short is one part', () => {
    expect(splitMarkdown('hello\n\nworld')).toEqual(['hello\n\nworld'])
  })

  test.each(['🇩🇪🇫🇷🇯🇵', '👍🏽👋🏿', '👩‍👩‍👧‍👦👨🏻‍🌾'])('forced cuts never tear %s', (characters) => {
    const whole = new Set(Array.from(new Intl.Segmenter().segment(characters), ({ segment }) => segment))
    for (let limit = 64; limit < 100; limit++)
      for (const part of splitMarkdown(characters.repeat(30), limit))
        expect([...new Intl.Segmenter().segment(part)].filter(({ segment }) => !whole.has(segment))).toEqual([])
  })
})

const marks = [
  '**',
  '*',
  '`a`',
  '> ',
  '- ',
  '1. ',
  '# ',
  '\n',
  '\n',
  '\n\n',
  '```\n',
  '\n```\n',
  '\n```js\n',
  '~~~\n',
  '    ',
  '  ',
  ' ',
]
const words = [
  'word',
  'a longer word',
  'x.',
  '日本。',
  '😀',
  '👩‍👩‍👧‍👦',
  'é',
  '[a](https://a.example)',
  '@all',
  'value '.repeat(12),
]
const tables = ['| ', ' |\n', '\n| a | b |\n|---|---|\n', '| c | d |\n']
const texts = (...pieces: string[]) => fc.array(fc.constantFrom(...pieces), { minLength: 20, maxLength: 60 })
const limits = fc.integer({ min: 64, max: 200 })

describe('ten thousand texts', () => {
  test('parts hold the limit, lose nothing and tear nothing', () => {
    fc.assert(
      fc.property(texts(...marks, ...words), limits, (pieces, limit) => {
        const text = pieces.join('')
        const parts = splitMarkdown(text, limit)
        expect(parts.filter((part) => part.length > limit || !part.isWellFormed() || part.trim() === '')).toEqual([])
        // But for white space and the marks of quotes and of code, which may be there once more.
        expect(essence(parts.join('\n'))).toBe(essence(text))
      }),
      { numRuns: size(1000, 5000) },
    )
  })

  test('with tables every word comes out in its order', () => {
    fc.assert(
      fc.property(texts(...marks, ...words, ...tables), limits, (pieces, limit) => {
        const text = pieces.map((piece, at) => `${piece} w${at}q `).join('')
        const parts = splitMarkdown(text, limit)
        expect(parts.filter((part) => part.length > limit)).toEqual([])
        const found = parts.join('\n').match(/w\d+q/g) ?? []
        expect([...new Set(found)]).toEqual(pieces.map((_, at) => `w${at}q`))
      }),
      { numRuns: size(1000, 5000) },
    )
  })
})

function essence(text: string): string {
  return text.replace(/^[ >]*(```+|~~~+)(js)?[ ]*$/gm, '').replace(/[\s`~>]/g, '')
}

/** Parts of one block of code, one after the other. */
function rejoined(parts: string[]): string {
  return parts
    .map((part, at) => {
      const lines = part.split('\n')
      return lines.slice(at === 0 ? 0 : 1, at === parts.length - 1 ? lines.length : -1).join('\n')
    })
    .join('\n')
}
