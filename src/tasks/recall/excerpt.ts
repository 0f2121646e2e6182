import { truncate, wholeBefore } from '../../lib/text/text.ts'

/** The part of a long text that a word is in. */
export function excerpt(text: string, isWord: (word: string) => boolean, most: number): string {
  if (text.length <= most) return text
  const at = firstHit(text, isWord)
  if (at < most / 2) return truncate(text, most)
  const from = wholeBefore(text, Math.min(at - Math.floor(most / 3), text.length - most + 1))
  return `…${truncate(text.slice(from), most - 1)}`
}

/** Nobody looks further into one text. */
const MOST_CHARS = 100_000

function firstHit(text: string, isWord: (word: string) => boolean): number {
  for (const { 0: word, index } of text.slice(0, MOST_CHARS).matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (isWord(word)) return index
  return 0
}
