import type { Found, Language, Rule } from '../language.ts'
import { readNamedDate } from '../named-date.ts'
import { digits, from, upTo } from '../numbers.ts'
import { isoDate, numericDate } from '../numeric-date.ts'
import {
  after,
  clock,
  clockBefore,
  day,
  doubt,
  each,
  MIDNIGHT,
  NOON,
  type Piece,
  part,
  weekdaysFrom,
} from '../piece.ts'
import { BARE_HOUR } from './bare-hour.ts'
import { MONTH, numbers, ORDINALS, PARTS, UNITS, WEEKDAYS } from './german-tables.ts'
import { weekdaysNamed } from './weekdays.ts'
import { NTH, weeksAndMonths } from './weeks-and-months.ts'

const unit = (found: Found, name = 'unit') => UNITS[found.text(name)] ?? 'minute'
const partOf = (found: Found, name = 'part') => part(PARTS[found.text(name)] ?? 'morning')
const DAY = Object.keys(WEEKDAYS).join('|')
const JOIN = '(?:,? und |, ?| ?& ?)'
const weekly = (found: Found): Piece[] => [{ kind: 'weekly', weekdays: weekdaysNamed(found.text('days'), WEEKDAYS) }]
const ordinal = (found: Found) => ORDINALS[found.text('o')] ?? Number.parseInt(found.text('o'), 10)
const ORDINAL = `(?<o>\\d{1,3}\\.|${Object.keys(ORDINALS).join('|')})`
const named = (found: Found): Piece[] => {
  const said = found.text('date')
  const [first = ''] = said.split(' ')
  const day = first in ORDINALS ? said.replace(first, `${ORDINALS[first]}.`) : said
  return readNamedDate('de', day.replace(/mae?rz|mar\b/u, 'märz').replace(/jae?nner/u, 'januar'))
}
const DATE = `(?<date>(?:\\d{1,3}\\.?|${Object.keys(ORDINALS).join('|')}) ?(?:${MONTH})\\.?(?: \\d{4})?)`

/** Behind minutes, not behind a number of things. */
const ENDS =
  '(?=$|[,;!?.]| (?:an|ans|daran|die|den|das|dass|zu|mit|bitte|morgens|abends|nachmittags|vormittags|morgen|heute|am|erinner))'

const CLOCK: Rule[] = [
  {
    pattern: '(?:(?:um|gegen|so gegen) )?{h:two}:{m:twoDigits}(?: uhr)?',
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  {
    pattern: '(?:um|gegen) {h:two}[.]{m:twoDigits}(?: uhr)?|{h2:two}[.]{m2:twoDigits} uhr',
    read: (f) =>
      (f.has('h') ? clock(f.number('h'), f.number('m')) : clock(f.number('h2'), f.number('m2'))) ?? doubt('noTime'),
  },
  { pattern: '(?:(?:um|gegen|so gegen|punkt) )?{h:hour} ?uhr', read: (f) => clock(f.number('h')) ?? doubt('noTime') },
  {
    pattern: `(?:(?:um|gegen) )?{h:hour} ?uhr {m:minute}${ENDS}`,
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  { pattern: '(?:(?:um|gegen) )?{h:hour} ?uhr \\d{1,2}', read: () => doubt('number') },
  { pattern: '(?:um|gegen) {h:hour}', read: (f) => clock(f.number('h'), 0, { loose: true }) ?? doubt('noTime') },
  ...BARE_HOUR,
  { pattern: '(?:(?:um|gegen) )?halb {h:hour}(?: uhr)?', read: (f) => clockBefore(f.number('h'), 30) },
  { pattern: '(?:(?:um|gegen) )?viertel nach {h:hour}', read: (f) => clock(f.number('h'), 15) },
  { pattern: '(?:(?:um|gegen) )?viertel vor {h:hour}', read: (f) => clockBefore(f.number('h'), 15) },
  { pattern: '(?:(?:um|gegen) )?dreiviertel {h:hour}', read: (f) => clockBefore(f.number('h'), 15) },
  { pattern: '(?:(?:um|gegen) )?viertel {h:hour}', read: () => doubt('amPm') },
  { pattern: '(?:um|gegen) {m:number}(?: minuten)? nach {h:hour}', read: (f) => clock(f.number('h'), f.number('m')) },
  {
    pattern: '(?:um|gegen) {m:number}(?: minuten)? vor {h:hour}',
    read: (f) => clockBefore(f.number('h'), f.number('m')),
  },
  {
    pattern: '(?:um|gegen) {m:number} (?<side>vor|nach) halb {h:hour}',
    read: (f) => clock(f.number('h') - 1, 30 + (f.text('side') === 'vor' ? -1 : 1) * f.number('m')),
  },
  { pattern: '(?:um |gegen )?mitternacht', read: () => MIDNIGHT },
  { pattern: 'zu mittag|zwolf uhr mittags|12 uhr mittags', read: () => NOON },
]

const DAYS: Rule[] = [
  { pattern: 'heute', read: () => [day(0)] },
  { pattern: 'morgen', read: () => [day(1)] },
  { pattern: 'ubermorgen|uebermorgen', read: () => [day(2)] },
  { pattern: 'heute (?<part>morgen|fruh|frueh|vormittag|mittag|nachmittag|abend)', read: (f) => [day(0), partOf(f)] },
  { pattern: '(?:morgen) (?<part>fruh|frueh|vormittag|mittag|nachmittag|abend)', read: (f) => [day(1), partOf(f)] },
  {
    pattern: '(?:ubermorgen|uebermorgen) (?<part>fruh|frueh|vormittag|mittag|nachmittag|abend)',
    read: (f) => [day(2), partOf(f)],
  },
  {
    pattern: '(?:(?:am|diesen|kommenden|am kommenden|den) )?{weekday}(?:,? den)?',
    read: (f) => [{ kind: 'weekday', weekday: f.number('weekday') }],
  },
  {
    pattern:
      '(?:(?:am|diesen|kommenden|am kommenden) )?{weekday}[ -]?(?<part>fruh|frueh|morgen|vormittag|mittag|nachmittag|abend)',
    read: (f) => [{ kind: 'weekday', weekday: f.number('weekday') }, partOf(f)],
  },
  {
    pattern: '(?:am )?{weekday} (?:der )?nachste[rn]? woche|nachste woche (?:am )?{other:weekday}',
    read: (f) => [
      { kind: 'weekday', weekday: f.has('weekday') ? f.number('weekday') : f.number('other'), week: 'next' },
    ],
  },
  {
    pattern:
      '(?:am (?<part>morgen|vormittag|mittag|nachmittag|abend))|(?<times>morgens|vormittags|mittags|nachmittags|abends|nachts)',
    read: (f) => [f.has('part') ? partOf(f) : partOf(f, 'times')],
  },
  {
    pattern: '(?<part>fruh|frueh|in der fruh|in der fruhe|vormittag|nachmittag|abend|mittag)',
    follows: true,
    read: (f) => [partOf(f)],
  },
  { pattern: `(?:am |den |zum )?${DATE}`, read: named },
  {
    pattern: '(?:am |den |zum )?{d:two}\\.{m:two}\\.(?<y>\\d{4}|\\d{2})?',
    read: (f) => numericDate(f.number('d'), f.number('m'), f.text('y'), 'day first'),
  },
  { pattern: 'am {d:two}\\.{m:two}', read: (f) => numericDate(f.number('d'), f.number('m'), '', 'day first') },
  {
    pattern: '(?:am )?{d:two}/{m:two}(?:/(?<y>\\d{4}|\\d{2}))?',
    read: (f) => numericDate(f.number('d'), f.number('m'), f.text('y'), 'either'),
  },
  {
    pattern: '(?:am )?(?<y>\\d{4})-{m:twoDigits}-{d:twoDigits}',
    read: (f) => isoDate(f.number('y'), f.number('m'), f.number('d')),
  },
  { pattern: `am ${ORDINAL}(?: (?:des|dieses) monats)?`, read: (f) => [{ kind: 'monthday', day: ordinal(f) }] },
]

const AHEAD: Rule[] = [
  { pattern: 'morgen um (?:diese|dieselbe|die gleiche|die selbe) (?:zeit|uhrzeit)', read: () => after(1, 'day') },
  {
    pattern: 'in (?<minus>[-−])?{n:amount} ?{unit}(?:(?: und|,)? {n2:amount} ?{unit2:unit})?',
    read: (f) =>
      f.has('minus')
        ? doubt('past')
        : (after(f.number('n'), unit(f), f.has('n2') ? [f.number('n2'), unit(f, 'unit2')] : undefined) ??
          doubt('vague')),
  },
  { pattern: 'in (?:einer )?halben stunde|in 1/2 stunde', read: () => after(30, 'minute') },
  { pattern: 'in (?:einer )?viertelstunde', read: () => after(15, 'minute') },
  { pattern: 'in (?:einer )?dreiviertelstunde', read: () => after(45, 'minute') },
  { pattern: 'in (?:anderthalb|eineinhalb) stunden', read: () => after(90, 'minute') },
  { pattern: 'in zweieinhalb stunden', read: () => after(150, 'minute') },
  { pattern: '(?:heute )?in (?:acht tagen|einer woche)', read: () => after(7, 'day') },
]

const EVERY: Rule[] = [
  { pattern: '(?:jede|jeden|jedes|jeder) {unit}', read: (f) => each(1, unit(f)) },
  { pattern: 'alle {n:number} ?{unit}', read: (f) => each(f.number('n'), unit(f)) },
  { pattern: '(?:alle|jede) (?:halbe|halben) stunde|halbstundlich|halbstuendlich', read: () => each(30, 'minute') },
  { pattern: '(?:alle|jede) viertelstunde|viertelstundlich', read: () => each(15, 'minute') },
  { pattern: 'alle (?:anderthalb|eineinhalb) stunden', read: () => each(90, 'minute') },
  { pattern: 'stundlich|stuendlich', read: () => each(1, 'hour') },
  { pattern: 'taglich|taeglich', read: () => each(1, 'day') },
  { pattern: '(?:wochentlich|woechentlich)(?= am )', read: () => each(1, 'week') },
  { pattern: 'monatlich(?= am )', read: () => each(1, 'month') },
  { pattern: '(?:jahrlich|jaehrlich)(?= am )', read: () => each(1, 'year') },
  {
    pattern: '(?:jeden|jede) (?<part>morgen|vormittag|mittag|nachmittag|abend|nacht)',
    read: (f) => [{ kind: 'every', unit: 'day' }, partOf(f)],
  },
  { pattern: `(?:(?:an )?jedem|jeden) (?<days>(?:${DAY})(?:${JOIN}(?:jeden )?(?:${DAY})){0,6})`, read: weekly },
  {
    pattern: `(?:jeden) {weekday}[ -]?(?<part>fruh|morgen|vormittag|mittag|nachmittag|abend)`,
    read: (f) => [{ kind: 'weekly', weekdays: [f.number('weekday')] }, partOf(f)],
  },
  { pattern: `(?:immer )?(?<days>(?:${DAY})s(?:${JOIN}(?:${DAY})s){0,6})`, read: weekly },
  { pattern: `immer (?:am )?(?<days>(?:${DAY}))`, read: weekly },
  {
    pattern: '(?:(?:jeweils |immer )?von )?{from:weekday}s? bis {to:weekday}s?',
    read: (f) => [{ kind: 'weekly', weekdays: weekdaysFrom(f.number('from'), f.number('to')) }],
  },
  {
    pattern:
      'werktags|wochentags|(?:an )?(?:jeden|jedem) (?:werktag|wochentag|arbeitstag)|an (?:werktagen|wochentagen|arbeitstagen)|unter der woche',
    read: () => [{ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }],
  },
  {
    pattern: 'jedes wochenende|an jedem wochenende|an wochenenden',
    read: () => [{ kind: 'weekly', weekdays: [6, 0] }],
  },
  {
    pattern: `(?:jeden|an jedem|am) ${ORDINAL} (?:des monats|im monat|jedes monats|eines monats|jeden monats|eines jeden monats)`,
    read: (f) => [
      { kind: 'every', unit: 'month' },
      { kind: 'monthday', day: ordinal(f) },
    ],
  },
  {
    pattern: `(?:jeden|an jedem) (?<o>\\d{1,3}\\.)`,
    read: (f) => [
      { kind: 'every', unit: 'month' },
      { kind: 'monthday', day: ordinal(f) },
    ],
  },
  { pattern: `jeden ${DATE}`, read: (f) => [{ kind: 'every', unit: 'year' }, ...named(f)] },
]

const ASKED: Rule[] = [
  {
    pattern: 'fur {n:amount} {unit}|{n2:amount} {unit2:unit} lang|(?:die )?nachsten {n3:amount} {unit3:unit}',
    read: () => doubt('range'),
  },
  {
    pattern: '(?:am )?(?:ubernachste|uebernachste|ubernaechste|naechste)[nrs]? (?:{weekday}|woche|monat)',
    read: () => doubt('next'),
  },
  {
    pattern: 'gestern|vorgestern|letzte[nrs]? (?:{weekday}|woche|monat|jahr|nacht)|vor {n:number} {unit}',
    read: () => doubt('past'),
  },
  {
    pattern:
      'bald|spater|spaeter|demnachst|irgendwann|gelegentlich|ab und zu|hin und wieder|von zeit zu zeit|regelmaßig|regelmassig|regelmaeßig|oft|manchmal|gleich|nachher|in kurze|in (?:ein paar|einigen|wenigen) {unit}|alle paar {unit2:unit}|bei gelegenheit|so bald wie moglich',
    read: () => doubt('vague'),
  },
  { pattern: '(?:am )?nachste[nrs]? {weekday}', read: () => doubt('next') },
  {
    pattern:
      '(?:nachste|diese|kommende)[nrs]? (?:woche|wochenende|monat|jahr)|am (?:nachsten |kommenden )?wochenende|(?:am |zum )?(?:ende der woche|monatsende|jahresende|ende des monats)|wochentlich|woechentlich|monatlich',
    read: () => doubt('whichDay'),
  },
  {
    pattern:
      'jede[nrs]? (?:zweite|2\\.|dritte|3\\.|vierte|andere)[nrs]? (?:{unit}|{weekday}|morgen|abend)|alle (?:zwei|2|14) (?:wochen|tage)|(?:zwei|14-|vierzehn)(?:wochentlich|taglich|tagig)|vierteljahrlich|quartalsweise|jedes quartal',
    read: () => doubt('everyOther'),
  },
  {
    pattern: '(?:einmal|zweimal|dreimal|viermal|{n:number}[ -]?mal) (?:am|pro|in der|im|die|jeden|jede) {unit}',
    read: () => doubt('often'),
  },
  {
    pattern:
      '(?:am |jeden )?(?:ersten|zweiten|dritten|vierten|letzten|1\\.|2\\.|3\\.|4\\.) (?:{weekday}|tag|werktag|arbeitstag) (?:im|des|jedes|jeden|eines) (?:monats|monat)',
    read: () => doubt('nth'),
  },
  {
    pattern: '{n:amount} {unit} (?:vor|nach|bevor)|(?:eine )?halbe stunde (?:vor|nach|bevor)',
    read: () => doubt('before'),
  },
]

export const german: Language = {
  name: 'de',
  tables: () => ({
    two: digits('\\d{1,2}'),
    twoDigits: digits('\\d{2}'),
    hour: { ...upTo(24, numbers()), ...digits('\\d{1,2}') },
    minute: { ...from(5, upTo(59, numbers())), ...digits('\\d{1,2}') },
    number: { ...numbers(), ...digits('\\d{1,9}') },
    amount: { ...numbers(), ...digits('\\d{1,9}(?:[.,]\\d{1,2})?') },
    unit: UNITS,
    weekday: WEEKDAYS,
    nth: NTH.german,
  }),
  rules: [...CLOCK, ...DAYS, ...AHEAD, ...EVERY, ...weeksAndMonths.german, ...ASKED],
  frame: {
    polite:
      '(?:hallo|hey|hi|ok|bitte|und|kannst du|konntest du|koenntest du|wurdest du|kann[s]?t du bitte|konnen sie|konnten sie|ich mochte|ich will)',
    opener:
      '(?:erinner[en]? mich|erinnern sie mich|mich|daran erinnern|erinnern|erinnerung|erinnerung (?:fur|an)|(?:stell|stelle|setz|setze|mach|erstelle)(?: mir)? (?:bitte )?eine erinnerung|(?:sag|gib) mir bescheid|(?:sag|gib) mir(?= .{0,40} bescheid)|melde dich|denk daran|vergiss nicht)(?: bitte| nochmal| wieder| fur)?',
    within: 'erinner[en]? mich|erinnern sie mich',
    link: '(?:bescheid,? ?(?:dass|wegen)?|daran(?: erinnern)?,? ?(?:dass|das)?|dass|an|ans|zu|wegen|erinnern,? ?(?:dass)?)',
    fact: '(?:(?:daran|bescheid),? )?dass',
    opensAtEnd: 'erinner',
    closer: '(?:bitte|danke|(?:daran )?(?:zu )?erinnern|erinnert werden)',
  },
  glue: '(?:um|am|den|im|in|immer|jeweils|gegen)',
  and: '(?:und|&|sowie)',
  or: '(?:oder|oder auch|oder vielleicht|bzw\\.?)',
  ofText: '(?:fur|von|vom|der|die|das|den|dem|des|mein|meine|meinen|unser|unsere|mit|uber|zum|zur)',
  bound:
    '(?:bis|bis zum|vor|nach|seit|ab|zwischen|außer|ausser|nicht|aber nicht|spatestens|fruhestens|innerhalb|beginnend|nur|von)',
  limit: '(?:vor|nach|bis|bevor|nachdem|sobald|wenn)',
  spaced: true,
}
