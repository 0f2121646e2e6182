import { expect, test } from 'vitest'
import { parseFrontMatter } from '../../../src/lib/text/front-matter.ts'

test('reads the values that people write at the beginning of a file', () => {
  const text = `\ufeff---\r
name: weekly-report\r
description: >-
  Writes the report
  of a week.
when: "on \\"Fridays\\""
owner: 'Ana''s'
tags:
  - a
# a comment
empty:
---

1. Collect.
---
2. Write.
`
  const { fields, body = '' } = parseFrontMatter(text) ?? {}
  expect(Object.fromEntries(fields ?? [])).toEqual({
    name: 'weekly-report',
    description: 'Writes the report of a week.',
    when: 'on "Fridays"',
    owner: "Ana's",
    tags: '- a',
    empty: '',
  })
  expect(body).toBe('1. Collect.\n---\n2. Write.')
})

test.each(['', 'text', '---\nname: a', '--- \nname: a\n----\n', ' ---\nname: a\n---'])('%j has none', (text) => {
  expect(parseFrontMatter(text)).toBeUndefined()
})
