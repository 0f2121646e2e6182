import { createRequire } from 'node:module'
import { texOf } from '../../lib/formula.ts'
import { lazy } from '../../lib/lazy.ts'
import { type Block, type Inline, parseMarkdown } from '../../lib/markdown.ts'
import type * as wire from '../page/wire/wire.ts'
import type { MathNode } from '../page/wire/wire.ts'

/** The part of Temml used here: TeX in, MathML tree out. */
interface Temml {
  __renderToMathMLTree(tex: string, options: object): TemmlNode
}

interface TemmlNode {
  /** Missing for fragments. */
  type?: string
  text?: string
  attributes?: Record<string, unknown>
  classes?: string[]
  style?: Record<string, string>
  href?: string
  children?: TemmlNode[]
}

// Half a megabyte, loaded with the first formula and never sent to a page.
const require = createRequire(import.meta.url)
const temml = lazy(() => require('temml') as Temml)

// Larger formulas are refused.
const MAX_DEPTH = 40
const MAX_NODES = 1_500

/** Converts a formula to MathML. Undefined if it cannot be drawn exactly. Then it is shown as written. */
export function drawFormula(source: string, place: 'inline' | 'display'): MathNode | undefined {
  const options = { displayMode: place === 'display', wrap: 'tex', maxSize: [40, 20], maxExpand: 200 }
  try {
    // Unknown commands throw, and `trust` is off: no markup, links or styles from the formula.
    const tree = temml().__renderToMathMLTree(texOf(source), { ...options, throwOnError: true, trust: false })
    return readTree(tree)
  } catch {
    // Temml throws for unknown commands, and we throw for unknown elements.
    return undefined
  }
}

function readTree(tree: TemmlNode): MathNode | undefined {
  let nodes = 0
  const [math] = read(tree, 0)
  return typeof math === 'object' && math.tag === 'math' ? math : undefined

  function read(node: TemmlNode, depth: number): (MathNode | string)[] {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) throw new Error('too much for a formula')
    if (node.text !== undefined) return [node.text]
    const { type, attributes = {}, classes = [], style = {}, children = [] } = node
    const within = children.flatMap((child) => read(child, depth + 1))
    if (node.href !== undefined) throw new Error('a link')
    if (type === undefined) return within
    if (!isDrawn(type, attributes)) throw new Error(`not drawn: ${type}`)
    const given = {
      ...filterFields(attributes, (name) => attributesDrawn.has(name)),
      ...classOf(classes),
    }
    const looks = filterFields(style, (name, value) => stylesDrawn.test(name) && /^[\w.% -]{1,40}$/.test(value))
    return [
      {
        tag: type,
        ...(Object.keys(given).length > 0 && { given }),
        ...(Object.keys(looks).length > 0 && { looks }),
        within,
      },
    ]
  }
}

/** Without its strike or frame, a formula would mean something else. */
function isDrawn(type: string, { notation, mathbackground }: Record<string, unknown>): boolean {
  if (type === 'menclose') return strokeNotations.has(String(notation))
  return elements.has(type) && !(type === 'mspace' && mathbackground !== undefined)
}

const strokeNotations = new Set([
  'top',
  'bottom',
  'updiagonalstrike',
  'downdiagonalstrike',
  'updiagonalstrike downdiagonalstrike',
  'horizontalstrike',
])

function classOf(classes: string[]): { class?: string } {
  const classNames = classes.flatMap((names) => names.split(' ')).filter((name) => drawnClasses.has(name))
  return classNames.length > 0 ? { class: classNames.join(' ') } : {}
}

function filterFields(fields: Record<string, unknown>, isDrawnField: (name: string, value: string) => boolean) {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return Object.fromEntries(entries.filter(([name, value]) => isDrawnField(name, value)))
}

const elements = new Set(
  'math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom'.split(
    ' ',
  ),
)

const attributesDrawn = new Set(
  'display displaystyle scriptlevel mathvariant stretchy fence form separator symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize width height depth voffset linethickness columnalign columnspan rowspan'.split(
    ' ',
  ),
)

/** Classes that style/code-and-math.css defines. Temml's others are for single browsers. */
const drawnClasses = new Set(
  'tml-left tml-right tml-jot tml-small tml-sml-pad tml-med-pad tml-lrg-pad tml-overline tml-underline tml-cancel upstrike downstrike sout tml-xcancel tml-fbox'.split(
    ' ',
  ),
)

const stylesDrawn = /^(padding|border)|^(math-depth|mathDepth|width|textAlign|text-align|fontWeight|whiteSpace)$/

/** Limits the work for one text. Further formulas are shown as written. */
const MAX_FORMULAS = 300

/** Parses Markdown for the page, with formulas as MathML. */
export function toWireText(text: string): wire.WireBlock[] {
  let formulas = 0
  return parseMarkdown(text).map(withMath)

  function withMath(block: Block): wire.WireBlock {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, inlines: block.inlines.map(inlineWithMath) }
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(withMath)) }
      case 'quote':
        return { ...block, blocks: block.blocks.map(withMath) }
      case 'table': {
        const cells = (row: Inline[][]) => row.map((cell) => cell.map(inlineWithMath))
        return { ...block, head: cells(block.head), rows: block.rows.map(cells) }
      }
      case 'code':
      case 'rule':
        return block
    }
  }

  function inlineWithMath(inline: Inline): wire.WireInline {
    if ('inlines' in inline) return { ...inline, inlines: inline.inlines.map(inlineWithMath) }
    if (inline.kind !== 'code' || !inline.formula || formulas++ >= MAX_FORMULAS) return inline
    const math = drawFormula(inline.text, inline.formula)
    return math ? { ...inline, math } : inline
  }
}
