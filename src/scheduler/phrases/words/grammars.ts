import { type Grammar, grammarOf } from '../grammar.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'

const IN_LETTERS = [english, german, french, spanish].map(grammarOf)
const IN_CHINESE = grammarOf(chinese)

/** The languages that a text may be in. */
export function grammarsFor(folded: string): Grammar[] {
  return /\p{Script=Han}/u.test(folded) ? [IN_CHINESE()] : IN_LETTERS.map((grammar) => grammar())
}
