import type { Weighing } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import type { RecallLine } from './recall-index.ts'
import { speaksOfWhom, type Whom } from './whom.ts'

/** Of lines, so many words are remembered since what was before was set aside, and as many of before. */
const REMEMBERED_WORDS = 150_000
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
    // What did not come up for so long goes, and not all at once: the latest lines are looked at for every question.
    if (words > REMEMBERED_WORDS) forget(young)
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
