import type { Language } from './language.ts'

const OF_MONTH = '(?:of|in) (?:the|a|each|every) month'
const OF_EACH_MONTH = '(?:of|in) (?:each|every) month'
const AT = '(?:at|around|@) ?'

export const english: Language = {
  chrono: 'en',
  numbers: 'one|a|an two three four five six seven eight nine ten eleven twelve',
  moreNumbers: { fifteen: 15, twenty: 20, thirty: 30, forty: 40, 'forty-five': 45, fifty: 50, ninety: 90 },
  units: {
    second: 'seconds|second|secs|sec',
    minute: 'minutes|minute|mins|min',
    hour: 'hours|hour|hrs|hr',
    day: 'days|day',
    week: 'weeks|week',
    month: 'months|month',
    year: 'years|year',
  },
  weekdays: 'sunday|sun monday|mon tuesday|tues|tue wednesday|wed thursday|thurs|thu friday|fri saturday|sat',
  parts: { morning: 'morning', afternoon: 'afternoon', evening: 'evening|tonight', night: 'night' },
  ordinals: 'first|1st second|2nd third|3rd fourth|4th last',
  listed: ',? and |, ?| ?& ?',
  meanings: {
    every: ['(?:every|each) (?:{n} )?{unit}'],
    everyHalfHour: 'every half(?: an)? hour',
    everyQuarterHour: 'every quarter(?: of an)? hour',
    hourly: 'hourly',
    daily: 'daily',
    everyPart: '(?:every|each) {part}',
    weekly: [
      '(?:every|each) {days}',
      '(?:on )?(?<days>(?:sun|mon|tues|wednes|thurs|fri|satur)days(?:(?:,? and |, ?)(?:sun|mon|tues|wednes|thurs|fri|satur)days){0,6})',
      'weekly on {days}',
    ],
    weeklyPart: '(?:every|each) {day} {part}',
    fromTo: '(?:every day |from )?{day} (?:to|through|till|until) {to}',
    workdays: [
      '(?:every|each) (?:weekday|workday|working day|business day)',
      '(?:on )?(?:weekdays|workdays|working days)',
    ],
    weekends: ['(?:every|each) weekend', '(?:on |at )?weekends'],
    everySecondWeek: ['(?:every|each) (?:other|second|2nd) week', 'fortnightly|every fortnight'],
    everySecond: '(?:every|each) (?:other|second|2nd) {day}',
    nthOfMonth: [`(?:on )?(?:every|each) {nth} {day} ${OF_MONTH}`, `(?:on )?(?:the )?{nth} {day} ${OF_EACH_MONTH}`],
    lastOfMonth: ['(?:on )?every last day (?:of|in) (?:the|a) month', `(?:on )?(?:the )?last day ${OF_EACH_MONTH}`],
    monthly: [
      `(?:on )?(?:every|each|the) {date}(?:st|nd|rd|th)?(?: day)? ${OF_EACH_MONTH}`,
      '(?:on )?(?:every|each) {date}(?:st|nd|rd|th)?(?: day)? of the month',
      '(?:every|each) {date}(?:st|nd|rd|th)',
      '(?:every|each) month on the {date}(?:st|nd|rd|th)?',
    ],
    monthday: ['(?:on )?the {date}(?:st|nd|rd|th)(?: of this month)?(?! of| (?:of )?[a-z]{3,9} at)'],
    dayAfterTomorrow: '(?:on )?(?:the )?day after tomorrow',
    part: ['in the (?<part>morning|afternoon|evening)', 'at (?<part>night)', '(?<=(?:day|tomorrow) ){part}'],
    partToday: ['this (?<part>morning|afternoon|evening)', '(?<part>tonight)'],
    noon: '(?:at )?(?:noon|midday)',
    midnight: '(?:at )?midnight',
    clock: [`${AT}{word}(?: o'?clock)?`, "{word} o'?clock"],
    halfPast: `(?:${AT})?half past {hour}`,
    quarterPast: `(?:${AT})?(?:a )?quarter past {hour}`,
    quarterTo: `(?:${AT})?(?:a )?quarter to {hour}`,
    in: ['in {n} {unit}(?: from now)?', '{n} {unit} from now'],
    inHalfHour: 'in (?:half an|a half) hour',
    inQuarterHour: 'in (?:a )?quarter of an hour',
    inHourAndHalf: 'in (?:an|one|1) hour and a half',
    inHoursAndHalf: 'in {n} and a half hours',
  },
  glue: 'at|on|the|in|around|@',
  lead: 'on(?: the)?|at|@|around',
  polite:
    "hey|hi|hello|ok|okay|please|pls|and|also|can you|could you|would you|will you|i want you to|i need you to|i'd like you to",
  opener:
    "(?:remind me|(?:give|send) me a reminder|(?:set|add|create|make|schedule)(?: up)?(?: me)? (?:a |an )?(?:reminder|alarm)(?: for me)?|reminder|don't let me forget|do not let me forget|notify me|alert me|ping me|nudge me|schedule|i (?:want|need) to be reminded)(?: for| again| please)?",
  link: 'to|that|about|of|with',
  closer: 'please|thanks|thank you|thx',
  dayFirst: false,
}
