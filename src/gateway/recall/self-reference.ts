import { speltWords } from '../../lib/text/language/spelling.ts'
import { extendHash, wordCharacters } from '../../lib/text/word-table.ts'

/** The beginning of a long line is enough. */
const READ_CHARS = 300

/**
 * Whether a line is about its author ("I", "my"). A question about somebody is mostly answered by lines in which they say
 * "I", whatever the words of the question. Verb endings are not considered.
 */
export function isAboutAuthor(text: string): boolean {
  const start = text.slice(0, READ_CHARS)
  return readAscii(start) ?? speltWords(start).some(isFirstPerson)
}

/** Whether somebody speaks of themselves or of what is theirs. "Tell me a joke" does not. */
export function speaksOfSelf(text: string): boolean {
  const begins = text.slice(0, READ_CHARS).replaceAll(/[给帮替为][我咱]/g, '')
  return speltWords(begins).some((word) => isFirstPerson(word) && !objectPronouns.has(word))
}

/** Whether "I" means anybody, as in "how do I boil an egg?", and nothing of their own is mentioned. */
export function isGeneralQuestion(text: string): boolean {
  const begins = text.slice(0, READ_CHARS)
  return generalQuestion.test(begins) && !speaksOfSelf(begins.replace(generalQuestion, ' '))
}

const generalQuestion =
  /\b(?:how|what|which|where|when)\b[^.?!]{0,30}?\b(?:do|can|could|should|would|must) i\b|\b(?:wie|was|wo|womit|welche[nrs]?)\b[^.?!]{0,30}?\bich\b|\b(?:comment|que|quoi|où)\b[^.?!]{0,30}?\bje\b/i

const objectPronouns = new Set('me us mich mir uns moi nous conmigo'.split(' '))

/** Undefined for text beyond ASCII. Only possible matches are cut out, because thousands of lines are read. */
function readAscii(text: string): boolean | undefined {
  let isFound = false
  let wordStart = -1
  let hash = 0
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : SPACE
    if (code > 127) return undefined
    const letterCode = wordCharacters[code] ?? 0
    if (letterCode !== 0) {
      if (wordStart < 0) {
        wordStart = index
        hash = 0
      }
      hash = extendHash(hash, letterCode)
    } else if (wordStart >= 0) {
      if (!isFound && firstPersonHashes.has(hash)) isFound = isFirstPerson(text.slice(wordStart, index).toLowerCase())
      wordStart = -1
    }
  }
  return isFound
}

const SPACE = 32

/** All letters of a word belong to one script. */
function isFirstPerson(word: string): boolean {
  const isLatin = word.charCodeAt(0) < 0x80
  return firstPerson.has(word) || (!isLatin && /[我咱私僕俺]/.test(word))
}

// English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Russian. Words that mean something else in
// another of these languages are left out: "ma" is also Italian.
const firstPerson = new Set(
  [
    'i me my mine myself im ive we us our ours',
    'ich mich mir mein meine meinen meinem meiner wir uns unser unsere',
    'je j moi mon mes nous notre nos yo mi mis conmigo nosotros nuestro nuestra',
    'eu meu minha meus minhas io mio mia miei ik mijn wij jag jeg mitt mina mine',
    'я меня мне мной мой моя моё мое мои мы нас нам наш наша',
  ].flatMap((line) => line.split(' ')),
)

const firstPersonHashes = new Set(Array.from(firstPerson, (word) => Array.from(word, codeOf).reduce(extendHash, 0)))

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}
