import { expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { onlyIn } from '../../../src/domain/recall.ts'
import { createRecall, type RecallQuery } from '../../../src/gateway/recall/recall.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { messagesContaining } from '../../../src/store/recall/word-index.ts'
import { listsFor } from '../../../src/store/recall/word-lists.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

const DAY = 24 * 60

function createPast() {
  const world = createRecallWorld()
  const { recall: recallWithRelevance, search } = createRecall(createRecallSource(world.db))
  const recall = (query: RecallQuery) => recallWithRelevance(query).hits
  const query = (text: string, extra: Partial<RecallQuery> = {}): RecallQuery => ({
    text,
    chats: onlyIn(world.chat),
    bound: { asOf: new Date(noon.getTime() + 400 * DAY * 60_000) },
    timezone: 'UTC',
    limit: 50,
    ...extra,
  })
  const find = (text: string, extra?: Partial<RecallQuery>) => recall(query(text, extra)).map(({ line }) => line.text)
  const chatter = (from: number, count: number) => {
    for (let n = 0; n < count; n++)
      world.say(from + n * 40, `weather talk number ${n}`, { name: n % 2 ? 'Ana' : 'Ben' })
  }
  return { ...world, recall, search, query, find, chatter }
}

test('the one line from months ago comes first', () => {
  const { say, chatter, find } = createPast()
  say(0, 'The plumber is called Ferrante, his van is green')
  chatter(DAY, 200)
  expect(find('what was the name of the plumber?')[0]).toContain('Ferrante')
})

test('the answer is found beside the question it answers, though it shares no word', () => {
  const { say, chatter, find } = createPast()
  say(0, 'Which hotel did you book for the wedding in the end?')
  say(1, 'Belvedere, two nights', { name: 'Ben' })
  chatter(DAY, 200)
  expect(find('wedding hotel').slice(0, 4)).toContain('Belvedere, two nights')
})

test('what somebody said again in the same words is shown once, a short answer each time', () => {
  const { say, chatter, find } = createPast()
  const asked = 'Could you water the tomatoes on the balcony tonight?'
  for (const day of [0, 2, 4]) {
    say(day * DAY, asked)
    say(day * DAY + 1, 'yes, tomatoes', { name: 'Ben' })
  }
  chatter(5 * DAY, 60)
  const shown = find('did Ben water the tomatoes on the balcony?')
  expect(shown.filter((text) => text === asked)).toHaveLength(1)
  expect(shown.filter((text) => text === 'yes, tomatoes')).toHaveLength(3)
  const counted = find('How many times did I ask about the tomatoes on the balcony?')
  expect(counted.filter((text) => text === asked)).toHaveLength(3)
})

test('what is said every day with other figures is shown by some of them, and by all where it is asked how often', () => {
  const { say, chatter, find } = createPast()
  for (let day = 0; day < 30; day++) say(day * DAY, `The balcony sensor says ${day + 4} degrees this morning.`)
  chatter(31 * DAY, 60)
  const readings = (shown: string[]) => shown.filter((text) => text.startsWith('The balcony sensor'))
  expect(readings(find('is the balcony sensor still alive?'))).toHaveLength(12)
  expect(readings(find('How many times did I tell you what the balcony sensor says?'))).toHaveLength(30)
})

test('whose lines are meant is told by the name in the question', () => {
  const { say, chatter, find } = createPast()
  say(0, 'I am allergic to peanuts', { name: 'Ana' })
  say(DAY, 'I am allergic to shellfish', { name: 'Ben' })
  chatter(2 * DAY, 30)
  expect(find('what is Ben allergic to?')[0]).toContain('shellfish')
  expect(find('what is Ana allergic to?')[0]).toContain('peanuts')
})

test('when it was is told by the time in the question', () => {
  const { say, chatter, find } = createPast()
  say(0, 'We had dinner at the harbour')
  say(62 * DAY, 'We had dinner at the castle')
  chatter(100 * DAY, 30)
  const asOf = new Date('2026-08-01T12:00:00Z')
  expect(find('where did we have dinner in May?', { bound: { asOf } })[0]).toContain('castle')
  expect(find('where did we have dinner in March?', { bound: { asOf } })[0]).toContain('harbour')
})

test('nothing newer than the moment it is asked at, and nothing that is in sight anyway', () => {
  const { say, find } = createPast()
  say(0, 'the roof in March')
  const seen = say(10, 'the roof in sight')
  say(30, 'beside the roof, but later')
  say(31, 'right after it')
  say(200 * DAY, 'the roof in the future')
  const asOf = new Date(noon.getTime() + 20 * 60_000)
  expect(find('roof', { bound: { asOf }, exclude: new Set([seen]) })).toEqual(['the roof in March'])
})

test('what people say after the question does not answer it, what we say does', () => {
  const { say, find } = createPast()
  const asked = say(0, 'earlier roof')
  say(1, 'our roof', { author: 'bot', name: 'Skein' })
  say(2, 'their roof')
  const asOf = new Date(noon.getTime() + DAY * 60_000)
  expect(find('roof', { bound: { asOf, before: asked + 1 } })).toEqual(
    expect.arrayContaining(['earlier roof', 'our roof']),
  )
  expect(find('roof', { bound: { asOf, before: asked + 1 } })).not.toContain('their roof')
})

test('a chat that is not theirs to read is not read, whatever shares its lists', () => {
  const { db, chat, say, find } = createPast()
  // Shares the five characters of its entries with the chat that is read.
  const other = makeChatId('web', 'secret-24533121')
  ensureChat(db, { id: other, title: 'Secret', audience: 'private' }, noon)
  ensureLane(db, rootLane(other), other)
  say(0, 'the roof is secret', { chat: other, lane: rootLane(other) })
  const open = say(1, 'the roof is not')
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })).toHaveLength(2)
  expect(find('roof')).toEqual(['the roof is not'])
  expect(messagesContaining(db, listsFor(db, onlyIn(chat)), 'roof', { most: 10 })[0]).toBe(open)
})

test('a cleared context is behind recall but not behind a search', () => {
  const { db, lane, say, find, search, query } = createPast()
  say(0, 'the roof leaks')
  db.statement('UPDATE lane SET cleared_at = ? WHERE key = ?').run(noon.getTime() + 60_000, lane)
  say(5, 'the cellar is dry')
  expect(find('roof')).toEqual(['the cellar is dry'])
  expect(search(query('roof'))).toHaveLength(1)
  const before = { asOf: new Date(noon.getTime() + 30_000) }
  expect(find('roof', { bound: before }), 'it was not cleared yet').toEqual(['the roof leaks'])
})

test('a search finds only what holds a word of it', () => {
  const { say, search, query } = createPast()
  say(0, 'the roof leaks')
  say(1, 'call somebody')
  expect(search(query('roof')).map(({ reason }) => reason)).toEqual([
    { en: 'shares roof', de: 'gemeinsame Wörter: roof' },
  ])
  expect(search(query('cellar'))).toEqual([])
})

test('the reason names the words as they were asked, and the line beside', () => {
  const { say, recall, query } = createPast()
  const hit = say(0, 'Tickets to Lisbon are cheap')
  say(1, 'Take the early one', { name: 'Ben' })
  const reasons = recall(query('cheap tickets for Lisbon')).map(({ reason }) => reason.en)
  expect(reasons[0]).toMatch(/^shares (?=.*lisbon)(?=.*tickets)/)
  expect(reasons[1]).toBe(`same conversation as [${hit}]`)
})

test('what a conversation began with is looked at, however much was said since and whatever its words', () => {
  const { say, chatter, recall, query } = createPast()
  const opening = say(0, 'Let us plan the summer')
  for (let n = 1; n < 30; n++) say(n, `one more thought, number ${n}`)
  say(30, 'The ferry to Brindisi leaves at nine')
  chatter(DAY, 700)
  const found = recall(query('when does the ferry to Brindisi leave?', { limit: 1000 }))
  const { reason } = found.find(({ line }) => line.id === opening) ?? expect.fail('it was not looked at')
  expect(reason.en).toMatch(/^same conversation as/)
})

test('room is no reason to show what nothing speaks for', () => {
  const { chatter, recall, query } = createPast()
  chatter(0, 900)
  expect(recall(query('nothing of the kind', { limit: 1000 }))).toEqual([])
})

test('what is shown unasked stops where little speaks for it, and sooner in the middle of a conversation', () => {
  const { say, chatter, recall, query } = createPast()
  const texts = (bar: 'opening' | 'continuing') =>
    recall(query('when does the ferry to Brindisi leave?', { limit: 1000, bar })).map(({ line }) => line.text)
  say(0, 'The ferry to Brindisi leaves at nine')
  say(1, 'We could take the car along')
  chatter(DAY, 300)
  expect(texts('opening').slice(0, 2)).toEqual(['The ferry to Brindisi leaves at nine', 'We could take the car along'])
  expect(texts('opening').length).toBeLessThan(60)
  expect(texts('continuing')).toEqual(['The ferry to Brindisi leaves at nine'])
})

test('how long a conversation goes on is for the person to say', () => {
  const { chat, say, chatter, recall, query } = createPast()
  say(0, 'The ferry to Brindisi leaves at nine')
  chatter(DAY, 300)
  const at = new Date(noon.getTime() + 20 * DAY * 60_000)
  const tail = [{ conversation: 999, at: new Date(at.getTime() - 45 * 60_000), text: 'the ferry to Brindisi again' }]
  const found = (activeMinutes: number) =>
    recall(query('and the hour?', { chats: onlyIn(chat), bound: { asOf: at }, tail, activeMinutes, limit: 5 })).length
  expect(found(60)).toBeGreaterThan(found(30))
})

test('of many chats no more is read than is wanted, the nearest first', () => {
  const { db, chat, owner, say, chatter } = createPast()
  const other = makeChatId('web', 'other')
  ensureChat(db, { id: other, title: 'Other', audience: 'private', personId: owner.id }, noon)
  ensureLane(db, rootLane(other), other)
  chatter(0, 5)
  const there = say(1, 'said elsewhere', { chat: other, lane: rootLane(other) })
  const source = createRecallSource(db)
  const ever = { from: new Date(0), until: new Date(8.64e15) }
  const from = (here: ChatId) => ({ here, allChatsOf: owner.id })
  expect(source.between(from(chat), ever, 3)).toHaveLength(3)
  expect(source.between(from(chat), ever, 3)).not.toContain(there)
  expect(source.between(from(other), ever, 3)[0]).toBe(there)
  expect(source.between(from(chat), ever, 100)).toHaveLength(6)
})

test('a question in another script is answered', () => {
  const { say, chatter, find } = createPast()
  say(0, '猫生病了，明天去看医生')
  chatter(DAY, 100)
  expect(find('我的猫怎么样')[0]).toContain('猫')
})

test('the same question has the same answer', () => {
  const { chatter, recall, query } = createPast()
  chatter(0, 60)
  expect(recall(query('weather talk'))).toEqual(recall(query('weather talk')))
})
