import type { Weighing } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import type { RecallLine } from './recall-index.ts'
import { readSelfReference, type SelfReference } from './self-reference.ts'

/** The size of each of the two generations of lines. A question looks at about a thousand lines, few of them long. */
const LINES_PER_GENERATION = 2_000
const WORDS_PER_GENERATION = 150_000
/** With more different words everything is forgotten, and the next hundred questions are slower. */
const MAX_DIFFERENT_WORDS = 250_000

interface ReadLine {
  words: number[]
  refersTo: SelfReference
}

/** A stored line never changes, so its words are read once for all questions of a conversation. */
export function createLineWords(): () => Pick<Weighing, 'lexicon' | 'words' | 'refersTo'> {
  let lexicon = createLexicon()
  let young = new Map<number, ReadLine>()
  let old = new Map<number, ReadLine>()
  let words = 0
  const said = (line: RecallLine) => {
    const known = young.get(line.id)
    if (known) return known
    const read = old.get(line.id) ?? readLine(line)
    // The lines that every question looks at move to the new generation; the others are dropped with the old one.
    if (young.size >= LINES_PER_GENERATION || words > WORDS_PER_GENERATION) forget(young)
    words += read.words.length
    young.set(line.id, read)
    return read
  }
  return () => {
    if (lexicon.size() > MAX_DIFFERENT_WORDS) {
      lexicon = createLexicon()
      forget(new Map())
    }
    return { lexicon, words: (line) => said(line).words, refersTo: (line) => said(line).refersTo }
  }

  function readLine({ text, files }: RecallLine): ReadLine {
    const words = lexicon.read(files.length === 0 ? text : [text, ...files].join('\n'))
    return { words, refersTo: readSelfReference(text) }
  }

  function forget(before: Map<number, ReadLine>): void {
    old = before
    young = new Map()
    words = 0
  }
}
