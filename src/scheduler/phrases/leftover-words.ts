import { lazy } from '../../lib/lazy.ts'
import type { Doubt } from './doubts.ts'
import type { FoldedText } from './fold.ts'
import { type FoundPiece, type LanguageReader, LETTERS } from './language.ts'

export interface WordSpan {
  start: number
  end: number
}

/** A time that was read, and the text before or after it. */
export interface Sentence {
  reader: LanguageReader
  found: FoundPiece[]
  /** The position of the time. */
  time: WordSpan
  text: WordSpan
  /** "remind me", a complete time and "to" come before the text, so days and times in the text are not part of the time. */
  isTimeComplete: boolean
}

/**
 * Why a time that was read may not be the intended one: only a part of it was read, or the text around it also names a
 * limit, a repetition, a day, a number or something vague. This asks too often rather than too rarely, because a needless
 * question costs less than a reminder at the wrong time. Both strings are folded.
 */
export function findDoubt(
  words: string,
  task: string,
  { reader, found, time, text, isTimeComplete }: Sentence,
): Doubt | undefined {
  const [before, after] = [words.slice(0, time.start), words.slice(time.end)]
  if (
    found.some(({ start, end }) => isPartOfWord(words, start, end)) ||
    CUT_BEFORE.test(before) ||
    CUT_AFTER.test(after) ||
    reader.startsWithNumber.test(after)
  )
    return 'unclearNumber'
  if (IDIOM.test(words.slice(Math.max(0, time.start - ARTICLE_CHARS), time.end))) return 'vague'
  const endsWithHour = found.at(-1)?.pieces.some(({ kind }) => kind === 'clock')
  if (endsWithHour && task !== '' && BARE_HOUR.test(words.slice(0, time.end))) return 'unclearNumber'
  if (!isTimeComplete && isVague(task)) return 'vague'
  if ((text.start < time.start && LIMIT_BEFORE.test(`${task} `)) || LIMIT_AFTER.test(after)) return 'range'
  if (namesRepetition(task) || (!isTimeComplete && patterns().adverbs.test(task))) return 'unsupportedRepetition'
  if (isTimeComplete) return undefined
  if (namesDay(task)) return 'otherDay'
  return /\d/.test(task) || CLOCK_WORDS.test(task) ? 'unclearNumber' : undefined
}

/** Before "lundi", `IDIOM` also looks for "le ". */
const ARTICLE_CHARS = 4

const LETTER = new RegExp(`[${LETTERS}]`)

/** "fr" is a part of "früh", "demain" of "après-demain". */
function isPartOfWord(words: string, start: number, end: number): boolean {
  const isLetter = (index: number) => LETTER.test(words.charAt(index))
  return (isLetter(start) && isLetter(start - 1)) || (isLetter(end - 1) && isLetter(end))
}

const CUT_BEFORE = /[$€£#+_-]$|\d[.:,/ ]$|[一二三四五六七八九十零两半几上下大前每第周星期月号年点差明今去\d]$/u
const CUT_AFTER = /^(?:['’_%€$£°-]|[.:,/]\d| ?[%€$£°])|^[一二三四五六七八九十零半点时刻分秒钟号月年内前后起到至的]/u

const LIMIT_BEFORE =
  /(?<![a-z])(?:by|until|till|before|after|since|from|between|except|excluding|not|within|unless|starting|only|of|about|for|the|an?|my|our|his|her|their|your|or|and|with|bis|vor|nach|seit|ab|zwischen|außer|ausser|nicht|spatestens|nur|von|vom|der|die|das|dem|des|meine?|fur|zum|zur|oder|und|avant|apres|depuis|jusqu'a|jusqu'au|entre|sauf|pas|des|de|du|la|mon|ma|mes|pour|ou|et|antes|despues|desde|hasta|excepto|salvo|menos|no|del|mi|mis|para|o|y) $|(?:从|到|至|除了|截至|直到|自|不|的|和|或|还是|关于)$/u
const LIMIT_AFTER =
  /^[ ,]{0,2}(?:(?:until|till|before|after|or|from|except|unless|if|when|once|as soon as|for (?:a|the|\d)|week|bis|vor|nach|oder|außer|ausser|bevor|nachdem|wenn|sobald|avant|apres|ou|sauf|jusqu|quand|des que|pendant|antes|despues|o|hasta|excepto|salvo|cuando|en cuanto|durante)(?![a-z])|[-–—~/])|^(?:之前|以前|之后|以后|开始|为止|以外|之间|左右|或|还是|除了)/u

/** "In acht Tagen" may mean eight days or one week, "dans quinze jours" two weeks, "le lundi" every Monday. */
const IDIOM =
  /(?:acht|8) tagen?|(?:huit|8|quinze|15) jours|(?:ocho|8|quince|15) dias|(?<!semaines? )(?<![a-z])le (?:(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)(?! \d)/

/** "tomorrow 10 eggs" may be about ten eggs. */
const BARE_HOUR = /(?<!(?:at|around|by|um|gegen|vers|las?|a|@|h|heures) ?)(?<![\d:.h/])\d{1,2}$/

const CLOCK_WORDS =
  /(?<![a-z])(?:hours?|minutes?|(?:this|same) time|zeit|stunden?|minuten?|[ap]\.?m\.?|o'?clock|half|quarter|uhr|halb|viertel|dreiviertel|heures?|demie?|quart|horas?|media|cuarto|punto|pile|sharp|punkt|genau)(?![a-z])|整点|这个?时候|同一时间|此时/u

/** Whether words name a time such as "soon", "later" or "one of these days". */
export const isVague = (folded: string) => patterns().vague.some((pattern) => pattern.test(folded))

/** Whether words name a day, a month, a holiday or a part of the day. */
export const namesDay = (folded: string) => patterns().days.some((pattern) => pattern.test(folded))

/** Whether words name a repetition. */
export const namesRepetition = (folded: string) => patterns().repetition.test(folded)

const ABBREVIATIONS =
  'utc|gmt|pst|pdt|mst|mdt|cst|cdt|edt|akst|akdt|hst|bst|cet|cest|mez|mesz|eet|eest|msk|ist|jst|kst|sgt|hkt|aest|aedt|acst|awst|nzst|nzdt|wib|brt'

export function namesZone({ text, folded }: FoldedText): boolean {
  const { abbreviated, afterClock, ofPlace, places } = zones()
  if (abbreviated.test(text) || afterClock.test(folded) || ofPlace.test(text)) return true
  for (const { 1: firstWord = '', 2: lastWord = '' } of folded.matchAll(PLACE_TIME))
    if (places.has(lastWord) || places.has(`${firstWord}${lastWord}`)) return true
  return false
}

/** "new york time", "eastern standard time". */
const PLACE_TIME = /(?<![a-z])([a-z]{1,20} )?([a-z]{1,20})(?: standard| daylight)? (?:time|zeit)(?![a-z])/g
const REGIONS = 'eastern|central|mountain|pacific|atlantic|greenwich|universal|local|their|indian|british'

const zones = lazy(() => {
  const names = Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1) ?? '')
  return {
    places: new Set([...REGIONS.split('|'), ...names.map((name) => name.replaceAll('_', ' ').toLowerCase())]),
    abbreviated: new RegExp(`(?<![A-Za-z\\d])(?:${ABBREVIATIONS.toUpperCase()}|EST)(?![A-Za-z])`),
    /** Lower-case abbreviations, and those that are also words, count only right after a time of day. */
    afterClock: new RegExp(
      `\\d ?(?:[ap]\\.?m\\.?|uhr|h|hrs)? ?\\(?(?:${ABBREVIATIONS}|[ecmp]t|z)(?![a-z\\d])|\\d ?[ap]m est(?![a-z])`,
    ),
    ofPlace:
      /\p{Lu}\p{L}{1,30}er (?:Orts)?[zZ]eit(?!\p{L})|(?<!\p{L})Ortszeit|(?<!\p{L})[hH]eure (?:locale|de \p{Lu}|d['’]\p{Lu}|du \p{Lu})|(?<!\p{L})[hH]ora (?:local|de \p{Lu}|del \p{Lu})|(?:纽约|紐約|伦敦|倫敦|东京|東京|北京|上海|香港|台北|巴黎|柏林|洛杉矶|洛杉磯|旧金山|悉尼|莫斯科|新加坡|首尔|当地|當地|本地|太平洋|东部|東部|西部|中部|欧洲|美国|美國|英国|英國|德国|法国|日本|印度|格林威治|格林尼治|世界)(?:标准|標準)?(?:时间|時間)/u,
  }
})

const UNIT =
  '(?:second|minute|hour|day|weekday|week|weekend|month|quarter|year|morning|afternoon|evening|night|sekunde|stunde|tage?s?|woche|wochenende|monat|quartal|jahr|morgen|vormittag|mittag|nachmittag|abend|nacht|heure|jour|semaine|mois|trimestre|annee|ans?|matin|soir|nuit|premier|dernier|hora|dia|semana|mes|mese|ano|manana|tarde|noche)'
const WEEKDAY =
  '(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|(?:sonn|mon|diens|donners|frei|sams)tage?s?|(?:sonn|mon|diens|donners|frei|sams)tag(?:abend|morgen|fruh|mittag|nachmittag)|mittwochs?|sonnabends?|dimanches?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|domingos?|lunes|martes|miercoles|jueves|viernes|sabados?)'
const MONTH =
  '(?:january|february|april|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember|janvier|fevrier|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)'
const HOLIDAY =
  "(?:christmas(?: eve| day)?|xmas|new year'?s?(?: eve| day)?|easter(?: sunday| monday)?|good friday|halloween|thanksgiving|valentine'?s(?: day)?|boxing day|(?:mother|father)'?s'? day|pentecost|hanukkah|ramadan|diwali|passover|weihnachten|(?:erste[nr]?|zweite[nr]?) weihnachtstag|heiligabend|heilig abend|heiligen abend|silvester|neujahr|neujahrstag|ostern|oster(?:sonntag|montag)|karfreitag|grundonnerstag|pfingsten|pfingst(?:sonntag|montag)|nikolaus|nikolaustag|rosenmontag|aschermittwoch|allerheiligen|himmelfahrt|muttertag|vatertag|dreikonig|(?:ersten|zweiten|dritten|vierten) advent|noel|reveillon|saint[- ]sylvestre|jour de l'an|nouvel an|paques|pentecote|toussaint|ascension|saint[- ]valentin|epiphanie|fete des (?:meres|peres)|navidad|nochebuena|nochevieja|ano nuevo|dia de reyes|semana santa|pascua|san valentin|dia de la madre|dia del padre)"
const RELATIVE =
  "(?:today|tomorrow|tonight|overnight|next (?:week|weekend|month|year)|(?:this|the) weekend|(?:the )?\\d{1,2}(?:st|nd|rd|th)(?: of)?|heute|ubermorgen|nachste[nrs]? (?:woche|wochenende|monats?|jahr(?:es)?)|kommende[nrs]? (?:woche|monats?)|wochenende|monats(?:ersten|letzten|ende|anfang|mitte)|jahresende|aujourd'hui|demain|(?:semaine|mois|annee) (?:prochaine?|suivante?)|prochaine? (?:semaine|mois)|fin du mois|week-?end|hoy|pasado manana|(?:semana|mes|ano) (?:que viene|proxim[oa]|siguiente)|proxim[oa] (?:semana|mes|ano)|fin de semana|fin de mes)"
const PART =
  '(?:noon|midday|midnight|lunchtime|dawn|dusk|(?:in the|at|this|by|late|early) (?:morning|afternoon|evening|night)|morgens|vormittags?|mittags?|nachmittags?|abends?|nachts|mitternacht|(?:in der|am) (?:nacht|morgen|abend)|matin|apres-midi|soir|minuit|(?:la|cette) nuit|madrugada|mediodia|medianoche|(?:de|por) la (?:manana|tarde|noche)|manana)'

const VAGUE =
  "(?:soon|later|early|late|sometimes?|some time|some ?day|eventually|at some point|one of these days|in a (?:bit|while|moment)|few|couple|several|regularly|from time to time|now and then|once in a while|occasionally|often|whenever|asap|as soon as possible|first thing|twice|times (?:a|per)|ago|bald|spater|demnachst|irgendwann|gelegentlich|ab und zu|hin und wieder|regelmaßig|regelmassig|oft|manchmal|gleich|nachher|paar|einigen|wenigen|(?:ein|zwei|drei|\\d)mal|lang|bientot|plus tard|tout a l'heure|un jour|regulierement|de temps en temps|parfois|souvent|quelques|plusieurs|fois|il y a|pronto|mas tarde|luego|algun dia|en algun momento|regularmente|de vez en cuando|a veces|a menudo|unos|unas|algunos|algunas|varios|varias|veces|rato|hace|temprano|fruh|spat|rum|tot|tard|(?:fin|debut) de|(?:en|dans la) (?:journee|matinee|soiree))"

const patterns = lazy(() => {
  const word = (source: string) => new RegExp(`(?<![${LETTERS}])(?:${source})(?![${LETTERS}]|'s [a-z])`)
  return {
    repetition: new RegExp(
      `(?<![${LETTERS}])(?:(?:every|each|jede[nmrs]?|alle|chaque|tous les|toutes les|cada|todos los|todas las)(?: [${LETTERS}.-]{1,20}){0,2}? (?:${UNIT}s?[ne]?|${WEEKDAY}|monats[a-z]{1,10}|\\d{1,2}(?:st|nd|rd|th))(?![${LETTERS}]| ?'s)|taglich|wochentlich|monatlich|jahrlich|stundlich|(?:sur|de cada) (?:deux|dos)(?![${LETTERS}])|quincenal|on (?:week)?days(?![${LETTERS}]))|每(?:天|日|周|星期|礼拜|月|年|个|隔|逢|晚|早|次|小时|\\d|[一二两三])|天天|隔天`,
    ),
    vague: [
      word(VAGUE),
      /一会儿?|一會兒|待会|等下|稍后|晚点|以后|过几天|改天|有空|某天|经常|經常|定期|时常|偶尔|偶爾|尽快|盡快|很快|将来|將來|[一二三四五六七八九十两几\d]次/,
    ],
    adverbs: word('(?:daily|weekly|monthly|yearly|annually|hourly|nightly|biweekly|fortnightly)'),
    days: [
      ...[WEEKDAY, MONTH, HOLIDAY, RELATIVE, PART].map(word),
      // These words name a month only after a preposition, a number or the like.
      word('(?:in|on|of|en|im|de|since|next|last|this|ab|bis|\\d{1,2}\\.?) (?:may|march|mai|mars|marzo|mar)'),
      word('(?:on|an|am|pour|para) (?:\\S{1,20} ){0,2}(?:birthday|geburtstag|anniversaire|cumpleanos)'),
      /圣诞|聖誕|平安夜|元旦|除夕|春节|春節|新年|跨年|过年|過年|中秋|端午|清明节|清明節|国庆|國慶|元宵|七夕|重阳|重陽|情人节|情人節|感恩节|感恩節|万圣|萬聖|复活节|復活節|劳动节|勞動節|母亲节|母親節|父亲节|父親節|儿童节|兒童節/,
      /(?<!的)(?:(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]|今天|明天|后天|後天|今晚|明晚|今早|明早|早上|上午|中午|下午|傍晚|晚上|半夜|凌晨|夜里|夜裡|下(?:个|個)?(?:周|週|星期|月)|月底|月初|年底|\d{1,2}[月号號]|[一二三四五六七八九十]月)(?!的)/,
    ],
  }
})
