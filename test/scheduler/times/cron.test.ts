import { expect, test } from 'vitest'
import { type Cron, readCron } from '../../../src/scheduler/times/cron.ts'

const allDays = Array.from({ length: 31 }, (_, i) => i + 1)
const allMonths = allDays.slice(0, 12)
const allWeekdays = [0, 1, 2, 3, 4, 5, 6]
const daily: Cron = { times: [0], months: allMonths, days: allDays, weekdays: allWeekdays, isEither: false }

const good: [line: string, cron: Partial<Cron>][] = [
  ['0 7 * * 1-5', { times: [420], weekdays: [1, 2, 3, 4, 5] }],
  ['  30,0   7\t*  *  * ', { times: [420, 450] }],
  ['*/20 8,6 * * *', { times: [360, 380, 400, 480, 500, 520] }],
  ['0 0 1 jan-MAR,Dec *', { days: [1], months: [1, 2, 3, 12] }],
  ['0 0 1 nov-feb *', { days: [1], months: [1, 2, 11, 12] }],
  ['0 0 * * Mon,friday', { weekdays: [1, 5] }],
  ['0 0 * * 7', { weekdays: [0] }],
  ['0 0 * * sat-sun', { weekdays: [6, 0] }],
  ['0 0 13 * 5', { days: [13], weekdays: [5], isEither: true }],
  ['0 0 13 * *', { days: [13] }],
  ['0 0 */15 * 5', { days: [1, 16, 31], weekdays: [5] }],
  ['0 0 ? * 5', { weekdays: [5] }],
  ['0 0 l * *', { days: ['L'] }],
  ['0 0 15w,LW * *', { days: ['15W', 'LW'] }],
  ['0 0 L-3 * 5l', { days: ['L-3'], weekdays: ['5L'], isEither: true }],
  ['0 0 * * mon#1,7#5', { weekdays: ['1#1', '0#5'] }],
  ['@daily', {}],
  [' @Midnight ', {}],
  ['@weekly', { weekdays: [0] }],
  ['@monthly', { days: [1] }],
  ['@yearly', { days: [1], months: [1] }],
  ['@hourly', { times: Array.from({ length: 24 }, (_, i) => i * 60) }],
]

test.each(good)('"%s" is read', (line, cron) => {
  expect(readCron(line)).toEqual({ status: 'read', cron: { ...daily, ...cron } })
})

const wrong: [line: string, problem: string][] = [
  ['', 'A cron line has five fields (minute, hour, day of the month, month, weekday); this one has 0.'],
  ['0 7 * *', 'A cron line has five fields (minute, hour, day of the month, month, weekday); this one has 4.'],
  ['every day at seven, please, and on Sundays at nine', 'this one has 10.'],
  [
    '30 0 7 * * *',
    'These are six fields. Seconds are not supported: leave out the first field, "30", and write minute, hour, day of the month, month, weekday.',
  ],
  [
    '* 24 * * *',
    'The hour "24" is wrong. Allowed: 0 to 23; * for all; lists (1,5), ranges (1-5), steps (*/5, 1-5/2) up to 24.',
  ],
  ['60 * * * *', 'The minute "60" is wrong. Allowed: 0 to 59;'],
  ['*/0 * * * *', 'The minute "*/0" is wrong.'],
  [
    '*/90 * * * *',
    'The minute "*/90" is wrong. Allowed: 0 to 59; * for all; lists (1,5), ranges (1-5), steps (*/5, 1-5/2) up to 60.',
  ],
  ['-5 * * * *', 'The minute "-5" is wrong.'],
  ['never * * * *', 'The minute "never" is wrong.'],
  ['1.5 * * * *', 'A cron line contains only letters, digits and * / , - #, and no ".".'],
  ['5/15 * * * *', 'The minute "5/15" is wrong.'],
  ['0 7,,8 * * *', 'The hour "7,,8" is wrong.'],
  ['0 0 0 * *', 'The day of the month "0" is wrong. Allowed: 1 to 31, or L for the last day;'],
  ['0 0 32 * *', 'The day of the month "32" is wrong.'],
  ['0 0 1,? * *', 'The day of the month "1,?" is wrong.'],
  ['0 0 L-31 * *', 'The day of the month "L-31" is wrong.'],
  ['0 0 1-5W * *', 'The day of the month "1-5W" is wrong.'],
  ['0 0 1 13 *', 'The month "13" is wrong. Allowed: 1 to 12, or jan to dec;'],
  ['0 0 1 foo *', 'The month "foo" is wrong.'],
  ['0 0 * * 8', 'The weekday "8" is wrong. Allowed: 0 to 7 (0 and 7 are Sunday), or sun to sat;'],
  ['0 0 * * 1#6', 'The weekday "1#6" is wrong.'],
  // What node-cron by itself would take for something else: 10 to 59, 10 to 12, November, December.
  ['1* * * * *', 'The minute "1*" is wrong.'],
  ['70-12 * * * *', 'The minute "70-12" is wrong.'],
  ['0 0 1 jan1 *', 'The month "jan1" is wrong.'],
  ['0 0 1 janfeb *', 'The month "janfeb" is wrong.'],
  // What it would spell out for minutes.
  ['0-999999999 * * * *', 'The minute "0-999999999" is wrong.'],
  ['0 0 31 2 *', '"0 0 31 2 *" names a day that never comes.'],
  ['0 0\n30,31 Feb *', '"0 0 30,31 Feb *" names a day that never comes.'],
  ['0 0 31 2 1', 'names a day that never comes.'],
  ['0 0 31 4,6,9,11 *', 'names a day that never comes.'],
  ['0 0 L-30 2 *', 'names a day that never comes.'],
  ['0 0 */31 * 1#2', 'names a day that never comes.'],
  ['@dayly', '"@dayly" is unknown. Use one of @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually.'],
  ['@reboot', '"@reboot" is unknown.'],
  ['@daily * * * *', '"@daily * * * *" is unknown.'],
  ['0 7 * * mön', 'A cron line contains only letters, digits and * / , - #, and no "ö".'],
  ['0 7 * * \u0007', 'and no "⟨U+0007⟩".'],
  ['0 7 * * \u202e1', 'and no "⟨U+202E⟩".'],
  ['constructor', 'this one has 1.'],
  ['__proto__', 'and no "_".'],
  [`${'1,'.repeat(100)}1 * * * *`, 'A cron line has at most 200 characters; this one has 209.'],
]

test.each(wrong)('%j is told to be wrong', (line, problem) => {
  const read = readCron(line)
  expect(read.status === 'wrong' && read.problem.en).toContain(problem)
})
