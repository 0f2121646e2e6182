import { type EarlierSummary, extractSummary } from './extract-summary.ts'
import type { SummaryLine } from './summary-line.ts'

/** The length of a line including its speaker and time. */
export function lineChars(textChars: number): number {
  return textChars + 40
}

/** Whether the lines are better read in full, because a summary would hardly be shorter. */
export function isShort(lines: Pick<SummaryLine, 'text'>[], maxChars: number): boolean {
  return lines.reduce((sum, { text }) => sum + lineChars(text.length), 0) <= maxChars / 2
}

/** The text that a summary replaces, to compare their lengths. */
export function sourceOf({
  old,
  lines,
}: {
  old: Pick<EarlierSummary, 'text'> | undefined
  lines: SummaryLine[]
}): string {
  return [...(old ? [old.text] : []), ...lines.map(({ text }) => text)].join('\n')
}

export interface ExtractJob {
  old: EarlierSummary | undefined
  lines: SummaryLine[]
  maxChars: number
  timezone: string
  /** The number of tokens of a text. */
  tokens(text: string): number
}

/** The share of the new text that an extract may have; the rest can be found by search. */
const SHARE = 0.5

/** An extract that is shorter than what it replaces, in characters and in tokens. */
export function shorterExtract({ old, lines, maxChars, timezone, tokens }: ExtractJob): string {
  const said = lines.reduce((sum, { text }) => sum + text.length, 0)
  const most = tokens(sourceOf({ old, lines }))
  let room = Math.min(maxChars, (old?.text.length ?? 0) + said * SHARE)
  let text = extractSummary(old, lines, { maxChars: room, timezone })
  while (tokens(text) > most) {
    room *= 0.8
    text = extractSummary(old, lines, { maxChars: room, timezone })
  }
  return text
}
