import type { Line } from '../lines.ts'
import { time } from './attribution.ts'
import { forwards, labels, originals } from './phrases.ts'

/** How many lines a mail client needs for the head of a mail, folded ones included. */
const MOST_LINES = 10
/** Of a name and an address; a run of blanks as long as a mail would be costly to cut off. */
const LONGEST_LINE = 400

/** What a line says that stands above somebody else's mail. */
export function separatorIn(text: string): 'original' | 'forward' | undefined {
  if (text.length > 120) return undefined
  const bare = text
    .trim()
    .replace(/^[-‐–—_=*>\s]{2,}|(?<![-‐–—_=*\s])[-‐–—_=*\s]{2,}$/g, '')
    .replace(/^\*|\*$/g, '')
  const hasDashes = bare.length < text.trim().length - 3
  const hasColon = /[:：]$/.test(bare)
  if (!hasDashes && !hasColon) return undefined
  const words = bare
    .replace(/(?<!\s)\s*[:：]$/, '')
    .replace(/\s+/g, ' ')
    .toLocaleLowerCase('en')
    .replaceAll('i̇', 'i')
  if (forwards.has(words)) return 'forward'
  return hasDashes && originals.has(words) ? 'original' : undefined
}

/** Says of a line that begins the head of a mail who wrote that mail: "From: Ana", "Sent: Monday", "Subject: The roof". */
export function mailHeadAt(lines: Line[], at: number): { from: string } | undefined {
  if (labelOf(lines[at]?.text ?? '') === undefined) return undefined
  const seen = new Map<string, string>()
  for (const { text } of lines.slice(at, at + MOST_LINES)) {
    if (text.trim() === '') {
      // Some clients leave a line empty between each two.
      if (seen.size >= 3) break
      continue
    }
    const found = labelOf(text)
    if (found) seen.set(found.label, seen.get(found.label) ?? found.value)
    // In a language whose word for it is not known here, a time says as much.
    else if (/^[^:：]{2,30}[:：]/.test(text) && time.test(text)) seen.set('date', seen.get('date') ?? text)
  }
  const from = seen.get('from')
  // Who wants a mail to be written says to whom and about what; who travels, from where to where and when. All of it together
  // only clients say.
  return from !== undefined && seen.has('subject') && seen.has('date') ? { from } : undefined
}

/** Who wrote what is passed on, where the head of it says so. */
export function writerIn(lines: Line[]): string {
  for (const { text } of lines.slice(0, MOST_LINES * 2)) {
    const found = labelOf(text)
    if (found?.label === 'from' && found.value !== '') return found.value
  }
  return ''
}

function labelOf(text: string): { label: string; value: string } | undefined {
  const colon = text.slice(0, 40).search(/[:：]/)
  if (colon < 1) return undefined
  const word = text.slice(0, colon).replace(/[*_\s\u00a0]+/g, ' ')
  const label = labels.get(word.trim().toLocaleLowerCase('en').replaceAll('i̇', 'i'))
  return label && { label, value: text.slice(colon + 1, LONGEST_LINE).replace(/^[*_\s]+|(?<![*_\s])[*_\s]+$/g, '') }
}
