import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../../src/lib/markdown.ts'
import { asMarkdown, asTask } from '../../../../src/web/page/text/markdown.ts'

test.each([
  'One *two* **three** ~~four~~ `five` and ``a `b` c``',
  '## A heading\n\nAnd [words](https://example.org/) below https://example.org/',
  '- one\n- two\n  - deeper\n  - still\n- three',
  '3. three\n4. four\n\n   ```sh\n   ls\n   ```',
  '> quoted\n> > deeper',
  '````md\n```\ncode in code\n```\n````',
  '| a | b |\n| :-- | --: |\n| 1 \\| 2 | 3 |',
  'a\n\n---\n\nb',
  'One[^a] and two[^b][^a].\n\n[^b]: Two\n[^a]: One, see [^b]\n\n  - with a list',
])('what is copied means what was shown: %j', (text) => {
  const blocks = parseMarkdown(text)
  expect(parseMarkdown(asMarkdown(blocks))).toEqual(blocks)
})

test('a box before the words of an item is what it says, and no part of them', () => {
  const [list] = parseMarkdown('- [x] bread\n- [ ] *two* eggs\n- [y] no box\n- [x](https://example.org)')
  const tasks = list?.kind === 'list' ? list.items.map(asTask) : []
  expect(tasks.map((task) => task?.isDone)).toEqual([true, false, undefined, undefined])
  expect(tasks[0]?.blocks).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text: 'bread' }] }])
})
