import type { LibraryPassage } from '../../domain/library.ts'
import type { Meaning } from '../../domain/recall.ts'
import { createQuestionReader } from '../../lib/text/words.ts'
import { patternsFor } from '../choosing/words/languages.ts'
import { createScorer } from './bm25.ts'
import { createLexicon } from './lexicon.ts'

/** What recall needs of the library. The cost of each call is independent of how many files it has. */
export interface LibraryIndex {
  size(): { passages: number; chars: number }
  /** The passages that contain a word of each group, newest first. A group is the forms of one word. */
  passagesContaining(groups: readonly (readonly string[])[], most: number): number[]
  /** How many passages contain one of the forms of a word, counted up to `most`. */
  countContaining(forms: readonly string[], most: number): number
  passages(ids: number[]): LibraryPassage[]
  /** The passages nearest in meaning, best first: 1 for the nearest, 0 for an ordinary one. Empty without vectors. */
  nearest(meaning: Meaning, most: number): { id: number; similarity: number }[]
}

export interface LibraryHit {
  passage: LibraryPassage
  score: number
  /** The words of the question that it contains, as the question spells them. */
  words: string[]
  /** Whether it was found by its meaning. */
  isSimilar: boolean
}

export interface LibraryRecall {
  /** The passages with enough evidence to be shown unasked, best first. */
  recall(query: LibraryQuery): LibraryHit[]
  /** All passages that contain one of the words or mean something similar, best first. */
  search(query: LibraryQuery): LibraryHit[]
}

export interface LibraryQuery {
  text: string
  meaning?: Meaning | undefined
  limit: number
}

// As in candidates.ts, these limits keep the work constant.
const MAX_WORDS = 40
/** How many of the newest passages with a word are read. */
const MAX_ENTRIES = 1000
/** A word in more passages counts as common as one in this many. */
const MAX_COUNTED_ENTRIES = 10_000
/** More than are asked for, because the words alone do not say which passage is best. */
const MIN_COMPARED_PASSAGES = 30
const MAX_NEAREST = 30
const ROUNDING = 1e-6
/** Above this number of distinct words, the numbers of words are forgotten, which slows down the next few questions. */
const MAX_DIFFERENT_WORDS = 100_000

/** A word in a heading or in the name of the file counts this much more, because that is what the passage is about. */
const HEADING_WEIGHT = 0.5
const SIMILARITY_WEIGHT = 0.6
/** A passage is shown unasked when it has at least this share of what the question says (see related-past.ts). */
const MIN_SHARE = 0.6
/** With a clearly similar meaning, a smaller share is enough. */
const MIN_SHARE_IF_SIMILAR = 0.35
const CLEAR_SIMILARITY = 0.7
/** What the question says and the passage contains, in the unit of `idf`: one word in a thousand passages has about 7. */
const MIN_INFORMATION = 7
/** In a small library no word says that much, so as much as this many of its rarest words say is enough. */
const MIN_RARE_WORDS = 2
/** A passage is shown only if it scores at least this share of the best one. */
const MIN_SHARE_OF_BEST = 0.6

/** Finds the passages of the library that fit a message, by words and, where vectors are on, by meaning. */
export function createLibraryRecall(index: LibraryIndex): LibraryRecall {
  const read = createQuestionReader()
  let lexicon = createLexicon()

  return {
    recall(query) {
      const { hits, total, minInformation } = rank(query, { unasked: true })
      const related = hits.filter(({ information, similarity, words }) => {
        const isSimilar = similarity >= CLEAR_SIMILARITY && information >= MIN_SHARE_IF_SIMILAR * total
        return isSimilar || (information >= minInformation && !words.every(isNumber))
      })
      const best = related[0]?.score ?? 0
      return related.filter(({ score }) => score >= best * MIN_SHARE_OF_BEST).slice(0, query.limit)
    },
    search(query) {
      const { hits } = rank(query, { unasked: false })
      return hits.filter(({ words, isSimilar }) => words.length > 0 || isSimilar).slice(0, query.limit)
    },
  }

  function rank({ text, meaning, limit }: LibraryQuery, { unasked }: { unasked: boolean }): Ranking {
    const size = index.size()
    if (size.passages === 0) return { hits: [], total: 0, minInformation: 0 }
    if (lexicon.size() > MAX_DIFFERENT_WORDS) lexicon = createLexicon()
    const terms = findTerms(text, size.passages)
    const total = informationIn(terms)
    const rarest = rarityOf(1, size.passages)
    const minInformation = Math.max(MIN_SHARE * total, Math.min(MIN_INFORMATION, MIN_RARE_WORDS * rarest))
    const needed = unasked ? minInformation / (1 + HEADING_WEIGHT) - ROUNDING : 0
    const nearest = new Map(
      meaning ? index.nearest(meaning, MAX_NEAREST).map(({ id, similarity }) => [id, similarity] as const) : [],
    )
    const ids = new Set([...bestByWords(terms, needed, Math.max(MIN_COMPARED_PASSAGES, limit)), ...nearest.keys()])
    if (ids.size === 0) return { hits: [], total, minInformation }
    const scorer = createScorer(
      terms.map(({ forms, idf }) => ({ numbers: forms.map(lexicon.numberOf), idf })),
      size.chars / size.passages,
    )
    const hits = index.passages([...ids]).map((passage): RankedHit => {
      const inText = scorer.count(lexicon.read(passage.text))
      const inPlace = scorer.count(lexicon.read(`${passage.path}\n${passage.heading}`))
      const found = terms.filter((_, at) => (inText[at] ?? 0) + (inPlace[at] ?? 0) > 0)
      const similarity = nearest.get(passage.id) ?? 0
      const inHeading = HEADING_WEIGHT * informationIn(terms.filter((_, at) => (inPlace[at] ?? 0) > 0))
      const information = informationIn(found) + inHeading
      const score = scorer.score(inText, passage.text.length) + inHeading + total * SIMILARITY_WEIGHT * similarity
      const words = found.map(({ spelt }) => spelt)
      return { passage, score, words, isSimilar: similarity >= CLEAR_SIMILARITY, information, similarity }
    })
    return { hits: hits.toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id), total, minInformation }
  }

  /** The words of the question that say something, the rarest first, each with the newest passages that contain it. */
  function findTerms(text: string, passages: number): FoundWord[] {
    const languages = patternsFor(text)
    const asked = new Map(
      read(text)
        .filter(({ spelt }) => !languages.every(({ functionWords }) => functionWords.has(spelt)))
        .map((word) => [word.word, word]),
    )
    const terms = [...asked.values()].slice(0, MAX_WORDS).map((word) => {
      const ids = index.passagesContaining([word.forms], MAX_ENTRIES)
      const isCut = ids.length === MAX_ENTRIES
      const holders = isCut ? index.countContaining(word.forms, MAX_COUNTED_ENTRIES) : ids.length
      return { ...word, ids, isCut, idf: rarityOf(holders, passages) }
    })
    return terms.toSorted((a, b) => b.idf - a.idf)
  }

  /** The passages that may contain as much information as needed, those that are known to contain most of it first. */
  function bestByWords(terms: FoundWord[], needed: number, most: number): number[] {
    const leading = leadingWords(terms, needed)
    const scoreById = new Map<number, number>()
    for (const [place, { ids, idf }] of terms.entries()) {
      for (const id of ids) {
        const score = scoreById.get(id)
        if (score !== undefined || place < leading) scoreById.set(id, (score ?? 0) + idf)
      }
    }
    const isLeadingCut = terms.some(({ isCut }, place) => isCut && place < leading)
    // If a word is too common to read its whole list, the passages that contain the rarest words together are added.
    for (let count = Math.min(4, terms.length); isLeadingCut && count >= 2; count--) {
      const together = terms.slice(0, count)
      const ids = index.passagesContaining(
        together.map(({ forms }) => forms),
        most,
      )
      const sum = informationIn(together)
      for (const id of ids) scoreById.set(id, Math.max(scoreById.get(id) ?? 0, sum))
    }
    const cut = terms.filter(({ isCut }) => isCut)
    // What a passage may contain beyond the words that it is known to contain: a list says nothing below its end.
    const mayContain = (id: number) => informationIn(cut.filter(({ ids }) => id < (ids.at(-1) ?? 0)))
    return [...scoreById]
      .filter(([id, score]) => score >= needed || score + mayContain(id) >= needed)
      .toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, most)
      .map(([id]) => id)
  }
}

/** The inverse document frequency of a word. Passages that are being written or removed may be among its holders. */
function rarityOf(holders: number, passages: number): number {
  return Math.log(1 + (Math.max(0, passages - holders) + 0.5) / (holders + 0.5))
}

/** Numbers alone say nothing: every list of versions contains 17 and 23. */
function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

function informationIn(words: { idf: number }[]): number {
  return words.reduce((sum, { idf }) => sum + idf, 0)
}

/** How many of the words, the rarest first, are looked for: the others together say less than is needed. */
function leadingWords(words: FoundWord[], needed: number): number {
  let rest = informationIn(words)
  let count = 0
  for (; count < words.length && rest >= needed; count++) rest -= words[count]?.idf ?? 0
  return count
}

interface Ranking {
  hits: RankedHit[]
  /** The summed idf of all words of the question. */
  total: number
  /** How much of it a passage needs to be shown unasked. */
  minInformation: number
}

interface FoundWord {
  word: string
  forms: readonly string[]
  spelt: string
  idf: number
  ids: number[]
  /** There are more passages that contain it, all of them older. */
  isCut: boolean
}

interface RankedHit extends LibraryHit {
  /** The summed idf of the question's words that it contains; those in its heading count more. */
  information: number
  similarity: number
}
