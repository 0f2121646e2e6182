import { expect, test } from 'vitest'
import { onlyIn } from '../../../../src/domain/readable.ts'
import { createRecall } from '../../../../src/gateway/recall/recall.ts'
import { createRecallSource } from '../../../../src/store/recall/recall-source.ts'
import { createRecallWorld, noon } from '../../../store/recall/recall-world.ts'

const DAY = 24 * 60

function createPast() {
  const world = createRecallWorld()
  const { recall } = createRecall(createRecallSource(world.db))
  const hits = (text: string, limit: number) =>
    recall({
      text,
      chats: onlyIn(world.chat),
      bound: { asOf: new Date(noon.getTime() + 400 * DAY * 60_000) },
      timezone: 'UTC',
      limit,
    })
  const find = (text: string, limit: number) => hits(text, limit).map(({ line }) => line.text)
  const conversations = (text: string, limit: number) =>
    new Set(hits(text, limit).map(({ line }) => line.conversation?.id)).size
  const chatter = (from: number, count: number) => {
    for (let n = 0; n < count; n++) world.say(from + n * 40, `weather talk number ${n}`)
  }
  return { ...world, find, conversations, chatter }
}

const praise = 'the light, the sound, the crowd, the rain on the roof and the walk home along the river'

/** One evening that speaks of nothing else, and a few days on which it came up by the way. */
function createConcerts() {
  const past = createPast()
  past.chatter(0, 80)
  for (let n = 0; n < 60; n++) {
    past.say(
      10 * DAY + n,
      `The concert was like no other concert, I could go to a concert such as this ${n} times: ${praise}`,
    )
  }
  for (let n = 0; n < 4; n++) past.say((20 + 5 * n) * DAY, `I saw a concert in town ${n} after a long week`)
  return past
}

test('what is to be counted is brought from many conversations, not from the one that speaks of it most', () => {
  const { conversations } = createConcerts()
  expect(conversations('How many concerts have I been to?', 30)).toBe(5)
})

test('an ordinary question gets the best lines, whatever conversation they are of', () => {
  const { conversations } = createConcerts()
  expect(conversations('Was the concert like no other concert?', 10)).toBe(1)
})

test('the words that only say how the answer is to be find nothing', () => {
  const { say, chatter, find } = createPast()
  say(0, 'The order of the list of topics in our conversations is different across chats')
  say(3 * DAY, 'I started with the garden fence')
  say(6 * DAY, 'The garden pond is dug')
  chatter(9 * DAY, 80)
  const [first, second] = find('List in order what I mentioned about the garden across our conversations', 2)
  expect(new Set([first, second])).toEqual(new Set(['I started with the garden fence', 'The garden pond is dug']))
})

test('where the order is asked for, the line that brings something up comes before those that go on about it', () => {
  const { say, chatter, find } = createPast()
  chatter(0, 80)
  const matters = ['the garden fence and its oak posts', 'the garden pond with lilies', 'the garden shed of larch wood']
  for (const [n, matter] of matters.entries()) {
    say((10 + 9 * n) * DAY - 1, 'Good morning')
    say((10 + 9 * n) * DAY, `Today I began to plan ${matter}, with the neighbours helping us on Saturday mornings`)
    for (let more = 1; more < 8; more++) say((10 + 9 * n) * DAY + more, `garden, garden: ${matter}`)
  }
  const first = find('In what order did I plan things in the garden?', 3)
  expect(first.map((text) => text.includes('began to plan'))).toEqual([true, true, true])
})

test('of a fact that changed, the newest comes first, and then what it replaced', () => {
  const { say, chatter, find } = createPast()
  chatter(0, 80)
  say(10 * DAY, 'My gym budget is 40 euros, the gym budget is fixed')
  say(20 * DAY, 'My gym budget is 60 euros, gym budget raised')
  say(30 * DAY, 'For the gym my budget is now 75 euros')
  for (let n = 0; n < 10; n++) say(20 * DAY + 1 + n, `Noted: gym budget, ${n}`, { author: 'bot', name: 'Skein' })
  chatter(40 * DAY, 80)
  const [newest = '', before = '', first = ''] = find('What is my current gym budget?', 3)
  expect([newest, before, first].map((text) => /\d+/.exec(text)?.[0])).toEqual(['75', '60', '40'])
})

test('where nothing is left without the words of the frame, they are looked for', () => {
  const { say, chatter, find } = createPast()
  chatter(0, 40)
  for (const n of [1, 2, 3]) say(30 * DAY + n, `Fine by me, ${n}`, { name: 'Ben' })
  say(30 * DAY + 4, 'The thing that both of us have in common, if you ask me, is rowing on the lake at dawn', {
    name: 'Ana',
  })
  for (const n of [5, 6, 7]) say(30 * DAY + n, `Fine by me, ${n}`, { name: 'Ben' })
  chatter(60 * DAY, 40)
  expect(find('What do Ana and Ben have in common?', 1)).toEqual([expect.stringContaining('rowing')])
})
