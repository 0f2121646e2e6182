import type { LanguageTable } from './language.ts'

const WEEK = '(?:周|星期|礼拜)'
const OF_MONTH = '每个?月的?'

/** In simplified characters; `fold` converts traditional ones first. */
export const chinese: LanguageTable = {
  chrono: 'zh',
  numbers: '一, 二|两, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二',
  moreNumbers: { 十五: 15, 十八: 18, 二十: 20, 三十: 30, 四十: 40, 四十五: 45, 五十: 50 },
  fractions: '一刻, 半',
  units:
    '秒钟|秒, 分钟|分, 刻钟, 半小时|半个小时|半个钟头, 个小时|小时|个钟头|钟头, 天|日, 周|个星期|星期|个礼拜|礼拜, 个月, 年',
  weekdays: '日|天, 一, 二, 三, 四, 五, 六',
  parts: '凌晨|清晨|早晨|早上|上午|早, 中午|正午, 下午, 傍晚|晚上|晚, 夜里|半夜|深夜',
  ordinals: '第一, 第二, 第三, 第四, 最后一',
  listed: '[和跟与及、,]?(?:每个?)?',
  meanings: {
    every: [
      '每{n}{unit}',
      '每隔{n}(?<unit>分钟|个?小时)',
      '每(?:隔(?=半))?(?<unit>天|日|半?个?小时|分钟|年)',
      '每个?(?<unit>周|星期|礼拜)(?![一二三四五六日天末])',
    ],
    daily: '每(?:天|日)?{part}',
    weekly: `每个?${WEEK}(?<days>[一二三四五六日天](?:[和跟与及、,]?(?:每个?)?${WEEK}?[一二三四五六日天](?![点时月号日十])){0,6})`,
    fromTo: `(?:每个?|从)?${WEEK}{day}(?:到|至|-)${WEEK}?{to}(?:每天)?`,
    workdays: '(?:每个?)?工作日',
    weekends: '每个?周末',
    everySecond: `每(?:隔一|两)个?${WEEK}的?${WEEK}?(?<days>[一二三四五六日天])`,
    nthOfMonth: `${OF_MONTH}{nth}个?${WEEK}{day}`,
    lastOfMonth: `${OF_MONTH}最后一天`,
    monthly: `${OF_MONTH}(?<date>\\d{1,2}|[一二三]?十?[一二三四五六七八九]?)(?:号|日)`,
    monthday: '(?<![月\\d十])(?<date>\\d{1,2})号',
    weekdayNextWeek: `(?<!下)下个?${WEEK}{day}`,
    weekday: `(?<![上下个])${WEEK}{day}`,
    part: '(?<![今明])(?<part>凌晨|清晨|早晨|早上|上午|中午|正午|下午|傍晚|晚上|夜里|半夜|深夜)',
    today: '今(?<part>晚|早)(?!上)',
    tomorrow: '明(?<part>晚|早)(?!上)',
    midnight: '午夜|零点',
    clock: '{hour}点(?<fraction>一刻)',
    in: ['(?:再过|过){n}{unit}后?', '{n}{unit}(?:以后|之后|后)'],
    inAndHalf: '(?:再过|过)?{n}个半(?:小时|钟头)(?:以后|之后|后)',
  },
  glue: '的|在|,',
  lead: '在|于',
  polite: '请你|請你|请|請|麻烦你|麻煩你|麻烦|麻煩|帮我|幫我|可以|你能|能不能|记得|記得|在|你好|务必',
  opener: '提醒我|提醒一下我|叫我|通知我|(?:设置|设|設|設定|设定|加|建)(?:一个|个)?提醒|别忘了|別忘了|不要忘记',
  link: '一下|要|去|:|关于|關於',
  closer: '谢谢|謝謝|好吗|好嗎|吗|嗎|吧|提醒我一下|提醒一下我|提醒我|叫我',
}
