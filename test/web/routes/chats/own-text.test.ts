import { expect, test } from 'vitest'
import { ownMarkdown } from '../../../../src/web/routes/chats/line-view.ts'
import { hostileStrings } from '../../hostile-strings.ts'

test.each([
  'hello',
  'two\n  lines   as typed',
  '/why **not**',
  'it costs 5 * 3 * 2, snake_case_name',
  'C:\\dir\\*',
  '',
])('%j is shown as it was typed', (text) => {
  expect(ownMarkdown(text)).toBeUndefined()
})

test.each([
  ['**no**', 'strong'],
  ['- a\n- b', 'list'],
  ['```ts\nlet a\n```', 'code'],
  ['see https://example.org', 'link'],
  ['$x^2$', 'math'],
])('%j is Markdown', (text, kind) => {
  expect(JSON.stringify(ownMarkdown(text))).toContain(`"${kind}"`)
})

test('what was pasted is Markdown only where it has code between fences', () => {
  const log = '# a\n* b\n'.repeat(20)
  expect(ownMarkdown(log)).toBeUndefined()
  expect(ownMarkdown(`# ${'a'.repeat(2_000)}`)).toBeUndefined()
  expect(ownMarkdown(`Look:\n\n\`\`\`\n${log}\`\`\``)).toMatchObject([{ kind: 'paragraph' }, { kind: 'code' }])
  expect(ownMarkdown(`\`\`\`\n${log.repeat(200)}\`\`\``)).toBeUndefined()
})

test('hostile strings become known kinds and links that are allowed, and nothing else', () => {
  const kinds = new Set<string>()
  const links = new Set<string>()
  for (const text of hostileStrings()) meet(ownMarkdown(text))
  expect([...kinds].sort()).toEqual(
    ['break', 'code', 'heading', 'link', 'list', 'paragraph', 'quote', 'strong', 'table', 'text'].filter((kind) =>
      kinds.has(kind),
    ),
  )
  expect(kinds.size).toBeGreaterThan(4)
  expect([...links].filter((href) => !/^(https?:|mailto:)/.test(href))).toEqual([])

  function meet(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if ('kind' in value) kinds.add(String(value.kind))
    if ('href' in value) links.add(String(value.href))
    Object.values(value).forEach(meet)
  }
})
