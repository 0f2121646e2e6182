import type { CssStyle } from './css.ts'

/** Inherited style that decides whether text is visible. */
export interface TextLook {
  colour: string
  background: string
  /** Too small to read. Inner elements may be larger again. */
  isTiny: boolean
  isVeiled: boolean
}

/** Black on white, the default of every client. */
export const defaultLook: TextLook = { colour: '#000000', background: '#ffffff', isTiny: false, isVeiled: false }

/** The style inherited by the content of an element. */
export function lookWithin(outer: TextLook, style: CssStyle, attributes: Record<string, string>): TextLook {
  const size = style.get('font-size')
  const visibility = style.get('visibility')
  return {
    colour: colourOf(style.get('color') ?? attributes.color) ?? outer.colour,
    background: backgroundOf(style, attributes) ?? outer.background,
    isTiny: size === undefined || size === 'inherit' ? outer.isTiny : isTiny(size),
    isVeiled: visibility === undefined ? outer.isVeiled : /^(hidden|collapse)$/.test(visibility),
  }
}

/** For a picture or an unknown background we return a non-colour, so that nothing on it counts as hidden. */
function backgroundOf(style: CssStyle, attributes: Record<string, string>): string | undefined {
  if (style.has('background-image') || attributes.background) return 'picture'
  const colour = colourOf(style.get('background-color') ?? style.get('background') ?? attributes.bgcolor)
  return colour === 'transparent' ? undefined : colour
}

/** The whole element is invisible. */
export function isRemoved(style: CssStyle, attributes: Record<string, string>): boolean {
  if ('hidden' in attributes || style.get('display') === 'none') return true
  if (Number.parseFloat(style.get('opacity') ?? '1') < 0.1) return true
  const isClipped = /hidden|clip/.test(style.get('overflow') ?? style.get('overflow-y') ?? '')
  const sizes = ['height', 'max-height', 'width', 'max-width'].map((name) => style.get(name))
  if (isClipped && sizes.some(isTiny)) return true
  const isMoved = /absolute|fixed/.test(style.get('position') ?? '')
  if (isMoved && ['left', 'top', 'right'].some((side) => isFarAway(style.get(side)))) return true
  return isFarAway(style.get('text-indent')) || /rect\( *0/.test(style.get('clip') ?? '')
}

/** The text is displayed but too small, or has the colour of its background. */
export function isInvisible({ colour, background, isTiny, isVeiled }: TextLook): boolean {
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

const names: Record<string, string> = {
  white: '#ffffff',
  snow: '#fffafa',
  ivory: '#fffff0',
  ghostwhite: '#f8f8ff',
  whitesmoke: '#f5f5f5',
  black: '#000000',
  transparent: 'transparent',
}

/** Returns "#rrggbb", a word that is not a colour, or undefined if nothing is specified. */
function colourOf(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase().slice(0, 60) ?? ''
  if (text === '' || /^(inherit|initial|unset|currentcolor|windowtext|none)$/.test(text)) return undefined
  const named = names[text]
  if (named) return named
  const hex = text.match(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/)?.[1]
  if (hex) return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`
  const numbers = text.match(/^rgba?\((\d{1,3})[ ,]+(\d{1,3})[ ,]+(\d{1,3})(?:[ ,/]+([\d.]{1,6}))?\)$/)
  if (!numbers) return text
  if (numbers[4] !== undefined && Number(numbers[4]) < 0.1) return 'transparent'
  return `#${numbers
    .slice(1, 4)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    .join('')}`
}

/** The two colours are too similar to read one on the other. */
function isSameColour(a: string, b: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(a) || !/^#[0-9a-f]{6}$/.test(b)) return false
  return [1, 3, 5].every((at) => Math.abs(channel(a, at) - channel(b, at)) < 16)
}

function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16)
}
