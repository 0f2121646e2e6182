import { speltWords } from '../../lib/text/language/spelling.ts'
import { hashOn, wordSigns } from '../../lib/text/word-table.ts'

/** Whether a line is about its author ("I", "my"), and whether it is about the person addressed ("you"). */
export interface SelfReference {
  self: boolean
  other: boolean
}

/** The beginning of a long line is enough. */
const READ_CHARS = 300

/**
 * Reads the pronouns of a line. A question about somebody is mostly answered by lines in which they say "I", whatever its
 * words. Verb endings are not considered.
 */
export function readSelfReference(text: string): SelfReference {
  const begins = text.slice(0, READ_CHARS)
  return readAscii(begins) ?? readAny(begins)
}

/** Undefined for text beyond ASCII. Only possible matches are cut out, because thousands of lines are read. */
function readAscii(text: string): SelfReference | undefined {
  const found = { self: false, other: false }
  let from = -1
  let hash = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE
    if (code > 127) return undefined
    const sign = wordSigns[code] ?? 0
    if (sign !== 0) {
      if (from < 0) {
        from = at
        hash = 0
      }
      hash = hashOn(hash, sign)
    } else if (from >= 0) {
      if (hashes.has(hash)) note(found, text.slice(from, at).toLowerCase())
      from = -1
    }
  }
  return found
}

const SPACE = 32

function readAny(text: string): SelfReference {
  const found = { self: false, other: false }
  for (const word of speltWords(text)) note(found, word)
  return found
}

function note(found: SelfReference, word: string): void {
  found.self ||= self.has(word) || (!isLatin(word) && /[我咱私僕俺]/.test(word))
  found.other ||= other.has(word) || (!isLatin(word) && /[你您妳]|あなた/.test(word))
}

/** All letters of a word belong to one script. */
function isLatin(word: string): boolean {
  return word.charCodeAt(0) < 0x80
}

// English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Russian. Words that mean something else in
// another of these languages are left out: "du" is also French, "ma" also Italian.
const self = new Set(
  [
    'i me my mine myself im ive we us our ours',
    'ich mich mir mein meine meinen meinem meiner wir uns unser unsere',
    'je j moi mon mes nous notre nos yo mi mis conmigo nosotros nuestro nuestra',
    'eu meu minha meus minhas io mio mia miei ik mijn wij jag jeg mitt mina mine',
    'я меня мне мной мой моя моё мое мои мы нас нам наш наша',
  ].flatMap((line) => line.split(' ')),
)

const other = new Set(
  [
    'you your yours yourself u ur dich dir dein deine deinen deinem deiner ihr euch euer eure',
    'tu toi ton tes vous votre vos te ti usted ustedes tuyo você vocês teu tua seu sua',
    'jij jouw jullie dig ditt dina ты тебя тебе твой твоя вы вас вам ваш ваша',
  ].flatMap((line) => line.split(' ')),
)

const hashes = new Set([...self, ...other].map((word) => Array.from(word, codeOf).reduce(hashOn, 0)))

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}
