import { colourOf, isSameColour } from './colour.ts'
import type { Style } from './css.ts'

/** What an element hands on to those within it, and decides whether their words can be seen. */
export interface Look {
  colour: string
  background: string
  /** Too small to be read; those within may be larger again. */
  isTiny: boolean
  isVeiled: boolean
}

/** Black on white, as every client begins. */
export const usualLook: Look = { colour: '#000000', background: '#ffffff', isTiny: false, isVeiled: false }

/** How words look within an element that has this style. */
export function lookWithin(outer: Look, style: Style, attributes: Record<string, string>): Look {
  const size = style.get('font-size')
  const visibility = style.get('visibility')
  return {
    colour: colourOf(style.get('color') ?? attributes.color) ?? outer.colour,
    background: backgroundOf(style, attributes) ?? outer.background,
    isTiny: size === undefined || size === 'inherit' ? outer.isTiny : isTiny(size),
    isVeiled: visibility === undefined ? outer.isVeiled : /^(hidden|collapse)$/.test(visibility),
  }
}

/** A picture or anything else that we cannot tell is no colour, so that nothing is taken for hidden on it. */
function backgroundOf(style: Style, attributes: Record<string, string>): string | undefined {
  if (style.has('background-image') || attributes.background) return 'picture'
  const colour = colourOf(style.get('background-color') ?? style.get('background') ?? attributes.bgcolor)
  return colour === 'transparent' ? undefined : colour
}

/** Nothing in it is shown, whatever it holds. */
export function isGone(style: Style, attributes: Record<string, string>): boolean {
  if ('hidden' in attributes || style.get('display') === 'none') return true
  if (Number.parseFloat(style.get('opacity') ?? '1') < 0.1) return true
  const isClipped = /hidden|clip/.test(style.get('overflow') ?? style.get('overflow-y') ?? '')
  const sizes = ['height', 'max-height', 'width', 'max-width'].map((name) => style.get(name))
  if (isClipped && sizes.some(isTiny)) return true
  const isMoved = /absolute|fixed/.test(style.get('position') ?? '')
  if (isMoved && ['left', 'top', 'right'].some((side) => isFarAway(style.get(side)))) return true
  return isFarAway(style.get('text-indent')) || /rect\( *0/.test(style.get('clip') ?? '')
}

/** Words that are there, and too small to read or in the colour of what they stand on. */
export function isUnseen({ colour, background, isTiny, isVeiled }: Look): boolean {
  return isTiny || isVeiled || colour === 'transparent' || isSameColour(colour, background)
}

/** At most one pixel or point. */
function isTiny(size: string | undefined): boolean {
  const match = size?.match(/^([\d.]{1,12})(px|pt|em|rem|%|vw|vh)?$/)
  if (!match) return false
  const number = Number(match[1])
  return match[2] === 'em' || match[2] === 'rem' ? number < 0.1 : match[2] === '%' ? number < 5 : number <= 1
}

function isFarAway(place: string | undefined): boolean {
  return Number.parseFloat(place ?? '0') <= -500
}
