import type { LibraryPassage } from '../../domain/library.ts'
import type { Meaning } from '../../domain/recall.ts'
import { createQuestionReader } from '../../lib/text/words.ts'
import { isFunctionWord } from '../choosing/words/languages.ts'
import { createScorer } from './bm25.ts'
import { estimateRarity } from './candidates.ts'
import { createLexicon } from './lexicon.ts'

/** What recall needs of the library. The cost of each call is independent of how many files it has. */
export interface LibraryIndex {
  size(): { passages: number; chars: number }
  /** The passages that contain a word of each group, newest first. A group is the forms of one word. */
  passagesContaining(groups: readonly (readonly string[])[], most: number): number[]
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
const MAX_PROBED_ENTRIES = 150
const MAX_FOLLOWED_WORDS = 8
const MAX_FOLLOWED_ENTRIES = 1000
const MAX_COMPARED_PASSAGES = 50
const MAX_NEAREST = 30
const ROUNDING = 1e-6
/** Above this number of distinct words, the numbers of words are forgotten, which slows down the next few questions. */
const MAX_DIFFERENT_WORDS = 100_000

/** How much a heading or a file name counts that contains all words of the question, compared with the best text. */
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
      const best = hits[0]?.score ?? 0
      return hits
        .filter(({ score, information, similarity }) => {
          const isSimilar = similarity >= CLEAR_SIMILARITY && information >= MIN_SHARE_IF_SIMILAR * total
          return (information >= minInformation || isSimilar) && score >= best * MIN_SHARE_OF_BEST
        })
        .slice(0, query.limit)
    },
    search(query) {
      const { hits } = rank(query, { unasked: false })
      return hits.filter(({ words, isSimilar }) => words.length > 0 || isSimilar).slice(0, query.limit)
    },
  }

  function rank({ text, meaning }: LibraryQuery, { unasked }: { unasked: boolean }): Ranking {
    const size = index.size()
    if (size.passages === 0) return { hits: [], total: 0, minInformation: 0 }
    if (lexicon.size() > MAX_DIFFERENT_WORDS) lexicon = createLexicon()
    const terms = findTerms(text, size.passages)
    const total = terms.reduce((sum, { idf }) => sum + idf, 0)
    const rarest = estimateRarity('', [1], MAX_PROBED_ENTRIES, size.passages).idf
    const minInformation = Math.max(MIN_SHARE * total, Math.min(MIN_INFORMATION, MIN_RARE_WORDS * rarest))
    const nearest = new Map(
      meaning ? index.nearest(meaning, MAX_NEAREST).map(({ id, similarity }) => [id, similarity] as const) : [],
    )
    const ids = new Set([...bestByWords(terms, unasked ? minInformation : 0), ...nearest.keys()])
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
      const placeShare =
        terms.reduce((sum, { idf }, at) => sum + ((inPlace[at] ?? 0) > 0 ? idf : 0), 0) / Math.max(1e-9, total)
      const information = found.reduce((sum, { idf }) => sum + idf, 0)
      const score =
        scorer.score(inText, passage.text.length) +
        total * (HEADING_WEIGHT * placeShare + SIMILARITY_WEIGHT * similarity)
      const words = found.map(({ spelt }) => spelt)
      return { passage, score, words, isSimilar: similarity >= CLEAR_SIMILARITY, information, similarity }
    })
    return { hits: hits.toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id), total, minInformation }
  }

  /** The words of the question that say something, the rarest first, each with the passages that contain it. */
  function findTerms(text: string, passages: number): FoundWord[] {
    const asked = new Map(
      read(text)
        .filter(({ spelt }) => !isFunctionWord(spelt))
        .map((word) => [word.word, word]),
    )
    const probed = [...asked.values()].slice(0, MAX_WORDS).map((word) => {
      const ids = index.passagesContaining([word.forms], MAX_PROBED_ENTRIES)
      return { ...word, ...estimateRarity(word.word, ids, MAX_PROBED_ENTRIES, passages) }
    })
    return probed
      .toSorted((a, b) => b.idf - a.idf)
      .map((term, place) => {
        if (place >= MAX_FOLLOWED_WORDS || term.ids.length < MAX_PROBED_ENTRIES) return term
        const ids = index.passagesContaining([term.forms], MAX_FOLLOWED_ENTRIES)
        return { ...term, ...estimateRarity(term.word, ids, MAX_FOLLOWED_ENTRIES, passages) }
      })
  }

  /**
   * If a word is too common to read its whole list, the passages that contain the rarest words together are added. A
   * passage that cannot have enough of the words is left out before its text is read.
   */
  function bestByWords(terms: FoundWord[], minInformation: number): number[] {
    const scoreById = new Map<number, number>()
    for (const { ids, idf } of terms) for (const id of ids) scoreById.set(id, (scoreById.get(id) ?? 0) + idf)
    const limitAt = (place: number) => (place < MAX_FOLLOWED_WORDS ? MAX_FOLLOWED_ENTRIES : MAX_PROBED_ENTRIES)
    const cut = terms.filter(({ ids }, place) => ids.length >= limitAt(place))
    const unknown = cut.reduce((sum, { idf }) => sum + idf, 0)
    for (let count = Math.min(4, terms.length); cut.length > 0 && count >= 2; count--) {
      const together = terms.slice(0, count)
      const ids = index.passagesContaining(
        together.map(({ forms }) => forms),
        MAX_COMPARED_PASSAGES,
      )
      const sum = together.reduce((all, { idf }) => all + idf, 0)
      for (const id of ids) scoreById.set(id, Math.max(scoreById.get(id) ?? 0, sum))
    }
    return [...scoreById]
      .filter(([, score]) => score + unknown >= minInformation - ROUNDING)
      .toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, MAX_COMPARED_PASSAGES)
      .map(([id]) => id)
  }
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
}

interface RankedHit extends LibraryHit {
  /** The summed idf of the question's words that it contains. */
  information: number
  similarity: number
}
