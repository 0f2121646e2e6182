import { lazy } from '../../lib/lazy.ts'

// What an answer looks like. This is cautious on purpose: a missed answer costs nothing, because the question is still in
// the history, but a wrong match would attach the message to the wrong subject.

const affirmations =
  "yes|yeah|yep|yup|sure|ok|okay|please do|go ahead|do it|of course|definitely|absolutely|correct|right|exactly|ja|jawohl|klar|gern(?:e)?|genau|oui|d’accord|d'accord|s[ií]|claro|vale"
const refusals =
  "no|nope|nah|not (?:now|yet|really|today)|never|don’t|don't|do not|please don’t|please don't|stop|cancel|nein|nee|lieber nicht|non|pas maintenant"
// These make a text look like an answer, but never let anything be done: see `plainAnswer`.
const weakYesNo =
  'bien sûr|volontiers|vas-y|allez-y|ouais|por supuesto|adelante|de acuerdo|dale|hazlo|mach das|mach es|auf jeden fall|unbedingt|pas vraiment|plutôt pas|mejor no|todavía no|ahora no|para nada|auf keinen fall|noch nicht'
const yesNoPattern = lazy(
  () => new RegExp(`^(?:${affirmations}|${refusals}|${weakYesNo})(?![\\p{L}\\p{N}])(.*)$`, 'isu'),
)
const chineseYesNoPattern = lazy(
  () =>
    /^(?:好的?|可以|行|是的?|对的?|嗯+|要|当然|没问题|同意|确定|需要|不用了?|不要|不行|不是|不对|不需要|别|算了|先不|没有|暂时不)(?:[啊呀吧呢了的，,。.！!\s]|$)(.*)$/su,
)

/** "Yes", "no thanks", "yes, at nine"; not "no idea what this error means, look at the log". */
export function looksLikeYesNo(text: string): boolean {
  if (/^(?:👍|👌|✅|👎|❌)/u.test(text)) return true
  const chineseRest = chineseYesNoPattern().exec(text)?.[1]
  if (chineseRest !== undefined) return chineseRest.length <= 12
  const rest = yesNoPattern().exec(text)?.[1]
  return (
    rest !== undefined && (rest.trim() === '' || /^\s*[,.!;–—-]/u.test(rest) || rest.trim().split(/\s+/).length <= 3)
  )
}

const courtesies = "please|thanks|thank you|bitte|danke(?: schön)?|merci|s['’]il (?:te|vous) pla[iî]t|gracias|por favor"
/** A longer text is never a plain answer. The limit also bounds the matching time. */
const MAX_PLAIN_ANSWER_CHARS = 60
const plainYes = lazy(() => onlyPhrases(`${affirmations}|(?:[👍👌][\u{1f3fb}-\u{1f3ff}]?|✅\ufe0f?)+`))
const plainNo = lazy(() => onlyPhrases(`${refusals}|(?:👎[\u{1f3fb}-\u{1f3ff}]?|❌\ufe0f?)+`))

/** Only for a text that says yes or no and nothing else, because a wrong yes could allow an action. */
export function plainAnswer(text: string): 'yes' | 'no' | undefined {
  const answer = text.trim()
  if (answer.length > MAX_PLAIN_ANSWER_CHARS) return undefined
  if (plainYes().test(answer)) return 'yes'
  return plainNo().test(answer) ? 'no' : undefined
}

const doneWords =
  "done|all done|it['’]?s done|finished|completed|i did it|did it|erledigt|ist erledigt|fertig|gemacht|hab ich gemacht|fait|c['’]est fait|terminé|hecho|ya está|listo|terminado|完成了?|已完成|做完了|搞定了?|(?:✅|✔)\ufe0f?"
const laterWords =
  'later|not now|remind me later|snooze|später|jetzt nicht|erinnere mich später|plus tard|pas maintenant|más tarde|luego|después|ahora no|稍后|晚点|等会儿?|待会儿?|一会儿'
const plainDone = lazy(() => onlyPhrases(doneWords))
const plainLater = lazy(() => onlyPhrases(laterWords))

/** Only for a reply to a reminder that says "done" or "later" and nothing else. */
export function reminderAnswer(text: string): 'done' | 'later' | undefined {
  const answer = text.trim().replace(/。$/u, '')
  if (answer.length > MAX_PLAIN_ANSWER_CHARS) return undefined
  if (plainDone().test(answer)) return 'done'
  return plainLater().test(answer) ? 'later' : undefined
}

function onlyPhrases(words: string): RegExp {
  return new RegExp(`^(?:${words})(?:[\\s,.!]+(?:${words}|${courtesies}))*[\\s.!]*$`, 'iu')
}

const numberWords =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|dozen|twenty|thirty|forty|fifty|hundred|a couple|both|none|null|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|ein paar|ein dutzend|beide|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|une (?:douzaine|dizaine|vingtaine)|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cien|una docena|un par'
const numberPattern = lazy(
  () => new RegExp(`(?<![\\p{L}\\p{N}])(?:[-+]?\\d[\\d.,' ]*|${numberWords})(?![\\p{L}\\p{N}])`, 'iu'),
)

/** "八个人左右", and where more was asked for "八寸，巧克力的". */
const chineseNumberPattern = lazy(
  () => /[\d零一二两三四五六七八九十百千万半几]\s*\p{Script=Han}{0,6}(?:[，,、].{0,10})?[。.！!]?$/u,
)

/** A number with at most a few words around it. */
export function looksLikeNumber(text: string): boolean {
  if (hasHan(text)) return text.length <= 16 && chineseNumberPattern().test(text) && !chineseDatePattern().test(text)
  return numberPattern().test(text) && text.split(/\s+/).length <= 8 && !datePattern().test(text)
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
const days =
  'today|tonight|tomorrow|yesterday|now|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekend|noon|midnight|morning|afternoon|evening|heute|morgen|übermorgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|wochenende|mittags?|abends?|nachmittags?|demain|après-demain|aujourd.hui|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|midi|minuit|week-end|hoy|mañana|pasado mañana|esta (?:tarde|noche|semana)|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mediodía|medianoche'
const datePattern = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${days}|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}:\\d\\d|\\d{1,2} ?(?:am|pm|uhr|h(?:\\d\\d)?|heures|o’clock|o'clock)|a las? \\p{L}+|à \\p{L}+ heures|(?:${months})\\.? \\d{1,2}|\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:of |de )?(?:${months})|(?:nächste[nrs]?|diese[nrs]?) (?:woche|monat|jahr|sommer|winter)|in \\d+ (?:tagen|wochen|stunden)|(?:semaine|mois|année) prochaine?|dans \\d+ (?:jours|heures|semaines)|(?:semana|mes|año) (?:que viene|próxim[oa])|próxim[oa] \\p{L}+|en \\d+ (?:días|horas|semanas)|(?:next|this|in|last) (?:week|month|year|spring|summer|autumn|fall|winter|${months}|an hour|a (?:week|month|day)|\\d+ \\p{L}+))(?![\\p{L}\\p{N}])`,
      'iu',
    ),
)

const chineseDatePattern = lazy(
  () =>
    /(?:今[天晚早]|明[天晚早]|后天|大后天|周[一二三四五六日天末]|星期[一二三四五六日天]|礼拜[一二三四五六日天]|下周|下个?月|[\d一二三四五六七八九十][月号日点]|上午|下午|晚上|中午|早上|现在|马上)/u,
)

/** A day or a time with at most a few words around it. */
export function looksLikeDate(text: string): boolean {
  if (hasHan(text)) return text.length <= 20 && chineseDatePattern().test(text)
  return text.split(/\s+/).length <= 10 && (datePattern().test(text) || /^(?:at |um )?\d{1,2}$/iu.test(text))
}

function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

const ordinalPatterns: RegExp[] = [
  ordinalPattern('first|1st|1|a|erste\\w*|premi(?:er|ère)|primer[oa]?', '一1'),
  ordinalPattern('second|2nd|2|b|zweite\\w*|deuxième|seconde?|segund[oa]', '二2'),
  ordinalPattern('third|3rd|3|c|dritte\\w*|troisième|tercer[oa]?', '三3'),
  ordinalPattern('fourth|4th|4|d|vierte\\w*|quatrième|cuart[oa]', '四4'),
]
const lastPattern = ordinalPattern('last|letzte\\w*|derni(?:er|ère)|últim[oa]', '')

/** The one choice that a text names, by its place or by its words; undefined when it names none or several. */
export function choiceAmong(choices: string[], text: string): string | undefined {
  const position = lastPattern.test(text)
    ? choices.length - 1
    : ordinalPatterns.findIndex((ordinal) => ordinal.test(text))
  if (position >= 0) return choices[position]
  const words = wordsOf(text)
  const matching = choices.filter((choice) =>
    wordsOf(choice).some((word) => words.includes(word) && isDistinctive(word, choices)),
  )
  return matching.length === 1 && words.length <= 12 ? matching[0] : undefined
}

function ordinalPattern(words: string, hanDigits: string): RegExp {
  const chinese = hanDigits === '' ? '最后一?[个种款]?' : `第?[${hanDigits}][个种款]?`
  return new RegExp(`^(?:(?:the|der|die|das|den|le|la|el) )?(?:${words}|${chinese})(?: one)?[.!)。！]*$`, 'iu')
}

/** Whether a word is in one choice only and so tells it from the others. */
function isDistinctive(word: string, choices: string[]): boolean {
  return choices.filter((choice) => wordsOf(choice).includes(word)).length === 1
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
}
