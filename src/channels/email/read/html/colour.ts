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
export function colourOf(said: string | undefined): string | undefined {
  const text = said?.trim().toLowerCase().slice(0, 60) ?? ''
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
export function isSameColour(one: string, other: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(one) || !/^#[0-9a-f]{6}$/.test(other)) return false
  return [1, 3, 5].every((at) => Math.abs(channel(one, at) - channel(other, at)) < 16)
}

function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16)
}
