import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, type Inline, parseMarkdown } from '../../src/lib/markdown.ts'
import { size } from '../support/sizes.ts'

const paragraph = (...inlines: Inline[]): Block => ({ kind: 'paragraph', inlines })
const text = (words: string): Inline => ({ kind: 'text', text: words })

describe('a text becomes a tree', () => {
  test('of paragraphs with emphasis, code, links and breaks', () => {
    expect(parseMarkdown('a **b *c*** ~~d~~ `e`\nf [g](https://h.example/i)')).toEqual([
      paragraph(
        text('a '),
        { kind: 'strong', inlines: [text('b '), { kind: 'em', inlines: [text('c')] }] },
        text(' '),
        { kind: 'strike', inlines: [text('d')] },
        text(' '),
        { kind: 'code', text: 'e' },
        { kind: 'break' },
        text('f '),
        { kind: 'link', href: 'https://h.example/i', inlines: [text('g')] },
      ),
    ])
  })

  test('of footnotes, numbered as the text refers to them, and after those what nothing refers to', () => {
    const note = (number: number): Inline => ({ kind: 'text', text: `[${number}]`, footnote: number })
    const source = 'a[^x] b[^y]\n[^y]: second\n\n[^n]: third\n[^x]: first\n*more*, see [^y]\n\n`[^x]` [^z]'
    expect(parseMarkdown(source)).toEqual([
      paragraph(text('a'), note(1), text(' b'), note(2)),
      paragraph({ kind: 'code', text: '[^x]' }, text(' [^z]')),
      {
        kind: 'list',
        start: 1,
        footnotes: true,
        items: [
          [
            paragraph(
              text('first'),
              { kind: 'break' },
              { kind: 'em', inlines: [text('more')] },
              text(', see '),
              note(2),
            ),
          ],
          [paragraph(text('second'))],
          [paragraph(text('third'))],
        ],
      },
    ])
  })

  test('of headings, rules, quotes and nested lists', () => {
    expect(parseMarkdown('# A\n\n---\n\n> b\n\n3. c\n   - d\n4. e')).toEqual([
      { kind: 'heading', level: 1, inlines: [text('A')] },
      { kind: 'rule' },
      { kind: 'quote', blocks: [paragraph(text('b'))] },
      {
        kind: 'list',
        start: 3,
        items: [[paragraph(text('c')), { kind: 'list', items: [[paragraph(text('d'))]] }], [paragraph(text('e'))]],
      },
    ])
  })

  test('of code with its language, closed or not', () => {
    const code = { kind: 'code', language: 'js', text: 'let a = "<b>"\n\nlet c' }
    expect(parseMarkdown('```js title="x"\nlet a = "<b>"\n\nlet c\n```')).toEqual([code])
    expect(parseMarkdown('```js\nlet a = "<b>"\n\nlet c')).toEqual([code])
    expect(parseMarkdown('    indented')).toEqual([{ kind: 'code', language: '', text: 'indented' }])
  })

  test('of tables with alignment', () => {
    expect(parseMarkdown('|a|b|c|\n|:-|:-:|-|\n|1|**2**|3|')).toEqual([
      {
        kind: 'table',
        align: ['left', 'center', 'none'],
        head: [[text('a')], [text('b')], [text('c')]],
        rows: [[[text('1')], [{ kind: 'strong', inlines: [text('2')] }], [text('3')]]],
      },
    ])
  })
})

describe('links', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/api',
  ])('%s is no link', (href) => {
    expect(linksOf(parseMarkdown(`[a](${href}) ![b](${href}) <${href}>\n\n[c][d]\n\n[d]: ${href}`))).toEqual([])
  })

  test.each(['http://a.example/', 'https://a.example/?b=c', 'mailto:ana@a.example'])('%s is one', (href) => {
    expect(linksOf(parseMarkdown(`[a](${href})`))).toEqual([href])
  })

  test('only what is written with http or https becomes a link by itself', () => {
    expect(
      linksOf(parseMarkdown('https://a.example, main.rs, www.b.example, c@d.example, ftp://e.example, //f.example')),
    ).toEqual(['https://a.example'])
  })

  test('a picture is not loaded but linked', () => {
    expect(parseMarkdown('![a cat](https://a.example/cat.png)')).toEqual([
      paragraph({ kind: 'link', href: 'https://a.example/cat.png', inlines: [text('a cat')] }),
    ])
  })
})

test('markup in a text stays text', () => {
  const hostile = '<img src=x onerror=alert(1)> <script>alert(2)</script>'
  expect(parseMarkdown(hostile)).toEqual([paragraph(text(hostile))])
})

test('terminal escapes and other control characters are dropped', () => {
  expect(parseMarkdown('a\u001b[31mb\u0000c\u009bd\re')).toEqual([
    paragraph(text('a[31mbcd'), { kind: 'break' }, text('e')),
  ])
})

test('a text beyond all measure is shown as it is', () => {
  const long = '['.repeat(1_000_000)
  expect(parseMarkdown(long)).toEqual([{ kind: 'code', language: '', text: long }])
})

test.each([
  ['[the **plan**]()', 'the **plan**'],
  ['![a cat]()', 'a cat'],
])('%s leads nowhere and is its words', (given, words) => {
  expect(parseMarkdown(given)).toEqual(parseMarkdown(words))
})

test('a link to nowhere with very many lines in it is read too', () => {
  expect(parseMarkdown(`[${'a\n'.repeat(90_000)}]()`)).toHaveLength(1)
})

test('whatever the text, the tree holds no foreign link and goes through JSON', () => {
  const piece = fc.constantFrom(
    '`',
    '```\n',
    '*',
    '**',
    '_',
    '[',
    '](',
    ')',
    '<',
    '>',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '# ',
    '| ',
    '|-|\n',
    '&lt;',
    '\\',
    'javascript:',
    'https://a.example ',
    '~~',
    '!',
    '    ',
  )
  const hostile = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 8 }), fc.constant('Wort')), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(hostile, (given) => {
      const blocks = parseMarkdown(given)
      expect(JSON.parse(JSON.stringify(blocks))).toEqual(blocks)
      for (const href of linksOf(blocks)) expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
    }),
    { numRuns: size(200, 1000) },
  )
})

test('plain words come out as they went in', () => {
  const word = fc.stringMatching(/^[a-z\u00e4\u4e00\u{1f600}]{1,12}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(parseMarkdown(words.join(' '))).toEqual([paragraph(text(words.join(' ')))])
    }),
  )
})

function linksOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'href' in value && typeof value.href === 'string' ? [value.href] : []
  return [...own, ...Object.values(value).flatMap(linksOf)]
}

describe('a formula', () => {
  test.each([
    ['so $a_1 * b_2 * c_{3}$ holds', '$a_1 * b_2 * c_{3}$', 'inline'],
    ['so \\(x \\le y_1 _z_\\) holds', '\\(x \\le y_1 _z_\\)', 'inline'],
    ['\\[\n\\frac{a}{b}\n\\]', '\\[\n\\frac{a}{b}\n\\]', 'display'],
    ['$$\\sum_{i}^{n} *i*$$', '$$\\sum_{i}^{n} *i*$$', 'display'],
    ['the $n$th of $f(x)$, $2n+1$', '$n$', 'inline'],
    ['the answer is $5$.', '$5$', 'inline'],
    ['$$\na\n=\nb\n- c\n\\\\[2pt]\n$$', '$$\na\n=\nb\n- c\n\\\\[2pt]\n$$', 'display'],
  ])('in %j stays to the letter', (text, formula, place) => {
    const [block] = parseMarkdown(text)
    const inlines = block?.kind === 'paragraph' ? block.inlines : []
    expect(inlines.find(({ kind }) => kind === 'code')).toEqual({ kind: 'code', text: formula, formula: place })
  })

  test.each([
    'it costs $5 and *then* $6',
    'from $HOME_a to $PATH_b',
    '$$',
    'a \\( b',
    '$5-$10 or $5/$6',
    'I paid $20, you paid 30$',
    'US$5 and A$6$',
    '$HOME/$NAME, ${a}${b}, $FOO_A/$BAR',
    'pid $$ and parent $$',
    '\\[not a link\\](x), \\[sic\\]',
    '$$ a\n\nb $$',
  ])('is not seen in %j', (text) => {
    expect(JSON.stringify(parseMarkdown(text))).not.toContain('"code"')
  })

  test('stands where a paragraph, a list or a quote has it, and code keeps its dollars', () => {
    const formula: Block = paragraph({ kind: 'code', text: '$$\nx = 1\n$$', formula: 'display' })
    expect(parseMarkdown('Then:\n$$\nx = 1\n$$\nDone.').slice(1, 2)).toEqual([formula])
    expect(parseMarkdown('- so\n\n  $$\n  x = 1\n  $$')[0]).toMatchObject({ items: [[{}, formula]] })
    expect(parseMarkdown('> $$\n> x = 1\n> $$')[0]).toMatchObject({ blocks: [formula] })
    expect(JSON.stringify(parseMarkdown('`$x^2$`\n\n    $$x$$\n\n```\n$$x$$\n```'))).not.toContain('formula')
  })

  test('that never ends, a hundred thousand times over, costs little', () => {
    expect(parseMarkdown('$$ a_'.repeat(10_000))).toHaveLength(1)
    expect(parseMarkdown('\\[\n'.repeat(10_000))).toHaveLength(1)
  })
})
