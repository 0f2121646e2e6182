import { expect, test } from 'vitest'
import { createPaint, drawMarkdown, wantsColour } from '../../../../src/cli/chat/terminal/draw-markdown.ts'
import { cellsOf } from '../../../../src/lib/text/terminal-width.ts'

const draw = (text: string, width = 30, cutsCode = false) =>
  drawMarkdown(text, { width, paint: createPaint(false), cutsCode }).join('\n')

test('an answer is drawn within the width', () => {
  const text =
    '# Roof\n\nIt **leaks** in *two* places, `here` and [there](https://x.example).\n\n1. chimney, where the lead came loose\n   - lead\n2. gutter\n\n> as my grandfather used to say so often'
  expect(draw(text)).toBe(
    `Roof

It leaks in two places, \`here\`
and there (https://x.example).

1. chimney, where the lead
   came loose
   ◦ lead
2. gutter

│ as my grandfather used to
│ say so often`,
  )
})

test('code stays whole where it can be copied, and is cut where rows are counted', () => {
  const code = `\`\`\`\n${'x'.repeat(50)}\n\`\`\``
  expect(draw(code)).toBe(`    ${'x'.repeat(50)}`)
  expect(draw(code, 30, true)).toBe(`    ${'x'.repeat(26)}\n    ${'x'.repeat(24)}`)
})

test('a table stands in columns where it fits, and row by row where it does not', () => {
  const table = '| part | cost |\n|---|---:|\n| lead | 120 |\n| 石灰 | 35 |'
  expect(draw(table)).toBe('part │ cost\n─────┼─────\nlead │  120\n石灰 │   35')
  expect(draw(table, 10)).toBe('part: lead\ncost: 120\n\npart: 石灰\ncost: 35')
})

test.each([10, 23, 40, 80])('no row is wider than %i columns, whatever the script', (width) => {
  const text = `**${'屋顶漏水了 '.repeat(12)}** and ${'👨‍👩‍👧'.repeat(20)} ${'w'.repeat(90)} \`é́ ${'ab '.repeat(30)}\``
  const rows = drawMarkdown(text, { width, paint: createPaint(true), cutsCode: true })
  expect(Math.max(...rows.map(cellsOf))).toBeLessThanOrEqual(width)
  expect(rows.join('').replaceAll(/\s/g, '')).toContain('w'.repeat(Math.min(width, 90)))
})

test('colours only where they are wanted', () => {
  const drawn = (env: Record<string, string>) =>
    drawMarkdown('**b** `c`', { width: 30, paint: createPaint(wantsColour(env)) }).join()
  expect(drawn({})).toBe('\u001b[1mb\u001b[22m \u001b[36mc\u001b[39m')
  expect(drawn({ NO_COLOR: '1' })).toBe('b `c`')
  expect(drawn({ NO_COLOR: '' })).toContain('\u001b')
})

test('what a model wrote cannot drive the terminal', () => {
  expect(draw('\u001b]0;title\u0007a\u001b[2Jb')).toBe(']0;titlea[2Jb')
})
