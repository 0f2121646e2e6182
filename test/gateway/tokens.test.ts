import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/gateway/tokens.ts'

// What two tokenizers count: the one Anthropic published for Claude 2 (@anthropic-ai/tokenizer 0.0.4) and o200k
// (gpt-tokenizer 3). What newer models of Claude count is not published; each brain's own reports correct the rest.
const texts: [of: string, claude2: number, o200k: number, text: string][] = [
  [
    'a chat in English',
    104,
    106,
    '[Ana 14:02] The landlord wrote about the rent again, 431 euros from October on. Is that allowed?\n[you 14:03] The rent may rise to what is usual in the area, at most by fifteen percent in three years. From 431 euros that leaves some room, so ask him which comparison he uses and by when you have to answer. If he names none, you need not agree.\n[Ana 14:06] The boiler makes a noise like a kettle since Monday.',
  ],
  [
    'an answer in English',
    67,
    65,
    'Walk up in the morning and take tram 28 down; in the afternoon it is so full that you wait longer than you ride. On Friday the castle closes at six. It was the Casa do Miradouro in Alfama, 128 euros a night with breakfast, and they let you cancel until two days before.',
  ],
  [
    'code',
    51,
    48,
    'export function rolesIn(db: Database, lane: Lane): Role[] {\n  return db.statement(`SELECT DISTINCT role FROM person WHERE id IN (${ids})`).pluck().all({ lane, lines: 2000 }) as Role[]\n}',
  ],
  [
    'German',
    55,
    39,
    'Guten Morgen, kannst du mir bitte sagen, wann der Klempner das letzte Mal da war? Ich möchte dem Vermieter schreiben, dass die Heizung seit Montag wieder Geräusche macht.',
  ],
  [
    'French',
    48,
    32,
    "Bonjour, pourrais-tu me rappeler ce que le vétérinaire a dit à propos de la nourriture de Milo ? J'aimerais savoir combien de grammes il doit manger.",
  ],
  [
    'Russian',
    54,
    29,
    'Доброе утро! Напомни, пожалуйста, когда в последний раз приходил сантехник и сколько мы ему заплатили.',
  ],
  ['Chinese', 40, 32, '早上好，请问上次水管工是什么时候来的？我想检查一下账单，然后给房东写信。那明天呢？'],
  [
    'Chinese of a letter',
    109,
    74,
    '我叫李明，今年三十二岁，在上海的一家互联网公司做产品经理。周末我喜欢和朋友一起去爬山，有时候也会在家里做菜。上个月我去了云南旅行，住在大理古城旁边的一家小客栈，老板是四川人，做的火锅特别好吃。',
  ],
  [
    'Chinese with numbers',
    102,
    67,
    '医生说我的血压有点高，让我每天早上量一次，少吃盐，多喝水。我把药放在厨房的第二个抽屉里，你记得提醒我晚上八点吃药。孩子的家长会改到星期四下午三点半，地点在学校的大礼堂。',
  ],
  [
    'Japanese',
    55,
    37,
    'おはようございます。前回、配管工が来たのはいつでしたか？請求書を確認して、大家さんに手紙を書きたいです。',
  ],
]

describe('how much a text takes, by our estimate', () => {
  test.each(texts.filter(([of]) => of.startsWith('Chinese')))('%s: no more than the larger count', (...counted) => {
    const [, claude2, o200k, text] = counted
    expect(estimateTokens(text)).toBeLessThanOrEqual(1.05 * Math.max(claude2, o200k))
  })

  test.each(texts.slice(0, 3))('%s: no less than either counts, and not much more', (_, claude2, o200k, text) => {
    const most = Math.max(claude2, o200k)
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(most)
    expect(estimateTokens(text)).toBeLessThanOrEqual(1.25 * most)
  })

  test.each(texts.slice(3))('%s: no less than the smaller count, and near the larger', (_, claude2, o200k, text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.max(Math.min(claude2, o200k), 0.8 * claude2))
    expect(estimateTokens(text)).toBeLessThanOrEqual(1.25 * Math.max(claude2, o200k))
  })
})
