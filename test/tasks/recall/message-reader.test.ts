import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { lowestTrust, type Role, type Trust } from '../../../src/domain/person.ts'
import { createMessageReader } from '../../../src/tasks/recall/message-reader.ts'
import { createSearch } from '../../../src/tasks/recall/search.ts'
import type { MessageQuery } from '../../../src/tools/message-reader.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { createRoadWorld } from '../../support/road-world.ts'

function createReaders() {
  const world = createRoadWorld()
  const member = world.member(7)
  const say = (chat: string, id: string, text: string) =>
    world.say(text, { channel: 'telegram', chat: makeChatId('telegram', chat), sender: { channel: 'telegram', id } })
  world.say('the roof leaks, says the owner')
  say('1', '1', 'the roof of the owner elsewhere')
  say('-10', '1', 'the roof of the group')
  say('20', '7', 'the roof of the member')
  const scope = (
    chat: string,
    person: { id: number; role: Role },
    trust: Trust = person.role,
  ): Scope & { lowered: Trust[] } => {
    const id = makeChatId('telegram', chat)
    const made: Scope & { lowered: Trust[] } = {
      task: 0,
      chat: id,
      lane: rootLane(id),
      person,
      timezone: 'UTC',
      trust,
      lowered: [],
      foreign: [],
      noteForeign: (words) => void made.lowered.push(lowestTrust(words.map((one) => one.trust))),
    }
    return made
  }
  const { db, clock } = world
  const library = createMessageReader({
    db,
    clock,
    search: createSearch(db, clock, () => 'UTC'),
    isSharedHistory: () => false,
  })
  const search = async (asked: Scope, query: string, more: Partial<MessageQuery> = {}) => {
    const usual = { order: 'best', offset: 0, limit: 10, neighbours: 0, cleared: false } as const
    const answer = await library.search(asked, { query, ...usual, ...more })
    if ('problem' in answer) throw new Error(answer.problem)
    return answer
  }
  const found = async (asked: Scope, query = 'roof') => (await search(asked, query)).lines.map(({ text }) => text)
  const around = (asked: Scope, message: number, count: number) =>
    library.around(asked, message, { count, cleared: false }).map(({ text }) => text)
  return { world, member, scope, library, search, found, around }
}

test('the owner finds what was said in every chat of theirs, and in no one else’s', async () => {
  const { world, scope, found } = createReaders()
  const all = ['the roof leaks, says the owner', 'the roof of the group', 'the roof of the owner elsewhere']
  expect((await found(scope('1', world.owner))).toSorted()).toEqual(all)
})

test('in a group, where others read along, the owner’s other chats stay closed', async () => {
  const { world, scope, found } = createReaders()
  expect(await found(scope('-10', world.owner))).toEqual(['the roof of the group'])
})

test('a member finds what was said where they are', async () => {
  const { member, scope, found } = createReaders()
  expect(await found(scope('20', member))).toEqual(['the roof of the member'])
  expect(await found(scope('99', member))).toEqual([])
})

test('while somebody else’s text is before the model, the owner’s other chats stay closed', async () => {
  const { world, scope, found } = createReaders()
  expect(await found(scope('1', world.owner, 'untrusted'))).toEqual(['the roof of the owner elsewhere'])
})

test('what is around a message is read in order, and only by who may', async () => {
  const { world, member, scope, search, around } = createReaders()
  for (const text of ['one', 'two', 'three']) world.say(text)
  const middle = (await search(scope('1', world.owner), 'two')).lines[0]?.id ?? 0
  expect(around(scope('1', world.owner), middle, 1)).toEqual(['one', 'two'])
  expect(around(scope('1', world.owner), middle, 9)).toContain('three')
  expect(around(scope('20', member), middle, 1)).toEqual([])
  expect(around(scope('20', member), 999_999, 1)).toEqual([])
})

test('what a search brings before the model lowers the trust of the task', async () => {
  const { world, scope, search } = createReaders()
  const stranger = { channel: 'telegram', id: '66' } as const
  const where = { chat: makeChatId('telegram', '-10'), channel: 'telegram' } as const
  world.say('the roof of a stranger', { ...where, sender: stranger, addressed: false })
  const asked = scope('-10', world.owner)
  await search(asked, 'roof')
  expect(asked.lowered).toEqual(['untrusted'])
})

test('so does what it brings beside what was found', async () => {
  const { world, scope, search } = createReaders()
  const where = { chat: makeChatId('telegram', '-10'), channel: 'telegram' } as const
  world.say('hello', { ...where, sender: { channel: 'telegram', id: '66' }, addressed: false })
  const alone = scope('-10', world.owner)
  await search(alone, 'roof')
  const beside = scope('-10', world.owner)
  await search(beside, 'roof', { neighbours: 1 })
  expect([alone.lowered, beside.lowered]).toEqual([['owner'], ['untrusted']])
})

test('what is being asked now is no finding', async () => {
  const { world, scope, found } = createReaders()
  const where = {
    channel: 'telegram',
    chat: makeChatId('telegram', '1'),
    sender: { channel: 'telegram', id: '1' },
  } as const
  const asked = world.say('where is the roof?', where)
  const task = 'task' in asked ? (asked.task ?? 0) : 0
  expect(await found({ ...scope('1', world.owner), task })).not.toContain('where is the roof?')
})

test('what looks like a key is masked, and in another chat not told at all', async () => {
  const { world, scope, search, around } = createReaders()
  world.say('the password of the roof is hunter2!')
  const elsewhere = scope('1', world.owner)
  expect(await search(elsewhere, 'password')).toMatchObject({ matchingAll: 1, withheldCount: 1, lines: [] })
  const here = { ...elsewhere, chat: makeChatId('web', 'a') }
  const [line] = (await search(here, 'password')).lines
  expect(line?.text).toBe('the password of the roof is [secret]')
  expect(around(elsewhere, line?.id ?? 0, 2)).not.toContain(line?.text)
})
