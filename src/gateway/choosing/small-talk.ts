import { lazy } from '../../lib/lazy.ts'
import { escapeRegExp } from '../../lib/text/text-matching.ts'
import { courtesies } from './words/languages.ts'

// Small talk is a greeting, a thanks, an "ok", a yes or a no: no line of the past can answer it. This is cautious on
// purpose: a message with a single word that is not in these lists is about something.

/** Longer messages are about something. The limits also bound the work for hostile text. */
const MAX_CHARS = 120
const MAX_WORDS = 14

/** Whether nothing is left to search for without the polite phrases and function words. */
export function isSmallTalk(text: string): boolean {
  const normalized = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").trim()
  if (normalized.length > MAX_CHARS) return false
  if (!/[\p{L}\p{N}]/u.test(normalized)) return !normalized.includes('?') && !normalized.includes('!?')
  const isQuestion = /[?？]/u.test(normalized)
  const rest = normalized.replace(phrases(), ' • ')
  const words = rest.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []
  if (words.length > MAX_WORDS) return false
  const hasCourtesy = rest.includes('•') || words.some(isCourtesy)
  if (!hasCourtesy) return false
  // "Ok?" and "really?" ask about nothing in the past, but "ok, and then?" may.
  const isAllowed = isQuestion ? isCourtesy : (word: string) => isCourtesy(word) || smallWords().has(word)
  const otherWords = words.filter((word) => !isAllowed(word))
  return otherWords.length === 0 || (!isQuestion && otherWords.length === 1 && isAddressed(text, otherWords[0] ?? ''))
}

/** "Thanks Skein!", "Guten Morgen, Ana": one capitalised name at the very end, right after a greeting or a thanks. */
function isAddressed(text: string, name: string): boolean {
  const [before = '', after] = text
    .normalize('NFKC')
    .split(new RegExp(`(?<!\\p{L})${escapeRegExp(name)}(?!\\p{L})`, 'iu'))
  const spelling = text.normalize('NFKC').slice(before.length, before.length + name.length)
  const isName = /^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)*$/u.test(spelling)
  return isName && after !== undefined && !/[\p{L}\p{N}]/u.test(after) && addressing().test(before.toLowerCase())
}

/** Letters may be repeated: "hiii", "okkk", "jaaa". */
function isCourtesy(word: string): boolean {
  return courtesyWords().has(word) || courtesyWords().has(word.replace(/(\p{L})\1{2,}/gu, '$1')) || laughter.test(word)
}

const laughter = /^(?:(?:ha|he|hi|ja|je|ho){2,}h?|l+o+l+|rofl|lmao|xd+|哈+|呵+|嘿+|w{3,}|mdr|jaj[aj]*)$/u

/** Phrases that are small talk as a whole, some of them questions. */
const phrases = lazy(
  () =>
    new RegExp(
      [
        bounded([...courtesies.smallTalk, ...courtesies.addressing, ...courtesies.closings]),
        ...courtesies.unspacedSmallTalk,
        ...otherUnspaced,
        ...courtesies.unspaced,
      ].join('|'),
      'gu',
    ),
)

/** One pair of bounds for all of them: V8 takes half a second to compile a pair for each, in the first answer of a process. */
function bounded(phrases: readonly string[]): string {
  return `(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`
}

/** Japanese and Korean have no table of their own. The longest first, because they have no spaces either. */
const otherUnspaced = [
  'ありがとう(?:ございま(?:す|した))?|どうも|おはよう(?:ございます)?|こんにちは|こんばんは|おやすみ(?:なさい)?|はい|いいえ|了解(?:です|しました)?|わかりました|分かりました|お願いします|すみません',
  '안녕(?:하세요|히 계세요)?|감사합니다|고마워요?|고맙습니다|네+|예|아니요?|알겠습니다|알겠어요?|좋아요?',
]

/** Single words that the language tables do not have, and those of several more languages. */
const courtesyWords = lazy(
  () =>
    new Set([
      ...[...courtesies.addressing, ...courtesies.closings].flatMap(plainWordOf),
      ...`yo evening afternoon night goodnight gm gn goodbye later thankyou ta please pls plz welcome sorry oops pardon
      congrats congratulations okay okey okie k kk okidoki yes yeah yep yup yea ya y no nope nah n sure certainly
      definitely absolutely exactly indeed agreed correct right true fine good amazing wow aha ah oh ooh ohh uh um hm
      hmm mhm mm yay hooray phew really seriously maybe perhaps whatever done noted gotcha roger na grüß gruezi ciao
      guten morgen abend tag nacht dank bitte gern gerne ja jo jep jap jawohl nein ne nee nö klar genau stimmt richtig
      wunderbar schön geil alles sicher natürlich freilich vielleicht echt wirklich achso oje ups entschuldigung
      verzeihung mfg lg allô allo oui ouais non bien bon bonne volontiers exact exactement certes peut-être vraiment
      hélas désolé désolée bravo stp svp buenos sí si claro bueno dale venga exacto correcto cierto tal vez quizás
      quizas perdón perdon disculpa oye igualmente obrigado obrigada olá oi sim não tchau grazie prego buongiorno
      buonasera buonanotte hoi dag dankjewel bedankt tak hej tack hei takk kiitos dziękuję cześć nie dobrze děkuji
      ahoj ano спасибо привет да нет хорошо ладно пока пожалуйста понятно здравствуйте teşekkürler merhaba evet hayır
      tamam`.split(/\s+/),
    ]),
)

/** The word of a pattern such as "hi(?: there)?", without its optional part; nothing when it is not a single word. */
function plainWordOf(pattern: string): string[] {
  const word = pattern.replace(/\(\?:[^()]*\)\?/g, '')
  return /^\p{L}+$/u.test(word) ? [word] : []
}

/** Function words that may surround small talk. No question words, and none that continue a subject. */
const smallWords = lazy(
  () =>
    new Set(
      `a an the i i'm i'll me my you you're your u we us it it's its that that's this is are am be was so very too much
      many more again all everyone everybody everything there here for to of as just well then now and or not do don't
      will would can dear sir madam friend buddy mate man guys folks team both same today tonight mine have had got
      ich du sie wir ihr es das ist sind war so sehr viel viele vielmals noch schon auch dir ihnen euch mir mich dich
      für die der den dein deine ihre dann jetzt mal doch denn und oder nicht alle allen zusammen leute heute schönen
      einen lieber liebe auch's
      je tu il elle nous vous on toi moi te le la les un une c'est est très trop beaucoup tout tous toutes à de du et
      ou pas ne encore aussi alors donc maintenant pour mon ma mes ton ta amis ami amie monsieur madame
      yo tú tu usted ustedes nosotros el lo los las un una es está muy mucho mucha muchas muchos todo todos todas a de
      por para que y o ya también pues entonces ahora mi amigo amiga señor señora eso esto`.split(/\s+/),
    ),
)

/** Words that a name may follow. */
const addressing = lazy(() => {
  const otherWords = 'yo|evening|afternoon|night|morgen|tag|abend|nacht|dank|olá|oi|ciao|grazie'
  return new RegExp(`(?<!\\p{L})(?:${courtesies.addressing.join('|')}|${otherWords})[\\s,!.]*$`, 'u')
})
