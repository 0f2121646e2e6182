import { type ComponentChild, h } from 'preact'
import type { MathNode } from '../wire/math-wire.ts'

/** A formula as elements of MathML: read out by screen readers, and never as markup. */
export function drawMath({ tag, given = {}, looks, within }: MathNode): ComponentChild {
  const inside = within.map((one) => (typeof one === 'string' ? one : drawMath(one)))
  // The server names only what it knows; a second look costs nothing.
  if (!/^m[a-z]+$/.test(tag)) return inside
  const attributes = Object.entries(given).filter(([name]) => !/^on|^(href|src|style)$/i.test(name))
  return h(tag, { ...Object.fromEntries(attributes), ...(looks && { style: looks }) }, ...inside)
}
