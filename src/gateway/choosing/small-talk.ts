import { lazy } from '../../lib/lazy.ts'
import { escapeRegExp } from '../../lib/text/pattern.ts'
import { courtesies } from './words/languages.ts'

// A greeting, a thanks, an "ok", a yes or a no: words that say nothing about anything, so that no line of the past can
// answer them. Cautious on purpose: whatever holds one word beyond these lists is taken to be about something.

/** Longer ones are about something, which also bounds the work that a text can make. */
const MOST_CHARS = 120
const MOST_WORDS = 14

/** Whether a message leaves nothing to look for once politeness and small words are taken away. */
export function isSmallTalk(text: string): boolean {
  const said = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").trim()
  if (said.length > MOST_CHARS) return false
  if (!/[\p{L}\p{N}]/u.test(said)) return !said.includes('?') && !said.includes('!?')
  const asks = /[?？]/u.test(said)
  const rest = said.replace(phrases(), ' • ')
  const words = rest.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []
  if (words.length > MOST_WORDS) return false
  const polite = rest.includes('•') || words.some(isCore)
  if (!polite) return false
  // "Ok?" and "really?" ask for nothing that was said; "ok, and then?" may.
  const allowed = asks ? isCore : (word: string) => isCore(word) || smallWords().has(word)
  const left = words.filter((word) => !allowed(word))
  return left.length === 0 || (!asks && left.length === 1 && isAddressed(text, left[0] ?? ''))
}

/** "Thanks Skein!", "Guten Morgen, Ana": one name, spelt as one, right after a greeting or a thanks and at the very end. */
function isAddressed(text: string, name: string): boolean {
  const [before = '', after] = text
    .normalize('NFKC')
    .split(new RegExp(`(?<!\\p{L})${escapeRegExp(name)}(?!\\p{L})`, 'iu'))
  const spelt = text.normalize('NFKC').slice(before.length, before.length + name.length)
  const isName = /^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)*$/u.test(spelt)
  return isName && after !== undefined && !/[\p{L}\p{N}]/u.test(after) && addressing().test(before.toLowerCase())
}

/** A word may be drawn out: "hiii", "okkk", "jaaa". */
function isCore(word: string): boolean {
  return coreWords().has(word) || coreWords().has(word.replace(/(\p{L})\1{2,}/gu, '$1')) || laughter.test(word)
}

const laughter = /^(?:(?:ha|he|hi|ja|je|ho){2,}h?|l+o+l+|rofl|lmao|xd+|哈+|呵+|嘿+|w{3,}|mdr|jaj[aj]*)$/u

/** Several words, or signs without spaces, that are small talk together; questions among them. */
const phrases = lazy(
  () =>
    new RegExp(
      [
        ...[...spaced, ...courtesies.addressing, ...courtesies.closings].map(bounded),
        ...unspaced,
        ...courtesies.unspaced,
      ].join('|'),
      'gu',
    ),
)

function bounded(phrase: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`
}

/** Beside what greets and closes. Whichever is longer comes first. */
const spaced = [
  // English
  "how are (?:you|things|u)(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what'?s up|how've you been|you ok(?:ay)?",
  '(?:good|nice) to (?:hear|see|meet)(?: (?:from )?you)?',
  "no (?:problem|worries|need|thanks?)|you(?:'re| are) (?:welcome|right|the best|great)|my pleasure|never ?mind",
  "(?:sounds|looks|all|very|that's|that is|this is|it's) (?:good|great|fine|perfect|nice|right|cool|clear|ok(?:ay)?)|good (?:job|idea|point|one|to know)|i see|makes sense|fair enough|of course|go ahead|do (?:it|that|so)|please do|not (?:yet|now|really|today)|why not|no way|oh my god|happy to hear(?: that)?|that(?:'s| is| was) all|that will be all|for now",
  // German
  "wie geht(?:'?s| es)?(?: (?:dir|ihnen|euch))?(?: (?:so|heute))?|alles (?:gut|okay|ok|bestens)|was geht",
  'bitte (?:schön|sehr)|gern(?:e)? geschehen|kein(?:e)? (?:problem|ursache)',
  '(?:das )?(?:klingt|ist|passt|sieht) (?:gut|super|ok(?:ay)?|perfekt|toll|prima|so)(?: aus)?|passt so|mach (?:das|es|mal)|lieber nicht|noch nicht|nicht (?:jetzt|heute|nötig)|ach so|na (?:klar|gut|ja|dann)|auf jeden fall|auf keinen fall|weiß ich(?: doch)?|das war alles|von mir aus',
  // French
  '(?:comment )?(?:ça|ca) va(?: bien)?(?: et (?:toi|vous))?|comment (?:vas[- ]tu|allez[- ]vous|tu vas)|quoi de neuf|bonne (?:idée|question)',
  "de rien|pas de (?:souci|problème|quoi)|je t'en prie|je vous en prie|s'il (?:te|vous) pla[iî]t|avec plaisir",
  "ça (?:roule|me va|suffit)|c'est (?:bon|parfait|super|noté|clair|bien|gentil|tout|ça)|tout à fait|bien sûr|pas (?:encore|maintenant|aujourd'hui|vraiment)|vas[- ]y|je vois|pourquoi pas|tant mieux",
  // Spanish
  'qué tal(?: (?:estás|está|todo|te va))?|que tal(?: estas)?|c[oó]mo (?:est[aá]s?|te va|va(?: todo)?)|qué (?:pasa|hay)|buen trabajo',
  'de nada|no hay de qué|por favor|con gusto|sin problema|no pasa nada|no te preocupes',
  'est[aá] (?:bien|claro|perfecto)|muy (?:amable|bueno)|por supuesto|claro que s[ií]|todo bien|me parece bien|suena bien|ahora no|todav[ií]a no|hoy no|por ahora|así es|ya veo|eso es todo|adelante',
]

/** Chinese, Japanese and Korean put no spaces between them; the longest first. */
const unspaced = [
  '你?最近(?:怎么样|好吗|还好吗)|吃了吗|你怎么样|你好吗|您好吗|还好吗|真的吗',
  '不用谢|不客气|不謝|没关系|没事(?:儿|的|了)?|不要紧',
  '好的(?:呢|吧|呀|哦)?|好[吧啊呀哦嘞滴了]*|行[吧啊呀]?|可以(?:的|了|吧)?|是的?(?:啊|呀|吧)?|不是的?|对(?:的|啊|呀|吧|对)*|不对|不了|不用了?|不要了?|没有|还没有?|知道了?|了解了?|收到了?|懂了|当然(?:可以|了)?|很好|真好|嗯+(?:哼)?|哦+|噢+|啊+|哇+|呃+|唉+|原来如此|就这样吧?|先这样吧?|算了',
  'ありがとう(?:ございま(?:す|した))?|どうも|おはよう(?:ございます)?|こんにちは|こんばんは|おやすみ(?:なさい)?|はい|いいえ|了解(?:です|しました)?|わかりました|分かりました|お願いします|すみません',
  '안녕(?:하세요|히 계세요)?|감사합니다|고마워요?|고맙습니다|네+|예|아니요?|알겠습니다|알겠어요?|좋아요?',
]

/** Single words beside those of the table of courtesies; several more languages. */
const coreWords = lazy(
  () =>
    new Set([
      ...[...courtesies.addressing, ...courtesies.closings].flatMap(wordOf),
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

/** A pattern that is a word, with what may follow it left out: "hi(?: there)?" */
function wordOf(pattern: string): string[] {
  const word = pattern.replace(/\(\?:[^()]*\)\?/g, '')
  return /^\p{L}+$/u.test(word) ? [word] : []
}

/** What is said around them and says nothing by itself; no question words, and none that go on with a matter. */
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

/** What a name may follow. */
const addressing = lazy(() => {
  const others = 'yo|evening|afternoon|night|morgen|tag|abend|nacht|dank|olá|oi|ciao|grazie'
  return new RegExp(`(?<!\\p{L})(?:${courtesies.addressing.join('|')}|${others})[\\s,!.]*$`, 'u')
})
