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
  halfDay,
  MIDNIGHT,
  NOON,
  type Piece,
  part,
  weekdaysFrom,
} from '../piece.ts'
import { BARE_HOUR } from './bare-hour.ts'
import { MONTH, numbers, ORDINAL, PARTS, SHORT, UNITS, WEEKDAYS } from './english-tables.ts'
import { weekdaysNamed } from './weekdays.ts'
import { NTH, weeksAndMonths } from './weeks-and-months.ts'

const unit = (found: Found, name = 'unit') => UNITS[found.text(name)] ?? 'minute'
const date = (found: Found) => readNamedDate('en', found.text('date').replace(' the ', ' '))
const weekly = (found: Found): Piece[] => [{ kind: 'weekly', weekdays: weekdaysNamed(found.text('days'), DAY_NAMES) }]
const DAY_NAMES = { ...WEEKDAYS, ...SHORT }
const partOf = (found: Found) => part(PARTS[found.text('part')] ?? 'morning')
const ordinal = (found: Found) => {
  const said = found.text('ordinal')
  const word = ORDINAL.split('|').indexOf(said)
  return word >= 0 ? word + 1 : Number.parseInt(said, 10)
}
const monthday = (found: Found): Piece[] => [{ kind: 'monthday', day: ordinal(found) }]
const NAMES = Object.keys(DAY_NAMES).join('|')
const LIST = `(?<days>(?:${NAMES})s?(?:(?:,? and |, ?| ?& ?)(?:${NAMES})s?){0,6})`

const CLOCK: Rule[] = [
  {
    pattern:
      "(?:(?:at|around|by about|@) ?)?{h:two}(?<colon>:){m:twoDigits}(?: ?(?<ap>am|pm|a\\.m\\.|p\\.m\\.))?(?: o'?clock)?",
    read: (f) => withHalf(f, f.number('h'), f.number('m')),
  },
  {
    pattern: '(?:at|around|@) ?{h:two}\\.{m:twoDigits}(?: ?(?<ap>am|pm|a\\.m\\.|p\\.m\\.))?',
    read: (f) => withHalf(f, f.number('h'), f.number('m')),
  },
  {
    pattern: '(?:(?:at|around|@) ?)?{h:hour}(?: {m:minuteWord})? ?(?<ap>am|pm|a\\.m\\.|p\\.m\\.)',
    read: (f) => withHalf(f, f.number('h'), f.has('m') ? f.number('m') : 0),
  },
  { pattern: "(?:(?:at|around) )?{h:hour} o'?clock", read: (f) => clock(f.number('h')) ?? doubt('noTime') },
  { pattern: '(?:at|around|@) ?{h:hour}', read: (f) => clock(f.number('h'), 0, { loose: true }) ?? doubt('noTime') },
  {
    pattern: '(?:at|around) {h:hour} {m:minuteWord}',
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  ...BARE_HOUR,
  { pattern: '(?:am|a\\.m\\.)', follows: true, read: () => [part('morning')] },
  { pattern: '(?:pm|p\\.m\\.)', follows: true, read: () => [part('pm')] },
  { pattern: '(?:at|around) {h:two}h', read: (f) => clock(f.number('h')) ?? doubt('noTime') },
  { pattern: 'sharp|on the dot', follows: true, read: () => [] },
  { pattern: '(?:(?:at|around) )?half(?: past)? {h:hour}', read: (f) => clock(f.number('h'), 30) },
  { pattern: '(?:(?:at|around) )?(?:a )?quarter past {h:hour}', read: (f) => clock(f.number('h'), 15) },
  { pattern: '(?:(?:at|around) )?(?:a )?quarter to {h:hour}', read: (f) => clockBefore(f.number('h'), 15) },
  {
    pattern: 'at (?:{m:five}|{m2:number} minutes) past {h:hour}',
    read: (f) => clock(f.number('h'), f.number(f.has('m') ? 'm' : 'm2')),
  },
  {
    pattern: 'at (?:{m:five}|{m2:number} minutes) to {h:hour}',
    read: (f) => clockBefore(f.number('h'), f.number(f.has('m') ? 'm' : 'm2')),
  },
  { pattern: '(?:at )?(?:noon|midday)', read: () => NOON },
  { pattern: '(?:at )?midnight', read: () => MIDNIGHT },
]

function withHalf(found: Found, hour: number, minute: number): Piece[] {
  const said = found.has('ap') ? halfDay(hour, minute, found.text('ap').startsWith('p')) : clock(hour, minute)
  return said ?? doubt('noTime')
}

const DAYS: Rule[] = [
  { pattern: 'today', read: () => [day(0)] },
  { pattern: 'tomorrow', read: () => [day(1)] },
  { pattern: '(?:on )?(?:the )?day after tomorrow', read: () => [day(2)] },
  { pattern: 'this (?<part>morning|afternoon|evening)', read: (f) => [day(0), partOf(f)] },
  { pattern: 'tonight', read: () => [day(0), part('evening')] },
  {
    pattern: 'in the (?<part>morning|afternoon|evening)|at (?<part2>night)',
    read: (f) => [f.has('part2') ? part('night') : partOf(f)],
  },
  { pattern: '(?<part>morning|afternoon|evening|night|noon)', follows: true, read: (f) => [partOf(f)] },
  {
    pattern: '(?:on |this |this coming |the coming |coming )?{weekday}',
    read: (f) => [{ kind: 'weekday', weekday: f.number('weekday') }],
  },
  { pattern: 'on {short}\\.?', read: (f) => [{ kind: 'weekday', weekday: f.number('short') }] },
  {
    pattern: '(?:on )?{weekday}(?:,? (?:of )?next week)|next week (?:on )?{other:weekday}',
    read: (f) => [
      { kind: 'weekday', weekday: f.has('weekday') ? f.number('weekday') : f.number('other'), week: 'next' },
    ],
  },
  {
    pattern: `(?:on )?(?:the )?(?<date>(?:\\d{1,3}(?:st|nd|rd|th)?|${ORDINAL})(?: of)? (?:${MONTH})\\.?(?:,? \\d{4})?)`,
    read: date,
  },
  {
    pattern: `(?:on )?(?<date>(?:${MONTH})\\.? (?:the )?(?:\\d{1,3}(?:st|nd|rd|th)?|${ORDINAL})(?:,? \\d{4})?)`,
    read: date,
  },
  {
    pattern: '(?:on )?(?:the )?{d:two}/{m:two}(?:/(?<y>\\d{4}|\\d{2}))?',
    read: (f) => numericDate(f.number('d'), f.number('m'), f.text('y'), 'either'),
  },
  {
    pattern: '(?:on )?(?<y>\\d{4})-{m:twoDigits}-{d:twoDigits}',
    read: (f) => isoDate(f.number('y'), f.number('m'), f.number('d')),
  },
  {
    pattern: `on the (?<ordinal>${ORDINAL})|the (?<ordinal2>\\d{1,3}(?:st|nd|rd|th))`,
    read: (f) =>
      f.has('ordinal') ? monthday(f) : [{ kind: 'monthday', day: Number.parseInt(f.text('ordinal2'), 10) }],
  },
  { pattern: `(?:on )?the (?<ordinal>${ORDINAL}) of (?:the|this) month`, read: monthday },
]

const AHEAD: Rule[] = [
  { pattern: '(?:at )?this time tomorrow|tomorrow at (?:this|the same) time', read: () => after(1, 'day') },
  {
    pattern: 'in (?<minus>[-−])?{n:amount} ?{unit}(?:(?: and|,)? {n2:amount} ?{unit2:unit})?(?: from now)?',
    read: (f) =>
      f.has('minus')
        ? doubt('past')
        : (after(f.number('n'), unit(f), f.has('n2') ? [f.number('n2'), unit(f, 'unit2')] : undefined) ??
          doubt('vague')),
  },
  { pattern: 'in {n:amount} and a half {unit}', read: (f) => after(f.number('n') + 0.5, unit(f)) ?? doubt('vague') },
  { pattern: 'in (?:an|one|1) hour and a half', read: () => after(90, 'minute') },
  { pattern: '(?:in )?half an hour(?: from now)', read: () => after(30, 'minute') },
  { pattern: 'in (?:half an|a half) hour', read: () => after(30, 'minute') },
  { pattern: 'in (?:a )?quarter of an hour', read: () => after(15, 'minute') },
  {
    pattern: 'in {n:amount}h ?{m:twoDigits}(?: ?m(?:in)?)?',
    read: (f) => after(f.number('n') * 60 + f.number('m'), 'minute'),
  },
  { pattern: '{n:amount} {unit} from now', read: (f) => after(f.number('n'), unit(f)) ?? doubt('vague') },
]

const EVERY: Rule[] = [
  { pattern: '(?:every|each) {unit}', read: (f) => each(1, unit(f)) },
  { pattern: '(?:every|each) {n:number} ?{unit}', read: (f) => each(f.number('n'), unit(f)) },
  { pattern: 'every half(?: an)? hour', read: () => each(30, 'minute') },
  { pattern: 'every (?:quarter of an hour|quarter hour)', read: () => each(15, 'minute') },
  { pattern: 'every (?:hour and a half|one and a half hours)', read: () => each(90, 'minute') },
  { pattern: 'hourly', read: () => each(1, 'hour') },
  { pattern: 'daily', read: () => each(1, 'day') },
  { pattern: 'weekly(?= on )', read: () => each(1, 'week') },
  { pattern: 'monthly(?= on )', read: () => each(1, 'month') },
  { pattern: '(?:yearly|annually)(?= on )', read: () => each(1, 'year') },
  {
    pattern: '(?:every|each) (?<part>morning|afternoon|evening|night)',
    read: (f) => [{ kind: 'every', unit: 'day' }, partOf(f)],
  },
  { pattern: '(?:in the )?(?<part>morning|evening|afternoon)s', follows: true, read: (f) => [partOf(f)] },
  { pattern: `(?:every|each) ${LIST}`, read: weekly },
  {
    pattern:
      '(?:on )?(?<days>(?:sun|mon|tues|wednes|thurs|fri|satur)days(?:(?:,? and |, ?)(?:sun|mon|tues|wednes|thurs|fri|satur)days){0,6})',
    read: weekly,
  },
  {
    pattern: '(?:every (?:day )?|from )?{from:weekday} (?:to|through|till|until) {to:weekday}',
    read: (f) => [{ kind: 'weekly', weekdays: weekdaysFrom(f.number('from'), f.number('to')) }],
  },
  {
    pattern:
      '(?:every|each) (?:weekday|workday|working day|business day)|(?:on )?(?:weekdays|workdays|working days|business days)',
    read: () => [{ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }],
  },
  { pattern: '(?:every|each) weekend|(?:on |at )?weekends', read: () => [{ kind: 'weekly', weekdays: [6, 0] }] },
  {
    pattern: `(?:every|each|on every|on each) (?<ordinal>${ORDINAL})(?: day)? of (?:the|each|every) month|(?:on )?the (?<ordinal2>${ORDINAL})(?: day)? of (?:each|every) month`,
    read: (f) => [
      { kind: 'every', unit: 'month' },
      { kind: 'monthday', day: f.has('ordinal') ? ordinal(f) : ordinal({ ...f, text: () => f.text('ordinal2') }) },
    ],
  },
  {
    pattern: '(?:every|each) (?<ordinal>\\d{1,3}(?:st|nd|rd|th))',
    read: (f) => [{ kind: 'every', unit: 'month' }, ...monthday(f)],
  },
  {
    pattern: `(?:every|each) (?<date>\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})|(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?)`,
    read: (f) => [{ kind: 'every', unit: 'year' }, ...date(f)],
  },
]

const ASKED: Rule[] = [
  { pattern: '(?:for|over) (?:the next )?{n:amount} {unit}', read: () => doubt('range') },
  {
    pattern: '(?:(?:on )?{weekday}|today|tomorrow) week|(?:the )?(?:{weekday} after next|following {weekday})',
    read: () => doubt('next'),
  },
  { pattern: '(?:the )?(?:previous|past) {weekday}', read: () => doubt('past') },
  {
    pattern: '(?:early|late|first thing)(?: in the morning)?(?= (?:today|tomorrow|tonight|on|next|this))',
    read: () => doubt('vague'),
  },
  {
    pattern: 'yesterday|the day before yesterday|last (?:night|week|month|year)|last (?:{weekday})',
    read: () => doubt('past'),
  },
  { pattern: '{n:number} {unit} ago', read: () => doubt('past') },
  {
    pattern:
      'soon|later(?: on| today)?|sometime(?:s)?|some time|some day|someday|eventually|at some point|one of these days|in a (?:bit|while|moment|minute or two)|in the future|in (?:a few|a couple of|some|several) {unit}|(?:a few|some) {unit} from now|regularly|from time to time|(?:every )?now and (?:then|again)|once in a while|occasionally|often|whenever|every so often|as soon as possible|asap|every (?:few|couple of) {unit2:unit}',
    read: () => doubt('vague'),
  },
  { pattern: '(?:next|the next) (?:{weekday}|{short})', read: () => doubt('next') },
  {
    pattern:
      '(?:next|this) (?:week|weekend|month|year)|(?:on|at|over) the weekend|(?:the )?end of (?:the )?(?:week|month|year|day)|(?:at|by) the end of (?:the|this|next) (?:week|month|year|day)',
    read: () => doubt('whichDay'),
  },
  {
    pattern:
      '(?:every|each) (?:other|second|2nd|third|3rd) (?:{unit}|{weekday}|weekday|weekend|morning|evening|night)|biweekly|bi-weekly|bimonthly|quarterly|every quarter',
    read: () => doubt('everyOther'),
  },
  { pattern: '(?:once|twice|thrice|{n:number} times) (?:a|per|every|each) (?:{unit})', read: () => doubt('often') },
  {
    pattern: `(?:on )?(?:the |every )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:{weekday}|day|weekday|working day|business day|weekend) (?:of|in) (?:the|each|every|this|next) (?:month|year)`,
    read: () => doubt('nth'),
  },
  { pattern: '(?:{n:amount}|half an|a few) ?(?:{unit}) (?:before|prior to|after)', read: () => doubt('before') },
]

export const english: Language = {
  name: 'en',
  tables: () => ({
    two: digits('\\d{1,2}'),
    twoDigits: digits('\\d{2}'),
    hour: { ...upTo(24, numbers()), ...digits('\\d{1,2}') },
    minuteWord: from(10, upTo(59, numbers())),
    five: { five: 5, ten: 10, twenty: 20, 'twenty-five': 25, '5': 5, '10': 10, '20': 20, '25': 25 },
    number: { ...numbers(), ...digits('\\d{1,9}') },
    amount: { ...numbers(), an: 1, a: 1, ...digits('\\d{1,9}(?:\\.\\d{1,2})?') },
    unit: UNITS,
    weekday: WEEKDAYS,
    short: SHORT,
    nth: NTH.english,
  }),
  rules: [...CLOCK, ...DAYS, ...AHEAD, ...EVERY, ...weeksAndMonths.english, ...ASKED],
  frame: {
    polite:
      "(?:hey|hi|hello|ok|okay|please|pls|kindly|and|also|can you|could you|would you|will you|i want you to|i need you to|i'd like you to|i would like you to)",
    opener:
      "(?:remind me|give me a reminder|send me a reminder|(?:set|add|create|make|schedule)(?: up)?(?: me)? (?:a |an )?(?:reminder|alarm)(?: for me)?|reminder|don't let me forget|do not let me forget|notify me|alert me|ping me|nudge me|schedule|i want to be reminded|i need to be reminded)(?: for| again| please)?",
    within: '(?:remind|notify|alert|ping|nudge) me',
    link: '(?:to|that|about|of|with)',
    fact: 'that',
    closer: '(?:please|thanks|thank you|thx)',
  },
  glue: '(?:at|on|the|in|around|starting)',
  and: '(?:and|&)',
  or: '(?:or|or maybe|or rather|or else|and maybe)',
  ofText: '(?:for|of|about|the|a|my|our|his|her|their|your|with)',
  bound:
    '(?:by|until|till|before|after|since|from|between|except|excluding|but not|not|starting|beginning|within|no later than|unless|to|through|only|to about)',
  limit: '(?:before|after|until|by|as soon as|when|once)',
  spaced: true,
}
