import { speltWords } from '../../lib/text/language/spelling.ts'

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
  const words = speltWords(text.slice(0, READ_CHARS))
  return { self: words.some((word) => isSelf(word)), other: words.some((word) => isOther(word)) }
}

function isSelf(word: string): boolean {
  return self.has(word) || /[我咱私僕俺]/.test(word)
}

function isOther(word: string): boolean {
  return other.has(word) || /[你您妳]|あなた/.test(word)
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
