import { lazy } from '../../lib/lazy.ts'
import { createWordReader } from '../../lib/text/words.ts'
import { type Passage, passagesOf, type TextSpan } from './passage-cuts.ts'

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
const MAX_TRIES = 40
/** A shorter gap is shown, because the note about it would take as much room. */
const SMALL_GAP_CHARS = 60

/** The approximate length of a note about a cut, and the additional length of the first note. */
const NOTE_CHARS = 36
const POINTER_CHARS = 48

interface Read extends Passage {
  words: Set<string>
}

/**
 * Chooses passages by the words of the question, rare words first, and then their neighbours. `texts`, together with the
 * text that is cut, say how rare a word is.
 */
export function createPassages(question: string, texts: string[]): ChoosePassages {
  // Created on demand, because most turns cut nothing.
  const wordsOf = lazy(() => createWordReader(MAX_CACHED_WORDS))
  const asked = lazy(() => new Set(wordsOf()(question)))
  const known = new Map<string, Read[]>()
  return (text, limit) => {
    const passages = read(text)
    const chosen = new Set<number>()
    const keep = (place: number) => {
      if (!passages[place] || lengthOf(text, spansOf(text, passages, new Set([...chosen, place]))) > limit) return false
      chosen.add(place)
      return true
    }
    const picked = pick(passages, weightsOf([...new Set([...texts, text])].flatMap(read)), keep)
    // The passage after a match says more than the one before it.
    for (const step of [1, -1]) for (const place of picked) keep(place + step)
    return spansOf(text, passages, chosen)
  }

  function read(text: string): Read[] {
    const passages = known.get(text) ?? passagesOf(text.slice(0, MAX_READ_CHARS)).map(withWords)
    known.set(text, passages)
    return passages

    function withWords(passage: Passage): Read {
      const said = wordsOf()(text.slice(passage.from, passage.to))
      return { ...passage, words: new Set(said.filter((word) => asked().has(word))) }
    }
  }
}

/** The weight of each word of the question: the fewer passages contain it, the higher. */
function weightsOf(passages: Read[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { words } of passages) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return new Map([...holders].map(([word, count]) => [word, Math.log(1 + passages.length / count)]))
}

/** Picks the passage that adds most to those picked before, as long as `keep` finds room. */
function pick(passages: Read[], weights: Map<string, number>, keep: (place: number) => boolean): number[] {
  const picked: number[] = []
  const said = new Set<string>()
  const open = new Set([...passages.keys()].filter((place) => passages[place]?.words.size))
  let least = MIN_SHARE_OF_QUESTION * gainOf(weights.keys(), weights, said)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let [best, most] = [-1, 0]
    for (const place of open) {
      const gain = gainOf(passages[place]?.words ?? said, weights, said)
      if (gain > most) [best, most] = [place, gain]
    }
    if (most === 0 || most < least) break
    if (tries === 0) least = most * MIN_SHARE_OF_BEST
    open.delete(best)
    if (!keep(best)) continue
    picked.push(best)
    for (const word of passages[best]?.words ?? []) said.add(word)
  }
  return picked
}

function gainOf(words: Iterable<string>, weights: Map<string, number>, said: Set<string>): number {
  let sum = 0
  for (const word of words) sum += (weights.get(word) ?? 0) * (said.has(word) ? REPEATED_WORD_WEIGHT : 1)
  return sum
}

/** The chosen passages in order, joined when they touch, with the fences of their code blocks. */
function spansOf(text: string, passages: Passage[], chosen: Set<number>): TextSpan[] {
  const all = [...chosen].flatMap((place) => [passages[place] ?? [], passages[place]?.fences ?? []].flat())
  const spans: TextSpan[] = []
  for (const { from, to } of all.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = spans.at(-1)
    if (last && from - last.to <= SMALL_GAP_CHARS) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first && first.from <= SMALL_GAP_CHARS) first.from = 0
  if (last && text.length - last.to <= SMALL_GAP_CHARS) last.to = text.length
  return spans
}

function lengthOf(text: string, spans: TextSpan[]): number {
  const cuts = spans.filter(({ from }) => from > 0).length + (spans.at(-1)?.to === text.length ? 0 : 1)
  const shown = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return shown + cuts * NOTE_CHARS + POINTER_CHARS
}
