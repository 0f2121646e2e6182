import { lazy } from '../../lib/lazy.ts'
import { createWordReader } from '../../lib/text/words.ts'
import { type Passage, passagesOf, type TextSpan } from './passage-cuts.ts'

/**
 * What of a text answers, within so many characters, what is said of the cuts included: runs of it, in order and apart
 * from each other. None where no word of the question stands in it, or no passage fits.
 */
export type ChoosePassages = (text: string, limit: number) => TextSpan[]

/** Nobody looks further into one text. */
const MOST_CHARS = 100_000
const MOST_WORDS = 4000
/** What a word says that a chosen passage has said already. */
const SAID_BEFORE = 0.5
/** Of all that the question says, so much must the best passage hold: "user" or "time" alone answers nothing. */
const LEAST_OF_QUESTION = 0.25
/** A passage that has less than this of what the best one has says nothing of its own. */
const LEAST_OF_BEST = 0.15
/** A few lines of a text can stand for it; who looks for more reads it whole. */
const MOST_TRIES = 40
/** A gap that is no longer takes as much room to tell as to show. */
const SMALL_GAP = 60

/** About what a note takes that tells of a cut, and what more the first one takes. */
const NOTE_CHARS = 36
const POINTER_CHARS = 48

interface Read extends Passage {
  words: Set<string>
}

/**
 * Chooses by the words of the question, those that few passages hold first, and what stands around what was chosen.
 * `texts` tell how rare a word is, together with the one that is cut.
 */
export function createPassages(question: string, texts: string[]): ChoosePassages {
  // Most turns cut nothing.
  const wordsOf = lazy(() => createWordReader(MOST_WORDS))
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
    // What follows tells more than what came before.
    for (const step of [1, -1]) for (const place of picked) keep(place + step)
    return spansOf(text, passages, chosen)
  }

  function read(text: string): Read[] {
    const passages = known.get(text) ?? passagesOf(text.slice(0, MOST_CHARS)).map(withWords)
    known.set(text, passages)
    return passages

    function withWords(passage: Passage): Read {
      const said = wordsOf()(text.slice(passage.from, passage.to))
      return { ...passage, words: new Set(said.filter((word) => asked().has(word))) }
    }
  }
}

/** What each word of the question says: the fewer passages hold it, the more. */
function weightsOf(passages: Read[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { words } of passages) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return new Map([...holders].map(([word, count]) => [word, Math.log(1 + passages.length / count)]))
}

/** From the best on, each by what it adds to those before it, as long as `keep` finds room. */
function pick(passages: Read[], weights: Map<string, number>, keep: (place: number) => boolean): number[] {
  const picked: number[] = []
  const said = new Set<string>()
  const open = new Set([...passages.keys()].filter((place) => passages[place]?.words.size))
  let least = LEAST_OF_QUESTION * gainOf(weights.keys(), weights, said)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    let [best, most] = [-1, 0]
    for (const place of open) {
      const gain = gainOf(passages[place]?.words ?? said, weights, said)
      if (gain > most) [best, most] = [place, gain]
    }
    if (most === 0 || most < least) break
    if (tries === 0) least = most * LEAST_OF_BEST
    open.delete(best)
    if (!keep(best)) continue
    picked.push(best)
    for (const word of passages[best]?.words ?? []) said.add(word)
  }
  return picked
}

function gainOf(words: Iterable<string>, weights: Map<string, number>, said: Set<string>): number {
  let sum = 0
  for (const word of words) sum += (weights.get(word) ?? 0) * (said.has(word) ? SAID_BEFORE : 1)
  return sum
}

/** In order, those that touch as one; with the lines around the code that one is in. */
function spansOf(text: string, passages: Passage[], chosen: Set<number>): TextSpan[] {
  const all = [...chosen].flatMap((place) => [passages[place] ?? [], passages[place]?.fences ?? []].flat())
  const spans: TextSpan[] = []
  for (const { from, to } of all.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = spans.at(-1)
    if (last && from - last.to <= SMALL_GAP) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first && first.from <= SMALL_GAP) first.from = 0
  if (last && text.length - last.to <= SMALL_GAP) last.to = text.length
  return spans
}

function lengthOf(text: string, spans: TextSpan[]): number {
  const cuts = spans.filter(({ from }) => from > 0).length + (spans.at(-1)?.to === text.length ? 0 : 1)
  const shown = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return shown + cuts * NOTE_CHARS + POINTER_CHARS
}
