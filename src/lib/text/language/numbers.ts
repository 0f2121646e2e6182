/** How a word may stand together with the one beside it. */
export type Joining = 'number' | 'thousands' | 'unit' | undefined

const units = new Set(
  'km cm mm kg mg ml cl min pm gb mb tb kb mph kmh hz mhz ghz kwh kw mwh eur usd gbp chf euro euros'.split(' '),
)

export function joiningOf(word: string): Joining {
  if (units.has(word)) return 'unit'
  if (!/^\d{1,9}$/.test(word)) return undefined
  return word.length === 3 ? 'thousands' : 'number'
}

/** Numbers as one word that a text writes in groups of three: "1,200", "1.200" and "1 200" are 1200. */
export function groupedNumbers(text: string): string[] {
  return (text.match(grouped) ?? []).map((number) => number.replace(/\D/g, ''))
}

const grouped = /(?<![\d.,])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?![\d]|[.,]\d)/g
