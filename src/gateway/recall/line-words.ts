import type { Weighing } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import type { RecallLine } from './recall-index.ts'

const REMEMBERED_LINES = 5000
const REMEMBERED_WORDS = 100_000

/** A stored line never changes, so its words are read once for all the questions of a conversation. */
export function createLineWords(): () => Pick<Weighing, 'lexicon' | 'words'> {
  let lexicon = createLexicon()
  const known = new Map<number, number[]>()
  const wordsOf = (line: RecallLine) => {
    let said = known.get(line.id)
    if (!said) {
      if (known.size >= REMEMBERED_LINES) known.clear()
      said = lexicon.read(line.files.length === 0 ? line.text : [line.text, ...line.files].join('\n'))
      known.set(line.id, said)
    }
    return said
  }
  return () => {
    if (lexicon.size() > REMEMBERED_WORDS) {
      lexicon = createLexicon()
      known.clear()
    }
    return { lexicon, words: wordsOf }
  }
}
