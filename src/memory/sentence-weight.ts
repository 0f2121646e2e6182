import { lazy } from '../lib/lazy.ts'

/**
 * How likely a sentence is to be asked for later, from its content in any language: figures, names, statements about
 * oneself, and its length. The same sentence always has the same weight, so that choosing step by step gives the same
 * result as choosing at once.
 */
export function weightOf(sentence: string, words = wordsOf(sentence)): number {
  // Short words are mostly function words; in scripts without spaces those are single characters.
  const isUnspaced = unspacedScripts.test(sentence)
  const content = words.filter((word) => word.length >= (isUnspaced && unspacedScripts.test(word) ? 2 : 5)).length
  const figures = sum(words.map(figureOf)) + (isUnspaced ? 1.2 * (sentence.match(hanFigure)?.length ?? 0) : 0)
  const isShort = isUnspaced ? sentence.length < 6 : words.length < 4
  return (
    Math.min(3, figures) +
    Math.min(3, 1.1 * words.slice(1).filter(isName).length) +
    (words.some((word) => firstPersonWords.has(word.toLowerCase())) ? 1 : 0) +
    Math.min(2.4, 0.4 * content) -
    (isQuestion(sentence) ? 2 : 0) -
    (/[!！…]["'”’»)]?$/.test(sentence) ? 1 : 0) -
    (isShort ? 1.2 : 0) -
    (words.length < 6 && smallTalkWords.has(words[0]?.toLowerCase() ?? '') ? 2 : 0)
  )
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟]["'”’»)\]]?$/.test(sentence)
}

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const segmenter = lazy(() => new Intl.Segmenter('zh', { granularity: 'word' }))

/** In scripts without spaces a dictionary finds the words. */
export function wordsOf(sentence: string): string[] {
  if (unspacedScripts.test(sentence))
    return [...segmenter().segment(sentence)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
  return sentence.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:[.,:/-]\d+)*(?:'\p{L}+)?/gu) ?? []
}

/** A single digit is often "in 5 minutes"; a longer number is an amount, a date or a phone number. */
function figureOf(word: string): number {
  if (!/\d/.test(word)) return 0
  return /\d.*\d/.test(word) ? 1.2 : 0.7
}

/** Numbers in Chinese characters: two or more digits, or one before a unit of dates or money. */
const hanFigure = /[〇零一二三四五六七八九十百千万两]{2,}|[一二三四五六七八九十两](?=[年月日号岁元块层楼点])/gu

/** Capitalised inside a sentence; "I’m" does not count. */
function isName(word: string): boolean {
  const first = word.charAt(0)
  return word.length > 1 && first !== first.toLowerCase() && word.charAt(1) !== "'"
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** The first-person words of each language. */
const firstPersonWords = new Set(
  `i i'm i've i'd i'll my mine me we we're we've we'll our ours us let's
  ich mein meine meinen meinem meiner mir mich wir unser unsere unseren unserem uns
  je j'ai j'aime j'habite mon ma mes moi nous notre nos m'a
  yo mi mis me nos nosotros nuestro nuestra nuestros
  io mio mia miei mie noi nostro nostra ci eu meu minha nós nosso nossa
  ik mijn wij we ons onze jag mitt mina vi vår jeg
  я мой моя мои мне меня мы наш наша нас
  我 我们 咱们 俺 私 僕 うち 私たち 나 나는 내 제 저는 우리 ben benim biz bizim mój moja moje my nasz`.split(/\s+/),
)

/** Words that begin a sentence which only keeps the conversation going. */
const smallTalkWords = new Set(
  `hi hello hey thanks thank ok okay sure great bye yes no haha lol welcome sorry
  hallo danke bitte tschüss ja nein guten gute schönen super klar
  salut bonjour bonsoir merci oui non bonne d'accord mdr
  hola gracias buenos buenas vale sí claro jajaja
  ciao grazie buongiorno buonasera prego olá obrigado obrigada oi
  你好 谢谢 好的 不客气 早上好 晚安 哈哈 哈哈哈 没问题 こんにちは ありがとう はい おはよう 안녕 안녕하세요 감사합니다 привет спасибо`.split(
    /\s+/,
  ),
)
