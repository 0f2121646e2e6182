import type { Weighing } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import type { RecallLine } from './recall-index.ts'
import { speaksOfWhom, type Whom } from './whom.ts'

/** The size of each of the two generations of lines. A question looks at about a thousand lines, few of them long. */
const LINES_PER_GENERATION = 2_000
const WORDS_PER_GENERATION = 150_000
/** Beyond that all of it is read anew, which a hundred questions feel: text in no known language has two stems a word. */
const MOST_DIFFERENT = 250_000

interface Said {
  words: number[]
  whom: Whom
}

/** A stored line never changes, so what it says is read once for all the questions of a conversation. */
export function createLineWords(): () => Pick<Weighing, 'lexicon' | 'words' | 'whom'> {
  let lexicon = createLexicon()
  let young = new Map<number, Said>()
  let old = new Map<number, Said>()
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
    if (lexicon.size() > MOST_DIFFERENT) {
      lexicon = createLexicon()
      forget(new Map())
    }
    return { lexicon, words: (line) => said(line).words, whom: (line) => said(line).whom }
  }

  function readLine({ text, files }: RecallLine): Said {
    const words = lexicon.read(files.length === 0 ? text : [text, ...files].join('\n'))
    return { words, whom: speaksOfWhom(text) }
  }

  function forget(before: Map<number, Said>): void {
    old = before
    young = new Map()
    words = 0
  }
}
