import { lazy } from '../../../lib/lazy.ts'
import { numberWords } from '../numbers.ts'
import type { Part } from '../piece.ts'
import { unitWords } from './units.ts'

export const numbers = lazy(() =>
  numberWords(
    'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'.split(
      '|',
    ),
    ['twenty', 'thirty', 'forty', 'fifty'],
    (tens, ones) => [`${tens}-${ones}`, `${tens} ${ones}`],
  ),
)

export const WEEKDAYS = { sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 }
export const SHORT = { sun: 0, mon: 1, tue: 2, tues: 2, wed: 3, thu: 4, thur: 4, thurs: 4, fri: 5, sat: 6 }
export const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec'
export const ORDINAL = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\d{1,3}(?:st|nd|rd|th)'
export const UNITS = unitWords({
  second: 'second|seconds|sec|secs',
  minute: 'minute|minutes|min|mins|m',
  hour: 'hour|hours|hr|hrs|h',
  day: 'day|days',
  week: 'week|weeks',
  month: 'month|months',
  year: 'year|years',
})

export const PARTS: Record<string, Part> = {
  morning: 'morning',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
  noon: 'noon',
}
