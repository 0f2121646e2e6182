import { createRequire } from 'node:module'
import { texOf } from '../../lib/formula.ts'
import { lazy } from '../../lib/lazy.ts'
import type { MathNode } from '../page/wire/math-wire.ts'

/** As much of Temml as is used here: TeX in, a tree of MathML out. */
interface Temml {
  __renderToMathMLTree(tex: string, options: object): TemmlNode
}

interface TemmlNode {
  /** The element; a fragment has none. */
  type?: string
  text?: string
  attributes?: Record<string, unknown>
  classes?: string[]
  style?: Record<string, string>
  href?: string
  children?: TemmlNode[]
}

// Half a megabyte that is read with the first formula; nothing of it is sent to a page.
const require = createRequire(import.meta.url)
const temml = lazy(() => require('temml') as Temml)

// A formula that is more than this is a trick, not mathematics.
const deepest = 40
const mostNodes = 1_500

/** A formula as elements of MathML; undefined where it can't be drawn exactly, and then it is shown as it is written. */
export function drawFormula(source: string, place: 'inline' | 'display'): MathNode | undefined {
  const options = { displayMode: place === 'display', wrap: 'tex', maxSize: [40, 20], maxExpand: 200 }
  try {
    // No command that is not known, and none that takes markup, links or styles of its own (`trust` is off).
    const tree = temml().__renderToMathMLTree(texOf(source), { ...options, throwOnError: true, trust: false })
    return readTree(tree)
  } catch {
    // Temml throws for what it does not know, and so do we.
    return undefined
  }
}

function readTree(tree: TemmlNode): MathNode | undefined {
  let nodes = 0
  const [math] = read(tree, 0)
  return typeof math === 'object' && math.tag === 'math' ? math : undefined

  function read(node: TemmlNode, depth: number): (MathNode | string)[] {
    if (++nodes > mostNodes || depth > deepest) throw new Error('too much for a formula')
    if (node.text !== undefined) return [node.text]
    const { type, attributes = {}, classes = [], style = {}, children = [] } = node
    const within = children.flatMap((child) => read(child, depth + 1))
    if (node.href !== undefined) throw new Error('a link')
    if (type === undefined) return within
    if (!isDrawn(type, attributes)) throw new Error(`not drawn: ${type}`)
    const given = {
      ...known(attributes, (name) => attributesDrawn.has(name)),
      ...classOf(classes),
    }
    const looks = known(style, (name, value) => stylesDrawn.test(name) && /^[\w.% -]{1,40}$/.test(value))
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

/** Without its line through, its frame or its ink a formula would say something else. */
function isDrawn(type: string, { notation, mathbackground }: Record<string, unknown>): boolean {
  if (type === 'menclose') return lines.has(String(notation))
  return elements.has(type) && !(type === 'mspace' && mathbackground !== undefined)
}

const lines = new Set([
  'top',
  'bottom',
  'updiagonalstrike',
  'downdiagonalstrike',
  'updiagonalstrike downdiagonalstrike',
  'horizontalstrike',
])

function classOf(classes: string[]): { class?: string } {
  const drawn = classes.flatMap((names) => names.split(' ')).filter((name) => drawnClasses.has(name))
  return drawn.length > 0 ? { class: drawn.join(' ') } : {}
}

function known(all: Record<string, unknown>, isKnown: (name: string, value: string) => boolean) {
  const entries = Object.entries(all).map(([name, value]): [string, string] => [name, String(value)])
  return Object.fromEntries(entries.filter(([name, value]) => isKnown(name, value)))
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

/** What style/math.css says something of; the rest of Temml's own are refinements for single browsers. */
const drawnClasses = new Set(
  'tml-left tml-right tml-jot tml-small tml-sml-pad tml-med-pad tml-lrg-pad tml-overline tml-underline tml-cancel upstrike downstrike sout tml-xcancel tml-fbox'.split(
    ' ',
  ),
)

const stylesDrawn = /^(padding|border)|^(math-depth|mathDepth|width|textAlign|text-align|fontWeight|whiteSpace)$/
