import { lazy } from '../../lib/lazy.ts'
import { createWordReader } from '../../lib/text/words.ts'
import { type Passage, splitIntoPassages, type TextSpan } from './passage-cuts.ts'

/**
 * Chooses the relevant spans of a text within a number of characters, including the notes about the cuts. The spans are in
 * order and do not touch. There are none when the text contains no word of the question or no passage fits.
 */
export type ChoosePassages = (text: string, limit: number) => TextSpan[]

/** The rest of a longer text is not read. */
const MAX_READ_CHARS = 100_000
const MAX_CACHED_WORDS = 4000
/** How much a word still counts when a chosen passage contains it already. */
const REPEATED_WORD_WEIGHT = 0.5
/** The share of the question's weight that the best passage must contain: "user" or "time" alone answers nothing. */
const MIN_SHARE_OF_QUESTION = 0.25
/** The share of the best passage's weight that another passage must have. */
const MIN_SHARE_OF_BEST = 0.15
const MAX_PICK_ATTEMPTS = 40
/** A shorter gap is shown, because the note about it would take as much room. */
const SMALL_GAP_CHARS = 60

/** The approximate length of a note about a cut, and the additional length of the first note. */
const NOTE_CHARS = 36
const POINTER_CHARS = 48

interface PassageWithWords extends Passage {
  words: Set<string>
}

/**
 * Chooses passages by the words of the question, rare words first, and then their neighbours. `texts`, together with the
 * text that is cut, say how rare a word is.
 */
export function createPassages(question: string, texts: string[]): ChoosePassages {
  // Created on demand, because most turns cut nothing.
  const wordsOf = lazy(() => createWordReader(MAX_CACHED_WORDS))
  const questionWords = lazy(() => new Set(wordsOf()(question)))
  const cache = new Map<string, PassageWithWords[]>()
  return (text, limit) => {
    const passages = readPassages(text)
    const chosen = new Set<number>()
    const addIfRoom = (index: number) => {
      if (!passages[index] || shownLength(text, spansOf(text, passages, new Set([...chosen, index]))) > limit)
        return false
      chosen.add(index)
      return true
    }
    const picked = pick(passages, weightsOf([...new Set([...texts, text])].flatMap(readPassages)), addIfRoom)
    // The passage after a match says more than the one before it.
    for (const step of [1, -1]) for (const index of picked) addIfRoom(index + step)
    return spansOf(text, passages, chosen)
  }

  function readPassages(text: string): PassageWithWords[] {
    const passages = cache.get(text) ?? splitIntoPassages(text.slice(0, MAX_READ_CHARS)).map(withWords)
    cache.set(text, passages)
    return passages

    function withWords(passage: Passage): PassageWithWords {
      const words = wordsOf()(text.slice(passage.from, passage.to))
      return { ...passage, words: new Set(words.filter((word) => questionWords().has(word))) }
    }
  }
}

/** The weight of each word of the question: the fewer passages contain it, the higher. */
function weightsOf(passages: PassageWithWords[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { words } of passages) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return new Map([...holders].map(([word, count]) => [word, Math.log(1 + passages.length / count)]))
}

/** Picks the passage that adds most to those picked before, as long as `keep` finds room. */
function pick(
  passages: PassageWithWords[],
  weights: Map<string, number>,
  addIfRoom: (index: number) => boolean,
): number[] {
  const picked: number[] = []
  const coveredWords = new Set<string>()
  const unpicked = new Set([...passages.keys()].filter((index) => passages[index]?.words.size))
  let minGain = MIN_SHARE_OF_QUESTION * weightOf(weights.keys(), weights, coveredWords)
  for (let attempt = 0; attempt < MAX_PICK_ATTEMPTS; attempt += 1) {
    let [best, maxGain] = [-1, 0]
    for (const index of unpicked) {
      const gain = weightOf(passages[index]?.words ?? coveredWords, weights, coveredWords)
      if (gain > maxGain) [best, maxGain] = [index, gain]
    }
    if (maxGain === 0 || maxGain < minGain) break
    if (attempt === 0) minGain = maxGain * MIN_SHARE_OF_BEST
    unpicked.delete(best)
    if (!addIfRoom(best)) continue
    picked.push(best)
    for (const word of passages[best]?.words ?? []) coveredWords.add(word)
  }
  return picked
}

function weightOf(words: Iterable<string>, weights: Map<string, number>, coveredWords: Set<string>): number {
  let sum = 0
  for (const word of words) sum += (weights.get(word) ?? 0) * (coveredWords.has(word) ? REPEATED_WORD_WEIGHT : 1)
  return sum
}

/** The chosen passages in order, joined when they touch, with the fences of their code blocks. */
function spansOf(text: string, passages: Passage[], chosen: Set<number>): TextSpan[] {
  const ranges = [...chosen].flatMap((index) => [passages[index] ?? [], passages[index]?.fences ?? []].flat())
  const spans: TextSpan[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = spans.at(-1)
    if (last && from - last.to <= SMALL_GAP_CHARS) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first && first.from <= SMALL_GAP_CHARS) first.from = 0
  if (last && text.length - last.to <= SMALL_GAP_CHARS) last.to = text.length
  return spans
}

function shownLength(text: string, spans: TextSpan[]): number {
  const cuts = spans.filter(({ from }) => from > 0).length + (spans.at(-1)?.to === text.length ? 0 : 1)
  const shownChars = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return shownChars + cuts * NOTE_CHARS + POINTER_CHARS
}
