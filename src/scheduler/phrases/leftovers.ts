import { lazy } from '../../lib/lazy.ts'
import type { Doubt } from './doubts.ts'
import { type Folded, fold } from './folded.ts'
import { LETTERS } from './letters.ts'

/** What was said, what is left of it as the text, and the places that were read as the time. */
export interface Leftovers {
  said: Folded
  what: string
  used: [start: number, end: number][]
  /** The whole time stands before "to": whatever days the rest names are part of the text. */
  isText: boolean
}

/**
 * Why a time that was read may not be the one that is meant: the words around it still name a zone, a repetition, a day, a
 * month or a part of the day. This asks too often rather than too seldom, because the person who is asked loses a minute,
 * and the person who is reminded at the wrong time loses more.
 */
export function doubtInLeftovers({ said, what, used, isText }: Leftovers): Doubt | undefined {
  if (namesZone(said)) return 'zone'
  const { repetition, adverbs, days } = patterns()
  const left = fold(what).folded
  const isCut = (pattern: RegExp) => matches(pattern, said.folded).some(([start, end]) => straddles(start, end, used))
  if (left.search(repetition) >= 0 || matches(adverbs, left).length > 0 || isCut(repetition)) return 'repeats'
  if (!isText && days.some((pattern) => matches(pattern, left).length > 0)) return 'otherDay'
  return days.some(isCut) ? 'otherDay' : undefined
}

/** "the Monday meeting" and "tomorrow's meeting" belong to the text; "on the Monday" may not. */
const ATTRIBUTE = new RegExp(
  `(?<!(?:on|in|at|by|of|for) )(?<![${LETTERS}])(?:(?:the|my|your|our|his|her|their|its)|an? [${LETTERS}]{1,20}) $`,
)
const LONGEST_ATTRIBUTE = 40

function matches(pattern: RegExp, text: string): [start: number, end: number][] {
  const found: [number, number][] = []
  for (const { index, 0: said } of text.matchAll(pattern)) {
    const before = text.slice(Math.max(0, index - LONGEST_ATTRIBUTE), index)
    if (!ATTRIBUTE.test(before)) found.push([index, index + said.length])
  }
  return found
}

/** Only a part of it was read: "on the 20th of the month" in "on the 20th of the month after next". */
function straddles(start: number, end: number, used: [number, number][]): boolean {
  return used.some(([from, to]) => start < to && end > from && (start < from || end > to))
}

const ABBREVIATIONS =
  'utc|gmt|pst|pdt|mst|mdt|cst|cdt|edt|akst|akdt|hst|bst|cet|cest|mez|mesz|eet|eest|msk|ist|jst|kst|sgt|hkt|aest|aedt|acst|awst|nzst|nzdt|wib|brt'

function namesZone({ text, folded }: Folded): boolean {
  const { abbreviated, afterClock, ofPlace, places } = zones()
  if (abbreviated.test(text) || afterClock.test(folded) || ofPlace.test(text)) return true
  for (const { 1: two = '', 2: one = '' } of folded.matchAll(PLACE_TIME))
    if (places.has(one) || places.has(`${two}${one}`)) return true
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
    /** In small letters, and as words that are also others, only right behind a clock time. */
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

const patterns = lazy(() => {
  const word = (source: string) => new RegExp(`(?<![${LETTERS}])${source}(?![${LETTERS}]|'s [a-z])`, 'g')
  return {
    repetition: new RegExp(
      `(?<![${LETTERS}])(?:(?:every|each|jede[nmrs]?|alle|chaque|tous les|toutes les|cada|todos los|todas las)(?: [${LETTERS}.-]{1,20}){0,2}? (?:${UNIT}s?[ne]?|${WEEKDAY}|monats[a-z]{1,10}|\\d{1,2}(?:st|nd|rd|th))(?![${LETTERS}]| ?'s)|taglich|wochentlich|monatlich|jahrlich|stundlich|(?:sur|de cada) (?:deux|dos)(?![${LETTERS}])|quincenal|on (?:week)?days(?![${LETTERS}]))|每(?:天|日|周|週|星期|礼拜|禮拜|月|年|个|個|隔|逢|晚|早|次|小时|\\d|[一二两兩三])|天天|隔天`,
      'g',
    ),
    adverbs: word('(?:daily|weekly|monthly|yearly|annually|hourly|nightly|biweekly|fortnightly)'),
    days: [
      ...[WEEKDAY, MONTH, HOLIDAY, RELATIVE, PART].map(word),
      // Words that mean more than a month.
      word('(?:in|on|of|en|im|de|since|next|last|this|ab|bis|\\d{1,2}\\.?) (?:may|march|mai|mars|marzo|mar)'),
      word('(?:on|an|am|pour|para) (?:\\S{1,20} ){0,2}(?:birthday|geburtstag|anniversaire|cumpleanos)'),
      /圣诞|聖誕|平安夜|元旦|除夕|春节|春節|新年|跨年|过年|過年|中秋|端午|清明节|清明節|国庆|國慶|元宵|七夕|重阳|重陽|情人节|情人節|感恩节|感恩節|万圣|萬聖|复活节|復活節|劳动节|勞動節|母亲节|母親節|父亲节|父親節|儿童节|兒童節/g,
      /(?<!的)(?:(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]|今天|明天|后天|後天|今晚|明晚|今早|明早|早上|上午|中午|下午|傍晚|晚上|半夜|凌晨|夜里|夜裡|下(?:个|個)?(?:周|週|星期|月)|月底|月初|年底|\d{1,2}[月号號]|[一二三四五六七八九十]月)(?!的)/g,
    ],
  }
})
