import type { LanguageTable } from './language.ts'

const EVERY = '(?:every|each)'
const OF_MONTH = '(?:of|in) (?:the|a|each|every) month'
const OF_EACH_MONTH = '(?:of|in) (?:each|every) month'
const AT = '(?:at|around|@) ?'

export const english: LanguageTable = {
  chrono: 'en',
  numbers: 'one|a|an, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  moreNumbers: { fifteen: 15, twenty: 20, thirty: 30, forty: 40, 'forty-five': 45, fifty: 50, ninety: 90 },
  fractions: 'quarter, half',
  units:
    'seconds|second|secs|sec, minutes|minute|mins|min, quarter hour|quarter of an hour, half hour|half an hour, hours|hour|hrs|hr, days|day, weeks|week, months|month, years|year',
  weekdays: 'sunday|sun, monday|mon, tuesday|tues|tue, wednesday|wed, thursday|thurs|thu, friday|fri, saturday|sat',
  parts: 'morning, , afternoon, evening|tonight, night',
  ordinals: 'first|1st, second|2nd, third|3rd, fourth|4th, last',
  listed: ',? and |, ?| ?& ?',
  meanings: {
    every: [`${EVERY} (?:{n} )?{unit}`, '(?<unit>hour)ly'],
    daily: ['daily', `${EVERY} {part}`],
    weekly: [
      `(?:${EVERY}|weekly on) {days}`,
      '(?:on )?(?<days>(?:sun|mon|tues|wednes|thurs|fri|satur)days(?:(?:,? and |, ?)(?:sun|mon|tues|wednes|thurs|fri|satur)days){0,6})',
    ],
    fromTo: '(?:every day |from )?{day} (?:to|through|till|until) {to}',
    workdays: `${EVERY} (?:weekday|workday|working day|business day)|(?:on )?(?:weekdays|workdays|working days)`,
    weekends: `${EVERY} weekend|(?:on |at )?weekends`,
    everySecond: `${EVERY} (?:other|second|2nd) (?:week|{day})`,
    nthOfMonth: [`(?:on )?${EVERY} {nth} {day} ${OF_MONTH}`, `(?:on )?(?:the )?{nth} {day} ${OF_EACH_MONTH}`],
    lastOfMonth: `(?:on )?(?:the )?last day ${OF_EACH_MONTH}`,
    monthly: [
      `(?:on )?the {date}(?:st|nd|rd|th)?(?: day)? ${OF_EACH_MONTH}`,
      `(?:on )?${EVERY} {date}(?:st|nd|rd|th)?(?: day)? ${OF_MONTH}`,
      `${EVERY} {date}(?:st|nd|rd|th)`,
    ],
    monthday: '(?:on )?the {date}(?:st|nd|rd|th)(?: of this month)?(?! of| (?:of )?[a-z]{3,9} at)',
    dayAfterTomorrow: '(?:on )?(?:the )?day after tomorrow',
    part: ['in the (?<part>morning|afternoon|evening)', 'at (?<part>night)', '(?<=(?:day|tomorrow) ){part}'],
    today: ['this (?<part>morning|afternoon|evening)', '(?<part>tonight)'],
    midnight: '(?:at )?midnight',
    clock: [`${AT}{word}`, `(?:${AT})?{word} o'?clock`, `(?:${AT})?(?:a )?{fraction} past {hour}`],
    clockTo: `(?:${AT})?(?:a )?{fraction} to {hour}`,
    in: ['in {n} {unit}(?: from now)?', '{n} {unit} from now'],
    inAndHalf: 'in {n} hours? and a half',
  },
  glue: 'at|on|the|in|around|@',
  lead: 'on(?: the)?|at|@|around',
  polite:
    "hey|hi|hello|ok|okay|please|pls|and|also|can you|could you|would you|will you|i want you to|i need you to|i'd like you to",
  opener:
    "(?:remind me|(?:give|send) me a reminder|(?:set|add|create|make|schedule)(?: up)?(?: me)? (?:a |an )?(?:reminder|alarm)(?: for me)?|reminder|don't let me forget|do not let me forget|notify me|alert me|ping me|nudge me|schedule|i (?:want|need) to be reminded)(?: for| again| please)?",
  link: 'to|that|about|of|with',
  closer: 'please|thanks|thank you|thx',
}
