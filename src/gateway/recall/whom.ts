import { speltWords } from '../../lib/text/language/spelling.ts'
import { hashOn, wordSigns } from '../../lib/text/word-table.ts'

/** Of whom a line speaks, by its small words: of whoever says it, and of whoever it is said to. */
export interface Whom {
  self: boolean
  other: boolean
}

/** What a long line speaks of it says at its beginning. */
const READ_CHARS = 300

/**
 * People tell about themselves, and what they say about each other is mostly kind: a question about somebody is answered by
 * the lines in which they say "I", whatever its words. Verbs that say it by their ending are not looked at.
 */
export function speaksOfWhom(text: string): Whom {
  const begins = text.slice(0, READ_CHARS)
  return readAscii(begins) ?? readAny(begins)
}

/** Undefined when there is more in it than ASCII. Only what may be one of the words is cut out: thousands are looked at. */
function readAscii(text: string): Whom | undefined {
  const whom = { self: false, other: false }
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
      if (hashes.has(hash)) note(whom, text.slice(from, at).toLowerCase())
      from = -1
    }
  }
  return whom
}

const SPACE = 32

function readAny(text: string): Whom {
  const whom = { self: false, other: false }
  for (const word of speltWords(text)) note(whom, word)
  return whom
}

function note(whom: Whom, word: string): void {
  whom.self ||= self.has(word) || (!isLatin(word) && /[我咱私僕俺]/.test(word))
  whom.other ||= other.has(word) || (!isLatin(word) && /[你您妳]|あなた/.test(word))
}

/** Words are of one kind of letters. */
function isLatin(word: string): boolean {
  return word.charCodeAt(0) < 0x80
}

// English, German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Russian. What is a common word of another of
// them and says nothing there is left out: "du" is French too, "ma" Italian.
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
