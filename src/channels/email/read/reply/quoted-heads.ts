import type { MailLine } from '../mail-lines.ts'
import { timePattern } from './attribution.ts'
import { forwardSeparators, headerLabels, type Label, originalSeparators } from './phrases.ts'

/** How many lines clients use for the head of a mail, including folded ones. */
const MAX_HEAD_LINES = 10
/** Long enough for a name and an address. A longer run of blanks would be slow to trim. */
const MAX_LINE_CHARS = 400

/** Recognizes the separator line above somebody else's mail. */
export function readSeparator(text: string): 'original' | 'forward' | undefined {
  if (text.length > 120) return undefined
  const bare = text
    .replaceAll('&nbsp;', ' ')
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
  if (forwardSeparators.has(words)) return 'forward'
  return hasDashes && originalSeparators.has(words) ? 'original' : undefined
}

/** If the head of a mail starts at this line ("From: Ana", "Sent: Monday", "Subject: The roof"), returns its author. */
export function mailHeadAt(lines: MailLine[], at: number): { from: string } | undefined {
  if (labelOf(lines[at]?.text ?? '') === undefined) return undefined
  const valueByLabel = new Map<Label, string>()
  for (const { text } of lines.slice(at, at + MAX_HEAD_LINES)) {
    if (text.trim() === '') {
      // Some clients put an empty line between the header lines.
      if (valueByLabel.size >= 3) break
      continue
    }
    const labelled = labelOf(text)
    if (labelled) valueByLabel.set(labelled.label, valueByLabel.get(labelled.label) ?? labelled.value)
    // In a language whose word for "date" we do not know, a time is good enough.
    else if (/^[^:：]{2,30}[:：]/.test(text) && timePattern.test(text))
      valueByLabel.set('date', valueByLabel.get('date') ?? text)
  }
  const from = valueByLabel.get('from')
  return from !== undefined && isHead(valueByLabel, from) ? { from } : undefined
}

/**
 * Somebody who asks for a mail names a recipient and a subject; somebody who travels names places and a time. Only
 * clients write all of it together. Without a subject we require a label nobody uses for a journey ("Sent"), or an
 * address.
 */
function isHead(valueByLabel: ReadonlyMap<Label, string>, from: string): boolean {
  const isDated = valueByLabel.has('date') || valueByLabel.has('sent')
  if (valueByLabel.has('subject')) return isDated
  const hasAddress = /[^\s@]@[^\s@]/.test(from)
  if (timePattern.test(valueByLabel.get('sent') ?? '')) return hasAddress || valueByLabel.has('to')
  return isDated && hasAddress && valueByLabel.has('to')
}

export function isHeadLine(text: string): boolean {
  return labelOf(text) !== undefined
}

/** The author of a forwarded mail, if its head names one. */
export function findForwardedAuthor(lines: MailLine[]): string {
  for (const { text } of lines.slice(0, MAX_HEAD_LINES * 2)) {
    const labelled = labelOf(text)
    if (labelled?.label === 'from' && labelled.value !== '') return labelled.value
  }
  return ''
}

/** Such as "From: Ana". NetEase uses a tab or a table instead of the colon. */
function labelOf(text: string): { label: Label; value: string } | undefined {
  const line = text.slice(0, MAX_LINE_CHARS).replaceAll('&nbsp;', ' ').replace(/^\| ?/, '')
  const labelled = /^([^:：\t|]{1,39}?)(?:[:：]| {2,}|[ \u00a0]?[\t|])/.exec(line)
  if (!labelled) return undefined
  const [matched, name = ''] = labelled
  const word = name.replace(/[*_\s\u00a0]+/g, ' ').trim()
  const label = headerLabels.get(word.toLocaleLowerCase('en').replaceAll('i̇', 'i'))
  return label && { label, value: line.slice(matched.length).replace(/^[*_\s]+|(?<![*_\s|])[*_\s|]+$/g, '') }
}
