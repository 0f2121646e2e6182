import type { Language } from './language.ts'

const EVERY = '(?:an jedem|jede[nrs]?)'
const AT = '(?:um|gegen) '
const OF_MONTH = '(?:im monat|des monats|eines monats|jede[ns] monats|eines jeden monats)'
const OF_EACH_MONTH = '(?:jede[ns]|eines jeden) monats'

export const german: Language = {
  chrono: 'de',
  numbers: 'eins|ein|eine|einem|einer|einen zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  moreNumbers: { funfzehn: 15, zwanzig: 20, dreißig: 30, vierzig: 40, funfundvierzig: 45, neunzig: 90 },
  units: {
    second: 'sekunden|sekunde',
    minute: 'minuten|minute|min',
    hour: 'stunden|stunde|std',
    day: 'tagen|tage|tagn|tag',
    week: 'wochen|woche',
    month: 'monaten|monate|monatn|monat',
    year: 'jahren|jahre|jahrn|jahr',
  },
  weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend',
  parts: {
    morning: 'morgens|morgen|fruh|vormittags|vormittag',
    noon: 'mittags|mittag',
    afternoon: 'nachmittags|nachmittag',
    evening: 'abends|abend',
    night: 'nachts|nacht',
  },
  ordinals: 'ersten|1. zweiten|2. dritten|3. vierten|4. letzten',
  listed: ',? und |, ?| ?& ?|,? und jeden ',
  meanings: {
    every: [`${EVERY} {unit}`, 'alle {n} {unit}'],
    everyHalfHour: '(?:alle|jede) halben? stunden?|halbstundlich',
    everyQuarterHour: '(?:alle|jede) viertelstunden?|viertelstundlich',
    hourly: 'stundlich',
    daily: 'taglich',
    everyPart: 'jede[n]? (?<part>morgen|vormittag|mittag|nachmittag|abend|nacht)',
    weekly: [
      `${EVERY} {days}`,
      '(?:immer )?(?<days>(?:(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend)s(?:(?:,? und |, ?)(?:(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend)s){0,6})',
      '(?:immer|wochentlich) am {days}',
    ],
    weeklyPart: '(?:jeden ){day} ?(?<part>fruh|morgen|vormittag|mittag|nachmittag|abend)',
    fromTo: '(?:(?:immer |jeweils )?von )?{day}s? bis {to}s?',
    workdays: ['werktags|wochentags|unter der woche', `${EVERY} (?:werktag|wochentag|arbeitstag)`],
    weekends: '(?:jedes|an jedem) wochenende|an wochenenden',
    everySecondWeek: ['jede (?:zweite|2\\.|andere) woche', '(?:zwei|vierzehn|14-)(?:wochentlich|tagig)'],
    everySecond: '(?:an )?jede[nm] (?:zweiten|2\\.|anderen) {day}',
    nthOfMonth: [`(?:an )?jede[nm] {nth} {day} ${OF_MONTH}`, `(?:am )?{nth} {day} ${OF_EACH_MONTH}`],
    lastOfMonth: [
      `(?:an )?jede[nm] letzten tag ${OF_MONTH}`,
      '(?:an )?jede[nm] monatsletzten',
      `(?:am )?letzten tag ${OF_EACH_MONTH}`,
    ],
    firstOfMonth: '(?:an )?jede[nm] monatsersten',
    monthly: [
      `(?:(?:an )?jede[nm]|am) {date}\\.?(?: tag)? ${OF_EACH_MONTH}`,
      `(?:an )?jede[nm] {date}\\.?(?: ${OF_MONTH})?`,
    ],
    monthday: 'am (?<date>\\d{1,2})\\.(?! ?[a-z]{3}| ?\\d| des)',
    weekdayPart: '(?:am )?{day} ?(?<part>fruh|morgen|vormittag|mittag|nachmittag|abend)',
    numericDate: '(?:am )?(?<date>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?! ?\\d{2,4}(?!:))',
    tomorrow: 'morgen',
    dayAfterTomorrow: 'ubermorgen|uebermorgen',
    part: [
      '(?:am )?(?<part>morgens|vormittags?|mittags?|nachmittags?|abends?|nachts)',
      '(?<=morgen |tag |woch )(?<part>fruh)',
      'am (?<part>morgen)',
    ],
    partToday: 'heute (?<part>fruh|morgen|vormittag|mittag|nachmittag|abend|nacht)',
    midnight: '(?:um )?mitternacht',
    clock: [`${AT}{word}(?: uhr)?`, '{word} uhr'],
    halfTo: `(?:${AT})?halb {hour}`,
    quarterPast: `(?:${AT})?viertel nach {hour}`,
    quarterTo: `(?:${AT})?viertel vor {hour}`,
    in: 'in {n} {unit}',
    inHalfHour: 'in einer halben stunde',
    inQuarterHour: 'in einer viertelstunde',
    inHourAndHalf: 'in (?:anderthalb|eineinhalb) stunden',
    inHoursAndHalf: 'in {n}einhalb stunden',
  },
  glue: 'um|am|den|im|in|immer|jeweils|gegen',
  lead: 'am|den|um|gegen',
  polite:
    'hallo|hey|hi|ok|bitte|und|kannst du|konntest du|koenntest du|wurdest du|konnen sie|konnten sie|ich mochte|ich will',
  opener:
    '(?:erinner[en]? mich|erinnern sie mich|mich|daran erinnern|erinnern|erinnerung|(?:stell|stelle|setz|setze|mach|erstelle)(?: mir)? (?:bitte )?eine erinnerung|(?:sag|gib) mir bescheid|(?:sag|gib) mir(?= .{0,40} bescheid)|denk daran|vergiss nicht)(?: bitte| nochmal| wieder| fur| an)?',
  link: '(?:bescheid,? ?(?:dass|wegen)?|daran(?: erinnern)?,? ?(?:dass|das)?|dass|ans|an|wegen|erinnern,? ?(?:dass)?)',
  closer: 'bitte|danke|(?:daran )?(?:zu )?erinnern|erinnert werden',
  dayFirst: true,
}
