import { isAtNamedTime } from './evidence.ts'
import { MIN_SAME_MEANING } from './meaning.ts'
import { usesName } from './names-here.ts'
import { findOverlap, type OverlapFacts } from './overlap.ts'
import { isGeneralQuestion, speaksOfSelf } from './self-reference.ts'

/**
 * The share of what the message says that a conversation must have in common with it; less when somebody speaks about
 * themselves. A single line needs a little less.
 */
const MIN_SHARE = { general: 0.55, personal: 0.35 }
const LINE_MARGIN = 0.1
/** The information that a message and a conversation must share to be related, however much else the message says. */
const MUCH_INFORMATION = 18
/** The same for a longer message in which somebody speaks about themselves. */
const PERSONAL_INFORMATION = 8
const PERSONAL_WORDS = 7
/** "What were we talking about?" has so few words that it hardly says what it is about. */
const FEW_WORDS = 2
/** What an impersonal message must share with a conversation, and how much it must say, to be clearly about the past. */
const CLEAR_INFORMATION = 10
const CLEAR_WORDS = 4
/** The share of what the message says that two words carry which stand together, for it to be about what they name. */
const CLEAR_PAIR_SHARE = 0.5
/** With fewer candidates, everything that was said fits into a short prompt. */
const MIN_CANDIDATES = 40

export interface RelatedFacts extends OverlapFacts {
  text: string
  /** How the message spells each of its words. */
  spelt: ReadonlyMap<string, string>
}

/**
 * How much a message has in common with the past. "what goes well with salmon?" may share its words with it by chance, so
 * it is `faint`, unless it is personal, shares much, uses a name, or was told in one sentence.
 */
export type Relation = 'none' | 'faint' | 'clear'

/**
 * Tells how a message is related to the past. It has something in common with it when there are enough rare words in one
 * conversation or line, a name, a time or a meaning. "What is 17 * 23?" has not, so it needs nothing of it. The limits were
 * chosen with messages that need no past and questions that do (bench/recall/NOTES.md).
 */
export function relationToPast(facts: RelatedFacts): Relation {
  const { text, lines, terms, spelt } = facts
  const isPersonal = speaksOfSelf(text)
  const isAboutOwnMatters = isPersonal && !isGeneralQuestion(text)
  if (terms.length === 0 || lines.length < MIN_CANDIDATES) return 'clear'
  if (isAboutOwnMatters && terms.length <= FEW_WORDS) return 'clear'
  if (lines.some(({ evidence }) => isAtNamedTime(evidence) || evidence.meaning >= MIN_SAME_MEANING)) return 'clear'

  const { total, conversation, line, isTold, pair, byPeople } = findOverlap(facts)
  if (isTold || (pair > 0 && pair >= CLEAR_PAIR_SHARE * total)) return 'clear'
  const linesByWord = new Map<string, string[]>()
  for (const { weighed, shared } of byPeople)
    for (const spelling of shared.map((word) => spelt.get(word) ?? word)) {
      const lines = linesByWord.get(spelling) ?? []
      linesByWord.set(spelling, lines)
      lines.push(weighed.line.text)
    }
  const said = lines.flatMap(({ line }) => (line.author === 'human' ? [line.text] : []))
  if (usesName({ text, lines: said, linesByWord })) return 'clear'

  const minShared = total * (isPersonal ? MIN_SHARE.personal : MIN_SHARE.general)
  const sharesEnough =
    conversation >= Math.min(minShared, MUCH_INFORMATION) ||
    line >= minShared - LINE_MARGIN * total ||
    (isPersonal && terms.length >= PERSONAL_WORDS && conversation >= PERSONAL_INFORMATION)
  if (!sharesEnough) return pair > 0 ? 'faint' : 'none'
  const sharesMuch = conversation >= CLEAR_INFORMATION && terms.length >= CLEAR_WORDS
  return isAboutOwnMatters || sharesMuch ? 'clear' : 'faint'
}
