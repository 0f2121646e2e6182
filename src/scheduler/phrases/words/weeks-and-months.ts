import type { Rule } from '../language.ts'
import { everyWeeks, LAST, LAST_DAY, nthOfMonth, type Piece } from '../piece.ts'

// What leaves out weeks or counts the weekdays of a month: every second week, the first Monday, the last day. It is only
// read with a word such as "every", because "the first Monday of the month" may be this month alone.

/** Which of a month, as the tables of words name it. */
export const NTH = {
  english: { first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4, last: LAST },
  german: { ersten: 1, '1\\.': 1, zweiten: 2, '2\\.': 2, dritten: 3, '3\\.': 3, vierten: 4, '4\\.': 4, letzten: LAST },
  french: { premier: 1, deuxieme: 2, troisieme: 3, quatrieme: 4, dernier: LAST },
  spanish: { primer: 1, primero: 1, segundo: 2, tercer: 3, tercero: 3, cuarto: 4, ultimo: LAST },
}

const FIRST_OF_MONTH: Piece[] = [
  { kind: 'every', unit: 'month' },
  { kind: 'monthday', day: 1 },
]

const onNth: Rule['read'] = (f) =>
  f.has('nth') ? nthOfMonth(f.number('nth'), f.number('weekday')) : nthOfMonth(f.number('nth2'), f.number('weekday2'))

const WEEK = '(?:周|週|星期|礼拜|禮拜)'

/** 0 is Sunday. */
export const weekdayOf = (said: string) => (/[日天]/u.test(said) ? 0 : '日一二三四五六'.indexOf(said))

const english: Rule[] = [
  { pattern: '(?:every|each) (?:other|second|2nd) {weekday}', read: (f) => everyWeeks(2, f.number('weekday')) },
  { pattern: '(?:every|each) (?:other|second|2nd) week|fortnightly|every fortnight', read: () => everyWeeks(2) },
  { pattern: '(?:every|each) (?:third|3rd) {weekday}', read: (f) => everyWeeks(3, f.number('weekday')) },
  {
    pattern:
      '(?:on )?(?:every|each) {nth} {weekday}(?: (?:of|in) (?:the|a|each|every) month)|(?:on )?(?:the )?{nth2:nth} {weekday2:weekday} (?:of|in) (?:each|every) month',
    read: onNth,
  },
  {
    pattern: '(?:on )?(?:every last day (?:of|in) (?:the|a) month|(?:the )?last day (?:of|in) (?:each|every) month)',
    read: () => LAST_DAY,
  },
]

const german: Rule[] = [
  { pattern: '(?:an )?jede[nm] (?:zweiten|2\\.|anderen) {weekday}', read: (f) => everyWeeks(2, f.number('weekday')) },
  { pattern: '(?:an )?jede[nm] (?:dritten|3\\.) {weekday}', read: (f) => everyWeeks(3, f.number('weekday')) },
  {
    pattern: 'jede (?:zweite|2\\.|andere) woche|(?:zwei|14-|vierzehn)(?:wochentlich|tagig)',
    read: () => everyWeeks(2),
  },
  {
    pattern:
      '(?:an )?jede[nm] {nth} {weekday} (?:im|des|eines|jeden|jedes) monate?s?|(?:am )?{nth2:nth} {weekday2:weekday} (?:jedes|jeden|eines jeden) monats',
    read: onNth,
  },
  {
    pattern:
      '(?:an )?jede[nm] (?:letzten tag (?:im|des|eines) monate?s?|monatsletzten)|(?:am )?letzten tag (?:jedes|jeden|eines jeden) monats',
    read: () => LAST_DAY,
  },
  {
    pattern: '(?:an )?jede[nm] monatsersten|(?:am )?ersten (?:tag )?(?:jedes|jeden|eines jeden) monats',
    read: () => FIRST_OF_MONTH,
  },
]

const french: Rule[] = [
  {
    pattern: 'un {weekday} sur deux|tous les deux {other:weekday}s',
    read: (f) => everyWeeks(2, f.number(f.has('weekday') ? 'weekday' : 'other')),
  },
  { pattern: 'une semaine sur deux', read: () => everyWeeks(2) },
  {
    pattern:
      '(?:chaque|tous les) {nth}s? {weekday}s? (?:du|de chaque|de tous les) mois|(?:le )?{nth2:nth} {weekday2:weekday} (?:de chaque|de tous les) mois',
    read: onNth,
  },
  {
    pattern:
      '(?:chaque|tous les) derniers? jours? (?:du|de chaque|de tous les) mois|(?:le )?dernier jour (?:de chaque|de tous les) mois',
    read: () => LAST_DAY,
  },
  {
    pattern: '(?:chaque|tous les) (?:premiers?|1ers?)(?: jours?)? (?:du|de chaque) mois',
    read: () => FIRST_OF_MONTH,
  },
]

const spanish: Rule[] = [
  {
    pattern:
      'un {weekday} si y otro no|cada dos {weekday2:weekday}s?|un {weekday3:weekday} de cada dos|cada segundo {weekday4:weekday}',
    read: (f) => {
      const named = ['weekday', 'weekday2', 'weekday3', 'weekday4'].find((name) => f.has(name))
      return named === undefined ? undefined : everyWeeks(2, f.number(named))
    },
  },
  {
    pattern:
      '(?:cada|todos los) {nth}s? {weekday} (?:del|de cada|de) mes|(?:el )?{nth2:nth} {weekday2:weekday} de cada mes',
    read: onNth,
  },
  { pattern: 'cada ultimo dia (?:del|de) mes|(?:el )?ultimo dia de cada mes', read: () => LAST_DAY },
]

const chinese: Rule[] = [
  {
    pattern: `每(?:个|個)?月(?:的)?(?:第(?<n>[一二三四])|最后一|最後一)(?:个|個)?${WEEK}(?<w>[一二三四五六日天])`,
    read: (f) => nthOfMonth(f.has('n') ? '一二三四'.indexOf(f.text('n')) + 1 : LAST, weekdayOf(f.text('w'))),
  },
  { pattern: '每(?:个|個)?月(?:的)?(?:最后|最後)一天', read: () => LAST_DAY },
  {
    pattern: `每(?:隔一|两|兩)(?:个|個)?${WEEK}(?:的)?${WEEK}?(?<w>[一二三四五六日天])`,
    read: (f) => everyWeeks(2, weekdayOf(f.text('w'))),
  },
]

export const weeksAndMonths = { english, german, french, spanish, chinese }
