import { type EarlierSummary, extractSummary } from './extract-summary.ts'
import type { SummaryLine } from './summary-line.ts'

/** The usual length of the speaker and the time before a line. */
const SPEAKER_AND_TIME_CHARS = 40

/** The length of a line including its speaker and time. */
export function lineChars(textChars: number): number {
  return textChars + SPEAKER_AND_TIME_CHARS
}

/** Whether the lines are better read in full, because a summary would hardly be shorter. */
export function isShort(lines: Pick<SummaryLine, 'text'>[], maxChars: number): boolean {
  return lines.reduce((sum, { text }) => sum + lineChars(text.length), 0) <= maxChars / 2
}

/** The text that a summary replaces, to compare their lengths. */
export function replacedText({
  old,
  lines,
}: {
  old: Pick<EarlierSummary, 'text'> | undefined
  lines: SummaryLine[]
}): string {
  return [...(old ? [old.text] : []), ...lines.map(({ text }) => text)].join('\n')
}

export interface ExtractRequest {
  old: EarlierSummary | undefined
  lines: SummaryLine[]
  maxChars: number
  timezone: string
  /** The number of tokens of a text. */
  tokens(text: string): number
}

/** How long an extract may be in relation to the new text. What it leaves out can be found by search. */
const MAX_EXTRACT_SHARE = 0.5

/** If the extract has too many tokens, the next attempt has this share of the room. */
const ROOM_STEP = 0.8

/** An extract that is shorter than what it replaces, in characters and in tokens. */
export function shorterExtract({ old, lines, maxChars, timezone, tokens }: ExtractRequest): string {
  const newChars = lines.reduce((sum, { text }) => sum + text.length, 0)
  const maxTokens = tokens(replacedText({ old, lines }))
  let room = Math.min(maxChars, (old?.text.length ?? 0) + newChars * MAX_EXTRACT_SHARE)
  let text = extractSummary(old, lines, { maxChars: room, timezone })
  while (tokens(text) > maxTokens) {
    room *= ROOM_STEP
    text = extractSummary(old, lines, { maxChars: room, timezone })
  }
  return text
}
