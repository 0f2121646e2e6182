import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../../src/lib/markdown.ts'
import { asTask } from '../../../../src/web/page/text/task-item.ts'

test('a box before the words of an item is what it says, and no part of them', () => {
  const [list] = parseMarkdown('- [x] bread\n- [ ] *two* eggs\n- [y] no box\n- [x](https://example.org)')
  const tasks = list?.kind === 'list' ? list.items.map(asTask) : []
  expect(tasks.map((task) => task?.isDone)).toEqual([true, false, undefined, undefined])
  expect(tasks[0]?.blocks).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text: 'bread' }] }])
})
