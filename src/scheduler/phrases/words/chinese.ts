import type { Found, Language, Rule } from '../language.ts'
import { chineseNumber, digits } from '../numbers.ts'
import { isoDate, numericDate } from '../numeric-date.ts'
import {
  after,
  clock,
  clockBefore,
  day,
  doubt,
  each,
  MIDNIGHT,
  type Part,
  type Piece,
  part,
  type Unit,
  weekdaysFrom,
} from '../piece.ts'
import { weekdayOf, weeksAndMonths } from './weeks-and-months.ts'

const NUMBER = '\\d{1,9}|[零〇一二三四五六七八九十两兩]{1,4}'
const SMALL = '\\d{1,2}|[零〇一二三四五六七八九十两兩]{1,3}'
const UNITS: Record<string, Unit> = {}
for (const [unit, names] of Object.entries({
  second: '秒|秒钟|秒鐘',
  minute: '分钟|分鐘|分',
  hour: '小时|小時|个小时|個小時|个钟头|個鐘頭|钟头|鐘頭',
  day: '天|日',
  week: '周|週|星期|个星期|個星期|礼拜|禮拜|个礼拜|個禮拜',
  month: '个月|個月',
  year: '年',
})) {
  for (const name of names.split('|')) UNITS[name] = unit as Unit
}
const PARTS: Record<string, Part> = {}
for (const [name, words] of Object.entries({
  morning: '早上|早晨|上午|清晨|凌晨|清早|一早',
  noon: '中午',
  afternoon: '下午|午后|午後',
  evening: '傍晚|晚上|晚间|晚間',
  night: '夜里|夜裡|半夜|深夜',
})) {
  for (const word of words.split('|')) PARTS[word] = name as Part
}

const WEEK = '(?:周|週|星期|礼拜|禮拜)'
const unit = (found: Found, name = 'unit') => UNITS[found.text(name)] ?? 'minute'
const number = (found: Found, name = 'n') => chineseNumber(found.text(name))
const weekday = (found: Found, week?: 'this' | 'next'): Piece => ({
  kind: 'weekday',
  weekday: weekdayOf(found.text('w')),
  ...(week && { week }),
})
const partOf = (found: Found) => part(PARTS[found.text('part')] ?? 'morning')
const EVERY_DAY: Piece = { kind: 'every', unit: 'day' }
const monthday = (found: Found): Piece => ({ kind: 'monthday', day: number(found, 'd') })

const CLOCK: Rule[] = [
  {
    pattern: '(?:在|于|於)?{h:two}:{m:twoDigits}',
    read: (f) => clock(f.number('h'), f.number('m')) ?? doubt('noTime'),
  },
  {
    pattern: `(?:在|于|於)?(?<h>${SMALL})[点點时時](?:钟|鐘|整|正)?`,
    read: (f) => clock(number(f, 'h'), 0, { loose: f.text('h') === '一' }) ?? doubt('noTime'),
  },
  {
    pattern: `(?:在|于|於)?(?<h>${SMALL})[点點时時](?<m>${SMALL})(?:分)?`,
    read: (f) => clock(number(f, 'h'), number(f, 'm')) ?? doubt('noTime'),
  },
  { pattern: `(?:在|于|於)?(?<h>${SMALL})[点點]半`, read: (f) => clock(number(f, 'h'), 30) ?? doubt('noTime') },
  {
    pattern: `(?:在|于|於)?(?<h>${SMALL})[点點](?<q>[一三])刻`,
    read: (f) => clock(number(f, 'h'), 15 * number(f, 'q')) ?? doubt('noTime'),
  },
  { pattern: `(?<h>${SMALL})[点點]差(?<m>${SMALL})分`, read: (f) => clockBefore(number(f, 'h'), number(f, 'm')) },
  {
    pattern: `差(?:(?<q>一)刻|(?<m>${SMALL})分(?:钟|鐘)?)(?:到)?(?<h>${SMALL})[点點]`,
    read: (f) => clockBefore(number(f, 'h'), f.has('q') ? 15 : number(f, 'm')),
  },
  { pattern: '午夜|零点|零點', read: () => MIDNIGHT },
  { pattern: '正午', read: () => [part('noon')] },
]

const DAYS: Rule[] = [
  { pattern: '今天|今日', read: () => [day(0)] },
  { pattern: '明天|明日', read: () => [day(1)] },
  { pattern: '后天|後天', read: () => [day(2)] },
  { pattern: '大后天|大後天', read: () => [day(3)] },
  { pattern: '今晚|今夜', read: () => [day(0), part('evening')] },
  { pattern: '今早', read: () => [day(0), part('morning')] },
  { pattern: '明晚', read: () => [day(1), part('evening')] },
  { pattern: '明早', read: () => [day(1), part('morning')] },
  { pattern: '(?:在)?{part}', read: (f) => [partOf(f)] },
  { pattern: `(?:在)?${WEEK}(?<w>[一二三四五六日天])`, read: (f) => [weekday(f)] },
  { pattern: `(?:这|這|本)(?:个|個)?${WEEK}(?<w>[一二三四五六日天])`, read: (f) => [weekday(f, 'this')] },
  { pattern: `下(?:个|個)?${WEEK}(?<w>[一二三四五六日天])`, read: (f) => [weekday(f, 'next')] },
  {
    pattern: `(?:在)?(?:(?<y>\\d{4}|[零〇一二三四五六七八九]{4})年)?(?<m>${SMALL})月(?<d>${SMALL})(?:日|号|號)?`,
    read: (f) => numericDate(number(f, 'd'), number(f, 'm'), f.has('y') ? String(number(f, 'y')) : '', 'day first'),
  },
  {
    pattern: '(?:在)?{y:fourDigits}-{m:twoDigits}-{d:twoDigits}',
    read: (f) => isoDate(f.number('y'), f.number('m'), f.number('d')),
  },
  { pattern: '{d:two}/{m:two}', read: () => doubt('numeric') },
  { pattern: `(?:在|这个月|這個月|本月)?(?<d>${SMALL})(?:号|號)`, read: (f) => [monthday(f)] },
  { pattern: `(?:明年)(?<m>${SMALL})月(?<d>${SMALL})(?:日|号|號)?`, read: () => doubt('rest') },
]

const AHEAD: Rule[] = [
  { pattern: '明天(?:的)?(?:这个|這個|同一)(?:时候|時候|时间|時間)', read: () => after(1, 'day') },
  {
    pattern: `(?:在|再过|再過|过|過)?(?<minus>[-−负負])?(?<n>${NUMBER}){unit}(?:以后|以後|之后|之後|后|後)`,
    read: (f) => (f.has('minus') ? doubt('past') : (after(number(f), unit(f)) ?? doubt('vague'))),
  },
  { pattern: `(?:再过|再過|过|過)(?<n>${NUMBER}){unit}`, read: (f) => after(number(f), unit(f)) ?? doubt('vague') },
  {
    pattern: `(?:在|再过|再過|过|過)?(?<n>${NUMBER})(?:个|個)?(?:小时|小時|钟头|鐘頭)(?<m>${SMALL})分(?:钟|鐘)?(?:以后|以後|之后|之後|后|後)`,
    read: (f) => after(number(f) * 60 + number(f, 'm'), 'minute'),
  },
  {
    pattern:
      '(?:在|再过|再過|过|過)?半(?:个|個)?(?:小时|小時|钟头|鐘頭)(?:以后|以後|之后|之後|后|後)|(?:过|過)半(?:个|個)?(?:小时|小時|钟头|鐘頭)',
    read: () => after(30, 'minute'),
  },
  {
    pattern: `(?:在|再过|再過|过|過)?(?<n>${SMALL})(?:个|個)半(?:小时|小時|钟头|鐘頭)(?:以后|以後|之后|之後|后|後)`,
    read: (f) => after(number(f) * 60 + 30, 'minute'),
  },
  { pattern: '(?:在|再过|再過|过|過)?一刻(?:钟|鐘)(?:以后|以後|之后|之後|后|後)', read: () => after(15, 'minute') },
]

const EVERY: Rule[] = [
  { pattern: '每(?:天|日)', read: () => [EVERY_DAY] },
  { pattern: '每(?:天|日)?{part}', read: (f) => [EVERY_DAY, partOf(f)] },
  {
    pattern: '每(?:天|日)?(?<when>早|晚)',
    read: (f) => [EVERY_DAY, part(f.text('when') === '早' ? 'morning' : 'evening')],
  },
  { pattern: '每(?:隔)?(?:一)?(?:个|個)?(?:小时|小時|钟头|鐘頭)', read: () => each(1, 'hour') },
  { pattern: '每(?:隔)?(?:一)?分(?:钟|鐘)', read: () => each(1, 'minute') },
  { pattern: '每(?:隔)?半(?:个|個)?(?:小时|小時|钟头|鐘頭)', read: () => each(30, 'minute') },
  { pattern: '每(?:隔)?一刻(?:钟|鐘)', read: () => each(15, 'minute') },
  { pattern: `每(?<n>${NUMBER}){unit}`, read: (f) => each(number(f), unit(f)) },
  {
    pattern: `每隔(?<n>${NUMBER})(?<unit>分钟|分鐘|小时|小時|个小时|個小時|秒)`,
    read: (f) => each(number(f), unit(f)),
  },
  {
    pattern: `每(?:个|個)?${WEEK}(?<days>[一二三四五六日天](?:(?:和|跟|与|與|、|,|及)?(?:每)?(?:个|個)?${WEEK}?[一二三四五六日天](?![点點时時月号號日]|十)){0,6})`,
    read: (f) => [
      { kind: 'weekly', weekdays: (f.text('days').match(/[一二三四五六日天](?!期)/gu) ?? []).map(weekdayOf) },
    ],
  },
  {
    pattern: `(?:每(?:个|個)?)?(?:从)?${WEEK}(?<from>[一二三四五六日天])(?:到|至|-)${WEEK}?(?<to>[一二三四五六日天])`,
    read: (f) => [{ kind: 'weekly', weekdays: weekdaysFrom(weekdayOf(f.text('from')), weekdayOf(f.text('to'))) }],
  },
  { pattern: '(?:每(?:个|個)?)?工作日|每(?:个|個)?平日', read: () => [{ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }] },
  { pattern: '每(?:个|個)?(?:周末|週末)', read: () => [{ kind: 'weekly', weekdays: [6, 0] }] },
  {
    pattern: `每(?:个|個)?月(?:的)?(?<d>${SMALL})(?:号|號|日)`,
    read: (f) => [{ kind: 'every', unit: 'month' }, monthday(f)],
  },
  {
    pattern: `每年(?:的)?(?<m>${SMALL})月(?<d>${SMALL})(?:日|号|號)?`,
    read: (f) => [{ kind: 'every', unit: 'year' }, ...numericDate(number(f, 'd'), number(f, 'm'), '', 'day first')],
  },
  { pattern: '每(?:个|個)?(?:周|週|星期|礼拜|禮拜)', read: () => each(1, 'week') },
  { pattern: '每(?:个|個)?月', read: () => each(1, 'month') },
  { pattern: '每年', read: () => each(1, 'year') },
]

const ASKED: Rule[] = [
  { pattern: `(?:连续|連續|持续|持續|为期|為期)(?:${NUMBER}){unit}`, read: () => doubt('range') },
  { pattern: `下下(?:个|個)?${WEEK}[一二三四五六日天]?`, read: () => doubt('next') },
  {
    pattern: `${WEEK}[一二三四五六日天](?:[、和]?[一二三四五六日天](?![点點时時十月号號日])){1,6}`,
    read: () => doubt('two'),
  },
  {
    pattern: `昨天|昨晚|昨日|前天|上(?:个|個)?${WEEK}[一二三四五六日天]?|上(?:个|個)?月|(?:${NUMBER}){unit}(?:以前|之前|前)`,
    read: () => doubt('past'),
  },
  {
    pattern:
      '一会儿|一會兒|一会|待会儿|待会|待會|等会儿|等下|稍后|稍後|稍晚|晚点|晚點|以后|以後|过几天|過幾天|改天|有空|某天|某个时候|经常|經常|定期|时常|偶尔|偶爾|不时|几(?:分钟|个小时|天|小时)后|幾(?:分鐘|個小時|天)後|尽快|盡快|很快|将来|將來|每隔几{unit}|每几{unit2:unit}',
    read: () => doubt('vague'),
  },
  {
    pattern:
      '下(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天])|下(?:个|個)?月|明年|(?:这|這|本)(?:个|個)?(?:周|週)末|周末|週末|月底|月末|年底|下周末|(?:这|這|本)(?:周|週|月)',
    read: () => doubt('whichDay'),
  },
  {
    pattern: `每隔(?:${NUMBER})?{unit:long}|隔(?:天|日|周|週)|每(?:两|兩|2|二|三|3)(?:天|周|週|个月|個月|个星期|個星期|年)|每(?:隔一|两个|兩個)${WEEK}[一二三四五六日天]?|每(?:个|個)?季度|双周|雙週`,
    read: () => doubt('everyOther'),
  },
  { pattern: `(?:每天|每周|每週|每日|每月|一天|每小时|每小時)(?:${NUMBER})次`, read: () => doubt('often') },
  {
    pattern: `每(?:个|個)?月(?:的)?(?:第[一二三四五]|最后一|最後一)(?:个|個)?(?:${WEEK}[一二三四五六日天]|天|工作日)|(?:这个月|本月)?最后一天`,
    read: () => doubt('nth'),
  },
]

export const chinese: Language = {
  name: 'zh',
  tables: () => ({
    two: digits('\\d{1,2}'),
    twoDigits: digits('\\d{2}'),
    fourDigits: digits('\\d{4}'),
    unit: UNITS,
    long: { 天: 1, 日: 1, 周: 1, 週: 1, 星期: 1, 个星期: 1, 個星期: 1, 个月: 1, 個月: 1, 年: 1 },
    part: PARTS,
  }),
  rules: [...CLOCK, ...DAYS, ...AHEAD, ...EVERY, ...weeksAndMonths.chinese, ...ASKED],
  frame: {
    polite: '(?:请你|請你|请|請|麻烦你|麻煩你|麻烦|麻煩|帮我|幫我|可以|你能|能不能|记得|記得|在|你好|到时候|务必)',
    opener:
      '(?:提醒我|提醒一下我|叫我|通知我|(?:设置|设|設|設定|设定|加|建)(?:一个|個|个|一個)?提醒|别忘了|別忘了|不要忘记)',
    within: '提醒我',
    link: '(?:一下|要|去|:|关于|關於)',
    fact: '(?!)',
    opensAtEnd: '提醒|叫我',
    closer: '(?:谢谢|謝謝|好吗|好嗎|吗|嗎|吧|提醒我一下|提醒一下我|提醒我|叫我)',
  },
  glue: '(?:的|在|,)',
  and: '(?:和|跟|与|與|、|及|还有)',
  or: '(?:或者|或|还是|還是)',
  ofText: '(?:关于|關於|不)',
  bound: '(?:从|從|到|至|除了|截至|截止|直到|自)',
  ofTextAfter: '(?:的)',
  boundAfter: '(?:之前|以前|前|之后|以后|之後|以後|后|後|到|至|开始|開始|起|为止|為止|左右以前|以外|之间|之間)',
  limit: '(?!)',
  spaced: false,
}
