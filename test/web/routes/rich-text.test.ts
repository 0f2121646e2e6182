import { describe, expect, test } from 'vitest'
import type { MathNode } from '../../../src/web/page/wire/wire.ts'
import { drawFormula, toWireText } from '../../../src/web/routes/rich-text.ts'
import { hostileStrings } from '../hostile-strings.ts'

describe('a formula is drawn', () => {
  test.each([
    ['x^2', 'math(msup(mi(x) mn(2)))'],
    ['\\frac{a}{b}', 'math(mfrac(mi(a) mi(b)))'],
    ['\\sqrt[3]{x}', 'math(mroot(mrow(mi(x) mspace()) mn(3)))'],
    ['\\alpha_i \\le \\infty', 'math(mrow(msub(mi(α) mi(i)) mo(≤)) mrow(mi(∞)))'],
    ['\\text{<b>}', 'math(mtext(<b>))'],
    ['\\mathbb{R}', 'math(mi(ℝ))'],
  ])('%s', (tex, drawn) => {
    expect(shapeOf(drawFormula(`$${tex}$`, 'inline'))).toBe(drawn)
  })

  test.each([
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\begin{cases}1&x>0\\\\0&\\text{else}\\end{cases}',
    '\\begin{aligned}a&=b\\\\&=c\\end{aligned}',
    '\\sum_{i=1}^n\\int_0^\\infty\\lim_{x\\to0}\\left(\\frac12\\right)',
    '\\hat{x}\\vec{v}\\overline{AB}\\underbrace{a+b}_{c}\\boxed{x}\\cancel{y}\\binom{n}{k}\\tag{1}',
  ])('%s', (tex) => {
    const math = drawFormula(`$$${tex}$$`, 'display')
    expect(math).toMatchObject({ tag: 'math', given: { display: 'block' } })
  })
})

test.each([
  '\\unknown{x}',
  '\\frac{a',
  '\\href{javascript:__pwn(1)}{x}',
  '\\url{https://evil.test}',
  '\\includegraphics{https://evil.test/x.png}',
  '\\class{foot}{x}',
  '\\style{position:fixed}{x}',
  '\\ref{a}',
  '\\rule{1em}{1em}',
  '\\def\\a{\\a\\a}\\a',
  'x^{'.repeat(100) + '1' + '}'.repeat(100),
  '('.repeat(1900),
  'x '.repeat(990).trim(),
])('%.40s is not, and stays as it is written', (tex) => {
  const [block] = toWireText(`$$${tex}$$`)
  expect(block).toEqual({
    kind: 'paragraph',
    inlines: [{ kind: 'code', text: `$$${tex}$$`, formula: 'display' }],
  })
})

test('one text has so many formulas drawn, wherever they stand, and the rest to the letter', () => {
  const text = `# $a^1$\n\n- **$a^2$**\n\n> $a^3$\n\n|$a^4$|\n|-|\n|$a^5$|\n\n${'$x^2$ '.repeat(400)}`
  const printed = JSON.stringify(toWireText(text))
  expect(printed.match(/"math":/g)).toHaveLength(300)
  expect(printed.match(/"formula":/g)).toHaveLength(405)
})

test('what is hostile in a formula stays text: no element, attribute or style but those of mathematics', () => {
  const met = { tags: new Set<string>(), given: new Set<string>(), looks: new Set<string>() }
  for (const text of hostileStrings())
    for (const tex of [text, `\\text{${text}}`, `x^{${text}}`, `\\begin{matrix}${text}&=\\end{matrix}`]) {
      const math = drawFormula(`$$${tex}$$`, 'display')
      if (math) meet(math)
    }
  expect(met.tags.size).toBeGreaterThan(5)
  expect(
    [...met.tags].filter(
      (tag) => !/^(math|m(row|i|n|o|text|space|s(up|ub|ubsup)|t(able|r|d)|padded|style|frac|over|under))$/.test(tag),
    ),
  ).toEqual([])
  expect([...met.given].filter((name) => /^on|href|src|style|xlink|id|action/i.test(name))).toEqual([])
  expect([...met.looks].filter((look) => /url|:|\(|position/.test(look))).toEqual([])

  function meet({ tag, given = {}, looks = {}, within }: MathNode): void {
    met.tags.add(tag)
    for (const name of Object.keys(given)) met.given.add(name)
    for (const [name, value] of Object.entries(looks)) met.looks.add(`${name} ${value}`)
    for (const one of within) if (typeof one !== 'string') meet(one)
  }
})

function shapeOf(node: MathNode | string | undefined): string {
  if (typeof node !== 'object') return node ?? ''
  return `${node.tag}(${node.within.map(shapeOf).join(' ')})`
}
