import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { DomHandler } from 'htmlparser2'
import { mailLimits } from '../limits.ts'

export type Document = DomHandler['root']
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: Record<string, string> }>

/** Deeper than any real mail, but shallow enough for recursion. */
export const MAX_DOM_DEPTH = 400
const CHUNK_CHARS = 16_384

/**
 * Parses HTML in chunks and lets other work run in between. Closing a tag costs the parser as much as the document is
 * deep, so it stops at a depth no real mail reaches.
 */
export async function readDom(html: string): Promise<{ document: Document; isCut: boolean }> {
  const { DomHandler, Parser } = await import('htmlparser2')
  const dom = new DomHandler()
  let depth = 0
  let elements = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      elements++
      dom.onopentag(name, attributes)
    },
    onclosetag() {
      depth--
      dom.onclosetag()
    },
    ontext: (text) => dom.ontext(text),
  })
  let at = 0
  while (at < html.length && depth <= MAX_DOM_DEPTH && elements <= mailLimits.lines) {
    parser.write(html.slice(at, at + CHUNK_CHARS))
    at += CHUNK_CHARS
    if (at % (CHUNK_CHARS * 4) === 0) await yieldToOthers()
  }
  if (at >= html.length) parser.end()
  return { document: dom.root, isCut: at < html.length }
}

export function isElement(node: Node): node is Element {
  return 'attribs' in node
}

export function isText(node: Node): node is Extract<Node, { type: 'text' }> {
  return node.type === 'text'
}

/** Whether any descendant matches. */
export function someWithin(nodes: Node[], isSo: (node: Node) => boolean): boolean {
  const rest = [...nodes]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (isSo(node)) return true
    if ('children' in node) for (const child of node.children) rest.push(child)
  }
  return false
}
