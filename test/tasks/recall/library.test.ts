import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { Role, Trust } from '../../../src/domain/person.ts'
import { createLibrary } from '../../../src/tasks/recall/library.ts'
import { createSearch } from '../../../src/tasks/recall/search.ts'
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
      lower: (shown) => void made.lowered.push(shown),
    }
    return made
  }
  const library = createLibrary(
    world.db,
    createSearch(world.db, world.clock, () => 'UTC'),
  )
  const found = async (asked: Scope) => (await library.search(asked, 'roof', 10)).map((line) => line.text)
  return { world, member, scope, library, found }
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
  const { world, member, scope, library } = createReaders()
  for (const text of ['one', 'two', 'three']) world.say(text)
  const middle = (await library.search(scope('1', world.owner), 'two', 1))[0]?.id ?? 0
  expect(library.around(scope('1', world.owner), middle, 1).map((line) => line.text)).toEqual(['one', 'two'])
  expect(library.around(scope('1', world.owner), middle, 9).map((line) => line.text)).toContain('three')
  expect(library.around(scope('20', member), middle, 1)).toEqual([])
  expect(library.around(scope('20', member), 999_999, 1)).toEqual([])
})

test('what a search brings before the model lowers the trust of the task', async () => {
  const { world, scope, library } = createReaders()
  const stranger = { channel: 'telegram', id: '66' } as const
  const where = { chat: makeChatId('telegram', '-10'), channel: 'telegram' } as const
  world.say('the roof of a stranger', { ...where, sender: stranger, addressed: false })
  const asked = scope('-10', world.owner)
  await library.search(asked, 'roof', 10)
  expect(asked.lowered).toEqual(['untrusted'])
})

test('what is being asked now is no finding', async () => {
  const { world, scope, library } = createReaders()
  const where = {
    channel: 'telegram',
    chat: makeChatId('telegram', '1'),
    sender: { channel: 'telegram', id: '1' },
  } as const
  const asked = world.say('where is the roof?', where)
  const task = 'task' in asked ? (asked.task ?? 0) : 0
  const found = await library.search({ ...scope('1', world.owner), task }, 'roof', 10)
  expect(found.map((line) => line.text)).not.toContain('where is the roof?')
})

test('what looks like a key is masked, and in another chat not told at all', async () => {
  const { world, scope, library } = createReaders()
  world.say('the password of the roof is hunter2!')
  const elsewhere = scope('1', world.owner)
  expect(await library.search(elsewhere, 'password', 10)).toEqual([])
  const here = { ...elsewhere, chat: makeChatId('web', 'a') }
  const [line] = await library.search(here, 'password', 10)
  expect(line?.text).toBe('the password of the roof is [secret]')
  expect(library.around(elsewhere, line?.id ?? 0, 2).map(({ text }) => text)).not.toContain(line?.text)
})
