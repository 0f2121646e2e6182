import { lazy } from '../../lib/lazy.ts'

// What an answer looks like. Cautious on purpose: an answer that is missed costs nothing, because the question still
// stands in the history; one that is taken wrongly hijacks another subject.

const affirmations =
  "yes|yeah|yep|yup|sure|ok|okay|please do|go ahead|do it|of course|definitely|absolutely|correct|right|exactly|ja|jawohl|klar|gern(?:e)?|genau|oui|d’accord|d'accord|s[ií]|claro|vale"
const refusals =
  "no|nope|nah|not (?:now|yet|really|today)|never|don’t|don't|do not|please don’t|please don't|stop|cancel|nein|nee|lieber nicht|non|pas maintenant"
const yesNo = lazy(() => new RegExp(`^(?:${affirmations}|${refusals})(?![\\p{L}\\p{N}])(.*)$`, 'isu'))

/** "Yes", "no thanks", "yes, at nine"; not "no idea what this error means, look at the log". */
export function looksLikeYesNo(text: string): boolean {
  if (/^(?:👍|👌|✅|👎|❌)/u.test(text)) return true
  const rest = yesNo().exec(text)?.[1]
  return (
    rest !== undefined && (rest.trim() === '' || /^\s*[,.!;–—-]/u.test(rest) || rest.trim().split(/\s+/).length <= 3)
  )
}

const thanks = "please|thanks|thank you|bitte|danke(?: schön)?|merci|s['’]il (?:te|vous) pla[iî]t|gracias|por favor"
/** Longer ones are not even looked at, which also bounds the work that a text can make. */
const LONGEST_PLAIN = 60
const plainYes = lazy(() => nothingBut(`${affirmations}|(?:[👍👌][\u{1f3fb}-\u{1f3ff}]?|✅\ufe0f?)+`))
const plainNo = lazy(() => nothingBut(`${refusals}|(?:👎[\u{1f3fb}-\u{1f3ff}]?|❌\ufe0f?)+`))

/** What a text says that says yes or no and nothing else: a yes taken from anything more could let something be done. */
export function plainAnswer(text: string): 'yes' | 'no' | undefined {
  const said = text.trim()
  if (said.length > LONGEST_PLAIN) return undefined
  if (plainYes().test(said)) return 'yes'
  return plainNo().test(said) ? 'no' : undefined
}

function nothingBut(words: string): RegExp {
  return new RegExp(`^(?:${words})(?:[\\s,.!]+(?:${words}|${thanks}))*[\\s.!]*$`, 'iu')
}

const numberWords =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|dozen|twenty|thirty|forty|fifty|hundred|a couple|both|none|null|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf'
const aNumber = lazy(
  () => new RegExp(`(?<![\\p{L}\\p{N}])(?:[-+]?\\d[\\d.,' ]*|${numberWords})(?![\\p{L}\\p{N}])`, 'iu'),
)

/** A number with at most a few words around it. */
export function looksLikeNumber(text: string): boolean {
  return aNumber().test(text) && text.split(/\s+/).length <= 8 && !clearDate().test(text)
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember'
const days =
  'today|tonight|tomorrow|yesterday|now|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekend|noon|midnight|morning|afternoon|evening|heute|morgen|übermorgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|demain|mañana'
const clearDate = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${days}|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}:\\d\\d|\\d{1,2} ?(?:am|pm|uhr|o’clock|o'clock)|(?:${months})\\.? \\d{1,2}|\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?(?:${months})|(?:next|this|in|last) (?:week|month|year|spring|summer|autumn|fall|winter|${months}|an hour|a (?:week|month|day)|\\d+ \\p{L}+))(?![\\p{L}\\p{N}])`,
      'iu',
    ),
)

/** A day or a time with at most a few words around it. */
export function looksLikeDate(text: string): boolean {
  return text.split(/\s+/).length <= 10 && (clearDate().test(text) || /^(?:at |um )?\d{1,2}$/iu.test(text))
}

const ordinals: RegExp[] = [
  /^(?:the )?(?:first|1st|1|a|erste\w*)(?: one)?[.!)]*$/iu,
  /^(?:the )?(?:second|2nd|2|b|zweite\w*)(?: one)?[.!)]*$/iu,
  /^(?:the )?(?:third|3rd|3|c|dritte\w*)(?: one)?[.!)]*$/iu,
  /^(?:the )?(?:fourth|4th|4|d|vierte\w*)(?: one)?[.!)]*$/iu,
]

/** The one choice that a text names, by its place or by its words; undefined when it names none or several. */
export function choiceAmong(choices: string[], text: string): string | undefined {
  const place = /^(?:the )?last(?: one)?[.!]*$/iu.test(text)
    ? choices.length - 1
    : ordinals.findIndex((ordinal) => ordinal.test(text))
  if (place >= 0) return choices[place]
  const said = wordsOf(text)
  const named = choices.filter((choice) =>
    wordsOf(choice).some((word) => said.includes(word) && isTelling(word, choices)),
  )
  return named.length === 1 && said.length <= 12 ? named[0] : undefined
}

/** A word that stands in one choice only tells it from the others. */
function isTelling(word: string, choices: string[]): boolean {
  return choices.filter((choice) => wordsOf(choice).includes(word)).length === 1
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
}
