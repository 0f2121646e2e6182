import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../../../src/channels/telegram/send/markdown-entities.ts'
import { createStyledTextWriter } from '../../../../src/channels/telegram/send/styled-text.ts'

/** The text with every style written around what it covers: easier to read than offsets. */
function draw(markdown: string, isCommand?: (name: string) => boolean): string {
  const { text, entities } = renderMarkdown(markdown, isCommand)
  const marks = new Map<number, string>()
  const put = (at: number, mark: string, inFront: boolean) => {
    const there = marks.get(at) ?? ''
    marks.set(at, inFront ? mark + there : there + mark)
  }
  for (const entity of entities) put(entity.offset, `<${nameOf(entity)}>`, false)
  for (const entity of entities) put(entity.offset + entity.length, `</${entity.type}>`, true)
  return [...Array(text.length + 1).keys()].map((at) => (marks.get(at) ?? '') + (text[at] ?? '')).join('')
}

function nameOf(entity: { type: string; url?: string; language?: string }): string {
  return [entity.type, entity.url ?? entity.language].filter(Boolean).join(' ')
}

describe('Markdown becomes text with styles', () => {
  test.each([
    ['plain text', 'Just words.', 'Just words.'],
    ['bold and italic', '**b** and *i*', '<bold>b</bold> and <italic>i</italic>'],
    ['one inside the other', '**b *i* b**', '<bold>b <italic>i</italic> b</bold>'],
    ['struck out', '~~no~~', '<strikethrough>no</strikethrough>'],
    ['code, which has no other style', '**a `b` c**', '<bold>a </bold><code>b</code><bold> c</bold>'],
    ['a heading', '# A *b*', '<bold>A <italic>b</italic></bold>'],
    ['a link', '[here](https://a.example/x)', '<text_link https://a.example/x>here</text_link>'],
    ['a link around code keeps the link', '[`x`](https://a.example)', '<text_link https://a.example>x</text_link>'],
    ['a link to nowhere the server would take', '[dev](http://localhost:3000)', 'dev (http://localhost:3000)'],
    [
      'a picture is a link, not a load',
      '![cat](https://a.example/c.png)',
      '<text_link https://a.example/c.png>cat</text_link>',
    ],
    ['a mail address is text, with the address', '[write me](mailto:ana@a.example)', 'write me (ana@a.example)'],
    ['a mail address under its own name is said once', '[ana@a.example](mailto:ana@a.example)', 'ana@a.example'],
    [
      'a description of a picture loses its markup',
      '![a **fat** `cat` [x](https://b.example)](https://a.example/c.png)',
      '<text_link https://a.example/c.png>a fat cat x</text_link>',
    ],
    ['code keeps the space it begins with', '```\n    x\ny\n```', '<pre>    x\ny</pre>'],
    ['a script is no link', '[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['code with a language', '```ts\nlet a = 1\n```', '<pre ts>let a = 1</pre>'],
    ['tabs in code survive as spaces', 'y\n```\n\tx\n```', 'y\n\n<pre>    x</pre>'],
    ['a quote', '> so\n> it is', '<blockquote>so\nit is</blockquote>'],
    ['a quote in a quote is one quote', '> a\n>> b', '<blockquote>a\n\nb</blockquote>'],
    ['a list', '- a\n- b\n  - c', '• a\n• b\n  • c'],
    ['a numbered list', '3. a\n4. b', '3. a\n4. b'],
    ['boxes', '- [ ] a\n- [x] b', '☐ a\n☑ b'],
    ['a rule', 'a\n\n---\n\nb', 'a\n\n———\n\nb'],
    ['HTML is text', '<b>x</b>', '<b>x</b>'],
    ['a narrow table', '| a | n |\n|---|--:|\n| 日本 | 1 |', '<pre>a     n\n───────\n日本  1</pre>'],
    ['what says nothing stays as it was written', '[](#)', '[](#)'],
  ])('%s', (_name, markdown, expected) => expect(draw(markdown)).toBe(expected))

  test('a wide table becomes one record after another', () => {
    const wide = `| ${'long heading '.repeat(4)} | other |\n|---|---|\n| ${'value '.repeat(5)} | **b** |\n| c | d |`
    expect(draw(wide)).toBe(
      [
        `<bold>${'long heading '.repeat(4).trim()}</bold>: ${'value '.repeat(5).trim()}`,
        '<bold>other</bold>: <bold>b</bold>',
        '',
        `<bold>${'long heading '.repeat(4).trim()}</bold>: c`,
        '<bold>other</bold>: d',
      ].join('\n'),
    )
  })

  test('a long quote is folded', () => {
    expect(renderMarkdown(`> ${'word '.repeat(200)}`).entities[0]?.type).toBe('expandable_blockquote')
  })
})

describe('nothing becomes a mention, a command or a link by accident', () => {
  test.each([
    ['a mention', 'ask @alice now', 'ask <code>@alice</code> now'],
    ['a mention in bold', '**ask @alice**', '<bold>ask </bold><code>@alice</code>'],
    ['a mention made of two pieces', '@**alice**', '<code>@alice</code>'],
    ['an address is no mention', 'write bob@a.example', 'write bob@a.example'],
    ['a command', 'type /reset then', 'type <code>/reset</code> then'],
    ['a path is no command', 'in /etc/hosts', 'in /etc/hosts'],
    [
      'a file that is a domain too',
      'open main.rs and deploy.sh',
      'open <code>main.rs</code> and <code>deploy.sh</code>',
    ],
    ['in a link the link wins', '[@alice](https://a.example)', '<text_link https://a.example>@alice</text_link>'],
  ])('%s', (_name, markdown, expected) => expect(draw(markdown)).toBe(expected))

  test('a command of ours can be tapped', () => {
    expect(draw('send /stop or /reset', (name) => name === 'stop')).toBe('send /stop or <code>/reset</code>')
  })
})

test('styles that cross are cut, because the platform wants one inside the other', () => {
  const writer = createStyledTextWriter()
  writer.write('a', { italic: true })
  writer.write('b', { italic: true, bold: true })
  writer.write('c', { bold: true })
  expect(writer.finish(() => []).entities).toEqual([
    { type: 'italic', offset: 0, length: 2 },
    { type: 'bold', offset: 1, length: 1 },
    { type: 'bold', offset: 2, length: 1 },
  ])
})
