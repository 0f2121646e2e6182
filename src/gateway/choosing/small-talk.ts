import { lazy } from '../../lib/lazy.ts'

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
  const [before = '', after] = text.normalize('NFKC').split(new RegExp(`(?<!\\p{L})${escaped(name)}(?!\\p{L})`, 'iu'))
  const spelt = text.normalize('NFKC').slice(before.length, before.length + name.length)
  const isName = /^\p{Lu}\p{L}+$/u.test(spelt)
  return isName && after !== undefined && !/[\p{L}\p{N}]/u.test(after) && addressing().test(before.toLowerCase())
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
}

/** A word may be drawn out: "hiii", "okkk", "jaaa". */
function isCore(word: string): boolean {
  return coreWords().has(word) || coreWords().has(word.replace(/(\p{L})\1{2,}/gu, '$1')) || laughter.test(word)
}

const laughter = /^(?:(?:ha|he|hi|ja|je|ho){2,}h?|l+o+l+|rofl|lmao|xd+|哈+|呵+|嘿+|w{3,}|mdr|jaj[aj]*)$/u

/** Several words, or signs without spaces, that are small talk together; questions among them. */
const phrases = lazy(() => new RegExp(`${spaced.map(bounded).join('|')}|${unspaced.join('|')}`, 'gu'))

function bounded(phrase: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`
}

const spaced = [
  // English
  "how are (?:you|things|u)(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what'?s up|how've you been|you ok(?:ay)?",
  'good (?:morning|afternoon|evening|night|day)|sleep well|sweet dreams|see (?:you|ya)(?: (?:soon|later|tomorrow|around))?|talk (?:to you )?(?:soon|later)|take care|have a (?:good|nice|great|lovely) (?:day|evening|night|one|weekend|time)|(?:good|nice) to (?:hear|see|meet)(?: (?:from )?you)?',
  "thank(?:s| you)(?: (?:so|very) much| a lot| again| a million)?(?: for (?:that|this|it|everything|all|(?:the|your|all your) (?:help|effort|time|answer|info|work|explanation|quick (?:reply|answer))))?|much appreciated|i appreciate (?:it|that)|no (?:problem|worries|need|thanks?)|you(?:'re| are) (?:welcome|right|the best|great)|my pleasure|never ?mind",
  "(?:sounds|looks|all|very|that's|that is|this is|it's) (?:good|great|fine|perfect|nice|right|cool|clear|ok(?:ay)?)|good (?:job|idea|point|one|to know)|well done|got it|i see|makes sense|fair enough|of course|go ahead|do (?:it|that|so)|please do|not (?:yet|now|really|today)|why not|no way|oh my god|happy to hear(?: that)?|that(?:'s| is| was) all|that will be all|for now",
  // German
  "wie geht(?:'?s| es)?(?: (?:dir|ihnen|euch))?(?: (?:so|heute))?|alles (?:klar|gut|okay|ok|bestens)|was geht|guten? (?:morgen|tag|abend|nacht)|schönen? (?:tag|abend|feierabend|morgen|wochenende)(?: noch)?|schlaf gut|bis (?:bald|später|dann|morgen|gleich|nachher)|auf wiedersehen|mach'?s gut",
  '(?:vielen|herzlichen|besten|lieben|tausend) dank(?: (?:für (?:alles|die|deine|ihre) ?(?:hilfe|mühe|antwort|info)?|dafür))?|danke(?: (?:schön|sehr|dir|ihnen|euch|vielmals|nochmals?))?(?: für (?:alles|(?:die|deine|ihre) (?:schnelle )?(?:hilfe|mühe|antwort|info)))?|bitte (?:schön|sehr)|gern(?:e)? geschehen|kein(?:e)? (?:problem|ursache)',
  '(?:das )?(?:klingt|ist|passt|sieht) (?:gut|super|ok(?:ay)?|perfekt|toll|prima|so)(?: aus)?|passt so|mach (?:das|es|mal)|lieber nicht|noch nicht|nicht (?:jetzt|heute|nötig)|in ordnung|ach so|na (?:klar|gut|ja|dann)|auf jeden fall|auf keinen fall|weiß ich(?: doch)?|das war alles|von mir aus',
  // French
  "(?:comment )?(?:ça|ca) va(?: bien)?(?: et (?:toi|vous))?|comment (?:vas[- ]tu|allez[- ]vous|tu vas)|quoi de neuf|bonne (?:nuit|journée|soirée|idée|question)|bon (?:week-end|weekend|après-midi|courage)|à (?:bientôt|demain|plus(?: tard)?|tout à l'heure|la prochaine)|au revoir|dors bien",
  "merci(?: (?:beaucoup|bien|infiniment|mille fois|à (?:toi|vous)|encore))?(?: pour (?:tout|ça|cela|(?:ton|votre|l')\\s?(?:aide|réponse)))?|mille mercis|je (?:te|vous) remercie|de rien|pas de (?:souci|problème|quoi)|je t'en prie|je vous en prie|s'il (?:te|vous) pla[iî]t|avec plaisir",
  "d'accord|ça (?:marche|roule|me va|suffit)|c'est (?:bon|parfait|super|noté|clair|bien|gentil|tout|ça)|très bien|tout à fait|bien sûr|pas (?:encore|maintenant|aujourd'hui|vraiment)|vas[- ]y|je vois|pourquoi pas|tant mieux",
  // Spanish
  'qué tal(?: (?:estás|está|todo|te va))?|que tal(?: estas)?|c[oó]mo (?:est[aá]s?|te va|va(?: todo)?)|qué (?:pasa|hay)|buen(?:os|as) (?:d[ií]as|tardes|noches)|buen (?:d[ií]a|fin de semana|trabajo)|hasta (?:luego|mañana|pronto|la vista)|nos vemos|que (?:descanses|tengas buen d[ií]a)|te (?:lo )?agradezco(?: mucho)?',
  '(?:muchas|muchísimas|mil) gracias|gracias(?: por (?:todo|eso|la ayuda|tu ayuda|su ayuda|la respuesta))?|de nada|no hay de qué|por favor|con gusto|sin problema|no pasa nada|no te preocupes',
  'est[aá] (?:bien|claro|perfecto)|muy (?:bien|amable|bueno)|de acuerdo|por supuesto|claro que s[ií]|todo bien|me parece bien|suena bien|ahora no|todav[ií]a no|hoy no|por ahora|así es|ya veo|eso es todo|adelante',
]

/** Chinese, Japanese and Korean put no spaces between them; the longest first. */
const unspaced = [
  '你?最近(?:怎么样|好吗|还好吗)|吃了吗|你怎么样|你好吗|您好吗|还好吗|在吗|在不在|真的吗',
  '非常感谢(?:你|您)?|太感谢了?|感谢(?:你|您|不尽)?|多谢(?:你|您)?|谢谢(?:你|您|大家)?(?:的?帮助|的?帮忙)?(?:啦|了|啊|哦)?|謝謝(?:你|您)?|辛苦(?:你|您)?了?|麻烦(?:你|您)?了?|不用谢|不客气|不謝|没关系|没事(?:儿|的|了)?|不要紧',
  '早上好|上午好|中午好|下午好|晚上好|大家好|你好|您好|哈[喽啰]|嗨|早安|晚安|午安|早(?:啊|呀)|再见|拜拜|回头见|明天见|一会儿?见|周末愉快|祝你(?:愉快|好运|晚安)|保重',
  '没问题|好的(?:呢|吧|呀|哦)?|好[吧啊呀哦嘞滴了]*|行[吧啊呀]?|可以(?:的|了|吧)?|是的?(?:啊|呀|吧)?|不是的?|对(?:的|啊|呀|吧|对)*|不对|不了|不用了?|不要了?|没有|还没有?|明白了?|知道了?|了解了?|收到了?|懂了|当然(?:可以|了)?|太好了|太棒了|很好|不错|真棒|真好|厉害|嗯+(?:哼)?|哦+|噢+|啊+|哇+|呃+|唉+|原来如此|就这样吧?|先这样吧?|算了',
  'ありがとう(?:ございま(?:す|した))?|どうも|おはよう(?:ございます)?|こんにちは|こんばんは|おやすみ(?:なさい)?|はい|いいえ|了解(?:です|しました)?|わかりました|分かりました|お願いします|すみません',
  '안녕(?:하세요|히 계세요)?|감사합니다|고마워요?|고맙습니다|네+|예|아니요?|알겠습니다|알겠어요?|좋아요?',
]

const coreWords = lazy(
  () =>
    new Set(
      `hi hello hey heya hiya howdy yo greetings morning evening afternoon night goodnight gm gn bye goodbye cya later
      thanks thank thankyou thx ty tysm tnx cheers ta please pls plz welcome sorry oops pardon congrats congratulations
      ok okay okey okie k kk okidoki alright yes yeah yep yup yea ya y no nope nah n sure certainly definitely
      absolutely exactly indeed agreed correct right true fine good great nice cool perfect awesome excellent amazing
      wonderful lovely brilliant super wow aha ah oh ooh ohh uh um hm hmm mhm mm yay hooray phew really seriously maybe
      perhaps whatever done understood noted gotcha roger
      hallo hi na moin servus grüezi grüß gruezi tschüss tschüß tschau ciao guten morgen abend tag nacht danke dankeschön
      dank merci bitte gern gerne ja jo jep jap jawohl nein ne nee nö klar genau stimmt richtig okay gut super toll prima
      klasse perfekt wunderbar schön cool geil alles verstanden passt sicher natürlich freilich vielleicht echt wirklich
      aha achso oje ups entschuldigung verzeihung sorry mfg lg
      bonjour bonsoir salut coucou allô allo oui ouais non merci parfait super génial genial cool bien bon bonne nickel
      entendu volontiers exact exactement certes ok okay peut-être vraiment ah oh hélas pardon désolé désolée bravo stp svp
      hola buenas buenos adiós adios chao gracias sí si no claro vale bueno bien genial perfecto excelente estupendo ok
      dale listo venga exacto correcto cierto tal vez quizás quizas perdón perdon disculpa oye bravo igualmente
      obrigado obrigada olá oi sim não tchau grazie prego buongiorno buonasera buonanotte hoi dag dankjewel bedankt nee
      tak hej tack hei takk kiitos dziękuję cześć tak nie dobrze děkuji ahoj ano спасибо привет да нет хорошо ладно
      пока пожалуйста понятно здравствуйте teşekkürler merhaba evet hayır tamam`.split(/\s+/),
    ),
)

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

/** Words after which a name may follow. */
const addressing = lazy(() =>
  bounderied(
    'hi|hello|hey|heya|hiya|howdy|yo|morning|evening|afternoon|night|thanks|thank you|thx|cheers|bye|goodbye|hallo|moin|servus|morgen|tag|abend|nacht|danke|dank|tschüss|tschüß|bonjour|bonsoir|salut|coucou|merci|revoir|hola|gracias|días|dias|tardes|noches|adiós|adios|olá|oi|ciao|grazie|much|sehr|beaucoup|lot|again',
  ),
)

function bounderied(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})[\\s,!.]*$`, 'u')
}
