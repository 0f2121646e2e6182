import type { LanguageTable } from './language.ts'

const EVERY = '(?:an jedem|jede[nrs]?)'
const AT = '(?:um|gegen) '
const OF_MONTH = '(?:im monat|des monats|eines monats|jede[ns] monats|eines jeden monats)'
const OF_EACH_MONTH = '(?:jede[ns]|eines jeden) monats'
const PART = '(?<part>fruh|morgen|vormittag|mittag|nachmittag|abend|nacht)'
const DAYS = '(?:(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend)s'

export const german: LanguageTable = {
  chrono: 'de',
  numbers: 'eins|ein|eine|einem|einer|einen, zwei, drei, vier, funf, sechs, sieben, acht, neun, zehn, elf, zwolf',
  moreNumbers: { funfzehn: 15, zwanzig: 20, dreißig: 30, vierzig: 40, funfundvierzig: 45, neunzig: 90 },
  fractions: 'viertel, halb',
  units:
    'sekunden|sekunde, minuten|minute|min, viertelstunde, halben stunde|halbe stunde, stunden|stunde|stund|std, tagen|tage|tagn|tag, wochen|woche, monaten|monate|monatn|monat, jahren|jahre|jahrn|jahr',
  weekdays: 'sonntag, montag, dienstag, mittwoch, donnerstag, freitag, samstag|sonnabend',
  parts: 'morgens|morgen|fruh|vormittags|vormittag, mittags|mittag, nachmittags|nachmittag, abends|abend, nachts|nacht',
  ordinals: 'ersten|1., zweiten|2., dritten|3., vierten|4., letzten',
  listed: ',? und |, ?| ?& ?|,? und jeden ',
  meanings: {
    every: [`${EVERY} {unit}`, 'alle {n} {unit}', '(?<unit>stund)lich'],
    daily: ['taglich', `jeden? ${PART}`],
    weekly: [
      `(?:${EVERY}|immer am|wochentlich am) {days}`,
      `jeden {days} ?${PART}`,
      `(?:immer )?(?<days>${DAYS}(?:(?:,? und |, ?)${DAYS}){0,6})`,
    ],
    fromTo: '(?:(?:immer |jeweils )?von )?{day}s? bis {to}s?',
    workdays: `werktags|wochentags|unter der woche|${EVERY} (?:werktag|wochentag|arbeitstag)`,
    weekends: '(?:jedes|an jedem) wochenende|an wochenenden',
    everySecond: '(?:an )?jede[nm]? (?:zweiten?|2\\.|anderen?) (?:woche|{day})',
    nthOfMonth: [`(?:an )?jede[nm] {nth} {day} ${OF_MONTH}`, `(?:am )?{nth} {day} ${OF_EACH_MONTH}`],
    lastOfMonth: `(?:am )?letzten tag ${OF_EACH_MONTH}|(?:an )?jede[nm] monatsletzten`,
    monthly: [
      `(?:an )?jede[nm] {date}\\.?(?: ${OF_MONTH})?`,
      `am {date}\\.? ${OF_EACH_MONTH}`,
      '(?:an )?jede[nm] monatsersten',
    ],
    monthday: 'am (?<date>\\d{1,2})\\.(?! ?[a-z]{3}| ?\\d| des)',
    numericDate: '(?:am )?(?<date>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?! ?\\d{2,4}(?!:))',
    weekday: `(?:am )?{day} ?${PART}`,
    today: `heute ${PART}`,
    tomorrow: 'morgen',
    dayAfterTomorrow: 'ubermorgen|uebermorgen',
    part: [
      '(?:am )?(?<part>morgens|vormittags?|mittags?|nachmittags?|abends?|nachts)',
      '(?<=(?:morgen|tag|woch) )(?<part>fruh)',
      'am (?<part>morgen)',
    ],
    midnight: '(?:um )?mitternacht',
    clock: [`${AT}{word}`, `(?:${AT})?{word} uhr`, `(?:${AT})?(?<fraction>viertel) nach {hour}`],
    clockTo: [`(?:${AT})?(?<fraction>viertel) vor {hour}`, `(?:${AT})?(?<fraction>halb) {hour}`],
    in: 'in {n} {unit}',
    inAndHalf: 'in (?:{n}einhalb|anderthalb) stunden',
  },
  glue: 'um|am|den|im|in|immer|jeweils|gegen',
  lead: 'am|den|um|gegen',
  polite:
    'hallo|hey|hi|ok|bitte|und|kannst du|konntest du|koenntest du|wurdest du|konnen sie|konnten sie|ich mochte|ich will',
  opener:
    '(?:erinner[en]? mich|erinnern sie mich|mich|daran erinnern|erinnern|erinnerung|(?:stell|stelle|setz|setze|mach|erstelle)(?: mir)? (?:bitte )?eine erinnerung|(?:sag|gib) mir bescheid|(?:sag|gib) mir(?= .{0,40} bescheid)|denk daran|vergiss nicht)(?: bitte| nochmal| wieder| fur| an)?',
  link: '(?:bescheid,? ?(?:dass|wegen)?|daran(?: erinnern)?,? ?(?:dass|das)?|dass|ans|an|wegen|erinnern,? ?(?:dass)?)',
  closer: 'bitte|danke|(?:daran )?(?:zu )?erinnern|erinnert werden',
}
