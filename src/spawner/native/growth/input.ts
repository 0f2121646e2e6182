import { endsOf } from './ends.ts'

/** The input of a call in about so many characters: its fields stay, what stands in them is shown by its ends. */
export function shortInput(input: Record<string, unknown>, chars: number, where: string): Record<string, unknown> {
  const fields = Object.entries(input)
  const room = Math.floor(chars / Math.max(1, fields.length))
  const short = Object.fromEntries(fields.map(([name, value]) => [name, shortValue(value, room, where)]))
  if (JSON.stringify(short).length <= 2 * chars + 400) return short
  return { cut: endsOf(JSON.stringify(input), chars, where) }
}

function shortValue(value: unknown, chars: number, where: string): unknown {
  if (typeof value === 'string') return endsOf(value, chars, where)
  const text = JSON.stringify(value)
  return text === undefined || text.length <= chars ? value : endsOf(text, chars, where)
}
