import { createWordReader } from '../../src/lib/text/words.ts'
import { fold, type GoldLine } from './grade.ts'

// Whether what is shown can be used, beside whether it is shown: a line that nobody can place is of little help.

/** Answers have heads of this many characters at least (`src/gateway`), so that so much of a partner must stand. */
const PARTNER_CHARS = 60
const DAY_OR_TAG = /^(?:\[\d{4}-\d\d-\d\d[^\]]*\]|<[^>]*>)$/
const LINE_HEAD = /^\[[^\]\n]{1,80}\d\d:\d\d\] /

/** The lines of each passage. A passage ends at "…", at another day, and at a block. */
export function splitPassages(context: string): string[][] {
  const passages: string[][] = [[]]
  for (const row of context.split('\n')) {
    const passage = passages.at(-1) ?? []
    if (row === '…' || DAY_OR_TAG.test(row)) passages.push([])
    else if (LINE_HEAD.test(row) || passage.length === 0) passage.push(row)
    else passage.push(`${passage.pop()}\n${row}`)
  }
  return passages.filter(({ length }) => length > 0)
}

/** The share of the gold lines that stand whole, each in one passage with the head of its partner. */
export function gradePassages(context: string, gold: GoldLine[]): number {
  const passages = splitPassages(context).map((lines) => fold(lines.join('\n')))
  const isReadable = ({ text, partner = '' }: GoldLine) => {
    const head = fold(partner).slice(0, PARTNER_CHARS)
    return passages.some((passage) => passage.includes(fold(text)) && passage.includes(head))
  }
  return gold.filter(isReadable).length / gold.length
}

/** What the reader quotes: so many lines, each with the line before it and the one behind it. */
const QUOTED_LINES = 10

/**
 * A reader without a model, which answers only from what the prompt holds: it quotes the lines that share most with the
 * question, by how rare a word is in the prompt, with their neighbours in the passage. The share of the gold in its answer.
 */
export function gradeReader(context: string, question: string, gold: GoldLine[]): number {
  const lines = splitPassages(context).flatMap((passage) =>
    passage.map((text, at) => ({ text, quote: passage.slice(Math.max(0, at - 1), at + 2), words: wordSet(text) })),
  )
  const score = (words: Set<string>) =>
    [...wordSet(question)].filter((word) => words.has(word)).reduce((sum, word) => sum + rarity(word), 0)
  const counts = new Map<string, number>()
  for (const { words } of lines) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + lines.length / (counts.get(word) ?? lines.length))
  const best = lines
    .map(({ quote, words }) => ({ quote, score: score(words) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, QUOTED_LINES)
  const answer = fold(best.flatMap(({ quote }) => quote).join('\n'))
  return gold.filter(({ text }) => answer.includes(fold(text))).length / gold.length
}

const readWords = createWordReader()

function wordSet(text: string): Set<string> {
  return new Set(readWords(text))
}
