import { describe, expect, test } from 'vitest'
import { plainAnswer, reminderAnswer } from '../../../src/gateway/choosing/answer-kinds.ts'
import { findQuestion, isAnswerTo } from '../../../src/gateway/choosing/pending-question.ts'
import { now, when } from '../world.ts'

test.each([
  'yes',
  'Yes!',
  ' ok ',
  'yes please',
  'ja',
  'Ja, gerne.',
  'oui',
  'sí',
  'go ahead',
  '👍',
  '👍🏿',
  '✅️',
  '👍👍',
])('“%s” is a plain yes', (text) => expect(plainAnswer(text)).toBe('yes'))

test.each(['no', 'No.', 'nein', 'Nein danke!', 'no, thanks', 'not now', 'non merci', '👎', '❌', 'no, don’t'])(
  '“%s” is a plain no',
  (text) => expect(plainAnswer(text)).toBe('no'),
)

test.each([
  '',
  'please',
  'yes?',
  'yes no',
  'yes, at nine',
  'no idea',
  'yesterday',
  'okay then do the other one',
  'ok\nrm -rf /',
  '“yes”',
])('“%s” is neither', (text) => expect(plainAnswer(text)).toBeUndefined())

describe('answers in other languages', () => {
  const takes = (asked: string, text: string) => {
    const pending = findQuestion({ id: 1, text: asked, at: when('-5m') })
    return pending && [pending.expects, isAnswerTo(pending, { text, at: now })]
  }

  test.each([
    ['Voulez-vous que je la réserve ?', 'oui, volontiers', 'yes-no'],
    ['Combien serez-vous ?', 'une douzaine', 'number'],
    ['Quand veux-tu partir ?', 'jeudi matin', 'date'],
    ['1. Pistache\n2. Moka\nQuel prénom préfères-tu ?', 'le deuxième', 'choice'],
    ['¿Quieres que lo envíe?', 'sí, por favor', 'yes-no'],
    ['¿Cuántas personas sois?', 'seremos ocho', 'number'],
    ['¿Qué día quieres salir?', 'el jueves por la tarde', 'date'],
    ['1. Lasaña\n2. Tortilla\n¿Cuál prefieres?', 'la última', 'choice'],
    ['上午九点有一班。要订吗？', '好的，订吧', 'yes-no'],
    ['大概有多少人？', '八个人左右', 'number'],
    ['什么时候去？', '周六晚上', 'date'],
    ['1. 慢读\n2. 一页纸\n你喜欢哪一个？', '第二个', 'choice'],
    ['Bis wann brauchst du es?', 'nächste Woche reicht', 'date'],
  ])('%j takes %j', (asked, text, kind) => expect(takes(asked, text)).toEqual([kind, true]))

  test.each([
    ['¿Quieres que lo envíe?', 'explícame qué es una hipoteca'],
    ['Combien serez-vous ?', 'écris un poème sur la mer'],
    ['要订吗？', '今天天气怎么样'],
    ['大概有多少人？', '周六晚上七点'],
  ])('%j does not take %j', (asked, text) => expect(takes(asked, text)?.[1]).toBe(false))

  test('but what lets something be done stays as narrow as it was', () => {
    expect(['好的', 'vas-y', 'adelante'].map(plainAnswer)).toEqual([undefined, undefined, undefined])
  })
})

test.each([
  ['Done', 'done'],
  ['done, thanks!', 'done'],
  ["It's done.", 'done'],
  ['Erledigt', 'done'],
  ["C'est fait, merci", 'done'],
  ['Hecho', 'done'],
  ['完成了。', 'done'],
  ['✅', 'done'],
  ['Later please', 'later'],
  ['Später bitte.', 'later'],
  ['plus tard', 'later'],
  ['más tarde', 'later'],
  ['稍后', 'later'],
  ['Done with the first half, what about the rest?', undefined],
  ['Later we should talk', undefined],
  ['ok', undefined],
])('%j answers a reminder with %s', (text, answer) => expect(reminderAnswer(text)).toBe(answer))
