import { expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane, topicLane } from '../../../src/domain/ids.ts'
import { onlyIn, type Readable } from '../../../src/domain/recall.ts'
import { createRecall } from '../../../src/gateway/recall/recall.ts'
import { steadyAt } from '../../../src/lib/time/clock.ts'
import { clearContext, ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { addPerson, forgetAddress, linkAddress } from '../../../src/store/people/people.ts'
import { linesHolding, linesWithin } from '../../../src/store/recall/line-search.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { moveWords, reindex } from '../../../src/store/recall/word-reindexing.ts'
import { createRecallWorld, noon } from './recall-world.ts'

const later = new Date(noon.getTime() + 400 * 86_400_000)
const bound = { asOf: later }
const ever = { from: new Date(0), until: later }
const everything = { from: undefined, until: undefined, isWanted: () => true, cleared: true }

/** Ana owns it, Bob has an address on Telegram, and everybody says the same word. */
function createHouse() {
  const world = createRecallWorld()
  const { db, owner, say } = world
  const bob = addPerson(db, { name: 'Bob', role: 'member' }, noon)
  linkAddress(db, { channel: 'telegram', id: '7' }, bob.id, 'Bob', noon)
  const source = createRecallSource(db)
  const { recall, search } = createRecall(source)
  const place = (chat: ChatId) => {
    ensureLane(db, rootLane(chat), chat)
    return { chat, lane: rootLane(chat) }
  }
  const bobs = makeChatId('telegram', '7')
  ensureChat(db, { id: bobs, title: 'Bob', audience: 'private', owner: { channel: 'telegram', id: '7' } }, noon)
  const group = makeChatId('telegram', '-100')
  ensureChat(db, { id: group, title: 'Roses', audience: 'group', personId: owner.id }, noon)
  return {
    ...world,
    bob,
    bobs,
    group,
    source,
    allChatsOf: (personId: number, here?: ChatId): Readable => ({ here, allChatsOf: personId }),
    here: say(0, 'the boat is here'),
    inBobs: say(1, 'the boat is secret', { ...place(bobs), name: 'Bob' }),
    inGroup: say(2, 'the boat is for all', { ...place(group), name: 'Cleo' }),
    /** Every way there is to come by a line, each the same or it says so. */
    found(chats: Readable): string[] {
      const query = { text: 'where is the boat?', chats, bound, timezone: 'UTC', limit: 50 }
      const texts = (ids: number[]) => source.lines(chats, ids).map(({ text }) => text)
      const ways = {
        recall: recall(query).hits.map(({ line }) => line.text),
        search: search(query).map(({ line }) => line.text),
        holders: texts(source.messagesContaining(chats, ['boat'], { most: 50, asOf: later }).flat()),
        between: texts(source.between(chats, ever, 50)),
        lines: texts(db.statement('SELECT id FROM message').pluck().all() as number[]),
        holding: texts(linesHolding(db, chats, [{ exact: ['boat'] }], everything).lines.map(({ id }) => id)),
        within: texts(linesWithin(db, chats, everything).lines.map(({ id }) => id)),
      }
      const known = Object.entries(ways).map(([way, lines]) => [way, lines.toSorted()] as const)
      for (const [way, lines] of known) expect(lines, way).toEqual(known[0]?.[1])
      expect(source.size(chats).messages).toBe(known[0]?.[1].length)
      expect(source.messagesContaining(chats, ['boat'], { most: 50, asOf: later })[0]).toHaveLength(ways.holders.length)
      return [...(known[0]?.[1] ?? [])]
    },
    move(most = 2) {
      while (moveWords(db, most));
      expect(db.statement('SELECT count(*) FROM earlier_owner').pluck().get()).toBe(0)
      db.raw.exec("INSERT INTO message_word (message_word) VALUES ('integrity-check')")
    },
  }
}

test('who may read one chat is brought nothing of another, by any way', () => {
  const { chat, bobs, group, found } = createHouse()
  expect(found(onlyIn(group))).toEqual(['the boat is for all'])
  expect(found(onlyIn(bobs))).toEqual(['the boat is secret'])
  expect(found(onlyIn(chat))).toEqual(['the boat is here'])
  expect(found({ here: undefined, allChatsOf: undefined })).toEqual([])
})

test('who may read all that is theirs reads that, and the chat where they ask', () => {
  const { owner, bob, bobs, group, chat, allChatsOf, found } = createHouse()
  expect(found(allChatsOf(owner.id))).toEqual(['the boat is for all', 'the boat is here'])
  expect(found(allChatsOf(owner.id, chat))).toEqual(['the boat is for all', 'the boat is here'])
  expect(found(allChatsOf(bob.id))).toEqual(['the boat is secret'])
  expect(found(allChatsOf(bob.id, group))).toEqual(['the boat is for all', 'the boat is secret'])
  expect(found(allChatsOf(owner.id, bobs))).toEqual(['the boat is for all', 'the boat is here', 'the boat is secret'])
  expect(found(allChatsOf(4711))).toEqual([])
})

test('a chat that changes hands is read by whose it is from that moment on, before its words are moved and after', () => {
  const { db, owner, bob, bobs, say, allChatsOf, found, move } = createHouse()
  linkAddress(db, { channel: 'telegram', id: '7' }, owner.id, 'Ana', noon)
  const all = ['the boat is for all', 'the boat is here', 'the boat is secret']
  expect(found(allChatsOf(owner.id))).toEqual(all)
  expect(found(allChatsOf(bob.id))).toEqual([])
  say(3, 'the boat is mine now', { chat: bobs, lane: rootLane(bobs) })
  expect(found(allChatsOf(owner.id))).toEqual([...all.slice(0, 2), 'the boat is mine now', 'the boat is secret'])
  move()
  expect(found(allChatsOf(owner.id))).toEqual([...all.slice(0, 2), 'the boat is mine now', 'the boat is secret'])
  expect(found(allChatsOf(bob.id))).toEqual([])
})

test('an address that nobody has any more opens nothing', () => {
  const { db, bob, allChatsOf, found, move } = createHouse()
  forgetAddress(db, { channel: 'telegram', id: '7' })
  expect(found(allChatsOf(bob.id))).toEqual([])
  move()
  expect(found(allChatsOf(bob.id))).toEqual([])
  // Whoever has it next has what was said with it.
  linkAddress(db, { channel: 'telegram', id: '7' }, bob.id, 'Bob', noon)
  expect(found(allChatsOf(bob.id))).toEqual(['the boat is secret'])
})

test('a private chat that others join is read by who spoke there first, or by nobody', () => {
  const { db, bob, bobs, allChatsOf, found, move } = createHouse()
  ensureChat(db, { id: bobs, title: 'Bob', audience: 'group' }, noon)
  expect(found(allChatsOf(bob.id))).toEqual([])
  ensureChat(db, { id: bobs, title: 'Bob', audience: 'group', personId: bob.id }, noon)
  expect(found(allChatsOf(bob.id))).toEqual(['the boat is secret'])
  move()
  expect(found(allChatsOf(bob.id))).toEqual(['the boat is secret'])
})

test('lanes of a chat, and what was said there unasked, belong to whose it is', () => {
  const { db, owner, bob, bobs, group, say, allChatsOf, source } = createHouse()
  const topic = topicLane(group, '5')
  ensureLane(db, topic, group)
  const inTopic = say(5, 'the boat of the topic', { chat: group, lane: topic })
  const told = say(6, 'the boat report', { chat: group, lane: topic, author: 'bot', origin: 'briefing' })
  const toldBob = say(7, 'the boat report for Bob', {
    chat: bobs,
    lane: rootLane(bobs),
    author: 'bot',
    origin: 'briefing',
  })
  const idsOf = (chats: Readable) => linesWithin(db, chats, everything).lines.map(({ id }) => id)
  expect(idsOf(allChatsOf(owner.id))).toEqual(expect.arrayContaining([inTopic, told]))
  expect(idsOf(allChatsOf(owner.id))).not.toContain(toldBob)
  expect(idsOf(allChatsOf(bob.id))).toContain(toldBob)
  expect(source.messagesContaining(allChatsOf(owner.id), ['boat'], { most: 50, asOf: later })[0]).not.toContain(toldBob)
  linkAddress(db, { channel: 'telegram', id: '7' }, owner.id, 'Ana', noon)
  expect(idsOf(allChatsOf(bob.id))).toEqual([])
  expect(idsOf(allChatsOf(owner.id))).toContain(toldBob)
})

test('what lies behind a cleared context elsewhere is counted only when that is asked for', () => {
  const { db, owner, group, inGroup, allChatsOf } = createHouse()
  clearContext(db, rootLane(group), { now: new Date(noon.getTime() + 3 * 60_000), steady: steadyAt(1) })
  const idsOf = (cleared: boolean) =>
    linesHolding(db, allChatsOf(owner.id), [{ exact: ['boat'] }], { ...everything, cleared }).lines.map(({ id }) => id)
  expect(idsOf(false)).not.toContain(inGroup)
  expect(idsOf(true)).toContain(inGroup)
})

test('a line that is taken back after its chat changed hands leaves no word behind', () => {
  const { db, owner, bob, bobs, inBobs, say, move } = createHouse()
  linkAddress(db, { channel: 'telegram', id: '7' }, owner.id, 'Ana', noon)
  const after = say(3, 'the boat is mine now', { chat: bobs, lane: rootLane(bobs) })
  for (const id of [inBobs, after]) markDeleted(db, id, { now: later, steady: steadyAt(1) })
  db.raw.exec("INSERT INTO message_word (message_word) VALUES ('integrity-check')")
  const lists = db.statement('SELECT count(*) FROM message_word WHERE message_word MATCH ?').pluck()
  for (const person of [owner.id, bob.id, 0]) expect(lists.get(`"§${person}§secret"`)).toBe(0)
  expect(db.statement('SELECT count(*) FROM message_vector').pluck().get()).toBe(0)
  move()
  for (const person of [owner.id, bob.id, 0]) expect(lists.get(`"§${person}§secret"`)).toBe(0)
})

test('filing all words anew files them under whose they are', () => {
  const { db, owner, bob, allChatsOf, found } = createHouse()
  linkAddress(db, { channel: 'telegram', id: '7' }, owner.id, 'Ana', noon)
  db.statement("DELETE FROM meta WHERE key = 'words'").run()
  reindex(db)
  expect(db.statement('SELECT count(*) FROM earlier_owner').pluck().get()).toBe(0)
  expect(found(allChatsOf(owner.id))).toHaveLength(3)
  expect(found(allChatsOf(bob.id))).toEqual([])
})

test('somebody is known as a speaker to who may read what they said', () => {
  const { owner, bob, group, allChatsOf, source } = createHouse()
  expect(source.speakers(allChatsOf(owner.id), ['cleo', 'bob'])).toEqual(['Cleo'])
  expect(source.speakers(allChatsOf(bob.id), ['cleo', 'bob'])).toEqual(['Bob'])
  expect(source.speakers(onlyIn(group), ['bob'])).toEqual(['Cleo'])
})
