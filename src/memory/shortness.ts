import { extractSummary, type Known } from './extract.ts'
import type { SummaryLine } from './line.ts'

/** What a line takes: beside its text, who said it and when. */
export function lineChars(textChars: number): number {
  return textChars + 40
}

/** Lines that are better read than told: a summary with so much room would hardly be shorter. */
export function isShort(lines: Pick<SummaryLine, 'text'>[], maxChars: number): boolean {
  return lines.reduce((sum, { text }) => sum + lineChars(text.length), 0) <= maxChars / 2
}

/** What a summary takes the place of, as one text: it may be longer in no measure. */
export function sourceOf({ old, lines }: { old: Pick<Known, 'text'> | undefined; lines: SummaryLine[] }): string {
  return [...(old ? [old.text] : []), ...lines.map(({ text }) => text)].join('\n')
}

export interface ExtractJob {
  old: Known | undefined
  lines: SummaryLine[]
  maxChars: number
  timezone: string
  /** How many tokens a text takes. */
  tokens(text: string): number
}

/** Of what is new; the rest of it is found by looking for it. */
const SHARE = 0.5

/** An extract that is shorter than what it stands for, in characters and in tokens. */
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
