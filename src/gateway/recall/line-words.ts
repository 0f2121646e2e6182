import type { Weighing } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import type { RecallLine } from './recall-index.ts'
import { speaksOfWhom, type Whom } from './whom.ts'

const REMEMBERED_LINES = 5000
const REMEMBERED_WORDS = 100_000

/** A stored line never changes, so what it says is read once for all the questions of a conversation. */
export function createLineWords(): () => Pick<Weighing, 'lexicon' | 'words' | 'whom'> {
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
  const whoms = new Map<number, Whom>()
  const whomOf = (line: RecallLine) => {
    let whom = whoms.get(line.id)
    if (!whom) {
      if (whoms.size >= REMEMBERED_LINES) whoms.clear()
      whom = speaksOfWhom(line.text)
      whoms.set(line.id, whom)
    }
    return whom
  }
  return () => {
    if (lexicon.size() > REMEMBERED_WORDS) {
      lexicon = createLexicon()
      known.clear()
    }
    return { lexicon, words: wordsOf, whom: whomOf }
  }
}
