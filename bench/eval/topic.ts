import type { Random } from '../../test/support/seeded.ts'

/**
 * Something that can be told and asked: the phrasings of both, with {who} for the person or thing and {value} for the
 * answer. The generator writes with them, and the scripted reader reads with them; it knows no names and no values.
 */
export interface Topic {
  /** Statements that anybody can make. The text before and after {value} is never empty. */
  told: string[]
  /** Statements that {who} makes about themselves. */
  toldByThemselves?: string[]
  /** Statements that the thing is cancelled. */
  cancelled?: string[]
  asked: string[]
  /** Questions of a person about themselves. */
  askedAboutThemselves?: string[]
  /** Each statement adds an amount, and the question asks for the sum. */
  isSum?: true
  value(random: Random): string
}

export function fillIn(template: string, values: { who?: string; value?: string }): string {
  return template.replaceAll('{who}', values.who ?? '').replaceAll('{value}', values.value ?? '')
}

const MAX_SLOT_CHARS = 60

/** The text in the one slot of a template, for its last occurrence in a text; undefined if the text has none. */
export function slotIn(text: string, template: string, slot: string): string | undefined {
  const [before = '', after = ''] = template.toLowerCase().split(slot)
  const folded = text.toLowerCase()
  for (let from = text.length; from >= 0; ) {
    const start = folded.lastIndexOf(before, from)
    if (start < 0) return undefined
    const valueStart = start + before.length
    const end = folded.indexOf(after, valueStart)
    const isWord = start === 0 || !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '')
    if (isWord && end > valueStart && end - valueStart <= MAX_SLOT_CHARS) return text.slice(valueStart, end)
    from = start - 1
  }
  return undefined
}
