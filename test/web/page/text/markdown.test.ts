import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../../src/lib/markdown.ts'
import { asMarkdown } from '../../../../src/web/page/text/markdown.ts'

test.each([
  'One *two* **three** ~~four~~ `five` and ``a `b` c``',
  '## A heading\n\nAnd [words](https://example.org/) below https://example.org/',
  '- one\n- two\n  - deeper\n  - still\n- three',
  '3. three\n4. four\n\n   ```sh\n   ls\n   ```',
  '> quoted\n> > deeper',
  '````md\n```\ncode in code\n```\n````',
  '| a | b |\n| :-- | --: |\n| 1 \\| 2 | 3 |',
  'a\n\n---\n\nb',
])('what is copied means what was shown: %j', (text) => {
  const blocks = parseMarkdown(text)
  expect(parseMarkdown(asMarkdown(blocks))).toEqual(blocks)
})
