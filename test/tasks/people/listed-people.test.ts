import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { isPrivateTo } from '../../../src/store/messages/chats.ts'
import { findPerson, listPeople } from '../../../src/store/people/people.ts'
import { admitListed } from '../../../src/tasks/people/listed-people.ts'
import { makePairing } from '../../../src/tasks/people/pairing.ts'
import { createDismissal } from '../../../src/tasks/people/people-admin.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const address = (id: number) => ({ channel: 'telegram', id: String(id) }) as const
const own = (id: number) => makeChatId('telegram', String(id))
const from = (id: number, chat = own(id)) =>
  ({ channel: 'telegram', chat, sender: address(id), senderName: `Person ${id}` }) as const

function admit(world: RoadWorld, lists: { owners?: number[]; members?: number[] }): string[] {
  const { owners = [], members = [] } = lists
  const listed = { channel: 'telegram', owners: owners.map(String), members: members.map(String) } as const
  return admitListed(world.db, world.owner, listed, world.clock.now()).map(({ id }) => id)
}

function pair(world: RoadWorld, id: number, role: 'member' | 'owner' = 'member'): void {
  world.say(`/start ${makePairing(world.db, role, momentOf(world.clock)).code}`, from(id))
}

const roleOf = (world: RoadWorld, id: number) => findPerson(world.db, address(id))?.role
const stateOfTasks = (world: RoadWorld) => world.db.raw.prepare('SELECT state FROM task ORDER BY id').pluck().all()
const dismissal = (world: RoadWorld) =>
  createDismissal({ ...world, abort() {}, approvals: { withdraw: () => 0 }, trails: { of: () => undefined } })

test('who is taken out of the lists is a stranger at the next start, and who brought a code stays', async () => {
  const world = createRoadWorld()
  admit(world, { owners: [42], members: [43] })
  pair(world, 50)
  expect([42, 43, 50].map((id) => roleOf(world, id))).toEqual(['owner', 'member', 'member'])
  expect(admit(world, {})).toEqual(['42', '43'])
  expect([42, 43, 50].map((id) => roleOf(world, id))).toEqual([undefined, undefined, 'member'])
  world.say('still there?', from(43))
  await world.settle()
  const heard = world.telegram.sent.filter(({ route }) => route.chat === own(43)).map(({ body }) => body)
  expect(heard).toEqual([expect.stringContaining('people my owner has let in')])
})

test('who goes from one list to the other has the other role, and not the rights of what they asked before', () => {
  const world = createRoadWorld()
  admit(world, { owners: [42], members: [43] })
  world.say('as the owner', from(42))
  admit(world, { owners: [43], members: [42] })
  expect([42, 43].map((id) => roleOf(world, id))).toEqual(['member', 'owner'])
  expect(stateOfTasks(world)).toEqual(['cancelled'])
  admit(world, { owners: [43], members: [42, 43] })
  expect(roleOf(world, 43)).toBe('owner')
})

test('a start with the same lists changes nothing', () => {
  const world = createRoadWorld()
  admit(world, { owners: [42], members: [43] })
  world.say('hello', from(43))
  const before = listPeople(world.db)
  expect(admit(world, { owners: [42], members: [43] })).toEqual([])
  expect(listPeople(world.db)).toEqual(before)
  expect(stateOfTasks(world)).toEqual(['queued'])
})

test('who is removed is not answered any more, in their own chat nor for what they asked in a group', async () => {
  const world = createRoadWorld()
  pair(world, 50)
  world.say('in private', from(50))
  world.say('in the group', from(50, own(-100)))
  world.say('/whoami', from(50))
  const dismiss = dismissal(world)
  expect(dismiss(address(50))).toEqual({ cancelled: 2 })
  await world.settle()
  expect(world.telegram.sent).toEqual([])
  expect(stateOfTasks(world)).toEqual(['cancelled', 'cancelled'])
  expect(dismiss(address(50))).toMatchObject({ problem: { en: expect.stringContaining('I know nobody') as string } })
})

test('somebody with another way in loses only what they asked through the one that is gone', () => {
  const world = createRoadWorld()
  pair(world, 51, 'owner')
  world.say('from work', from(51))
  world.say('from the page')
  expect(dismissal(world)(address(51))).toEqual({ cancelled: 1 })
  expect(stateOfTasks(world)).toEqual(['cancelled', 'queued'])
})

test('what the configuration gave, and the owner’s own way in, are not taken away by a command', () => {
  const world = createRoadWorld()
  admit(world, { members: [43] })
  const dismiss = dismissal(world)
  expect(dismiss(address(43))).toMatchObject({
    problem: { en: expect.stringContaining('the lists in [telegram]') as string },
  })
  expect(dismiss({ channel: 'web', id: 'owner' })).toMatchObject({
    problem: { en: expect.stringContaining('cannot be removed') as string },
  })
  expect(roleOf(world, 43)).toBe('member')
})

test('everybody is listed with their role and where each address came from', () => {
  const world = createRoadWorld()
  admit(world, { members: [43] })
  pair(world, 50)
  world.say('hi', { ...from(43), chatTitle: 'Mira' })
  expect(listPeople(world.db).map(({ name, role, addresses }) => [name, role, ...addresses])).toEqual([
    ['Ana', 'owner', { channel: 'web', id: 'owner', source: 'daemon' }, { ...address(1), source: 'daemon' }],
    ['Mira', 'member', { ...address(43), source: 'configuration' }],
    ['Person 50', 'member', { ...address(50), source: 'pairing' }],
  ])
})

test('a private chat is private to its person as long as they have the address, and a group to nobody', () => {
  const world = createRoadWorld()
  pair(world, 50)
  world.say('first here', from(50, own(-100)))
  const person = findPerson(world.db, address(50))?.id ?? 0
  const isPrivate = (id: number, who = person) => isPrivateTo(world.db, own(id), who)
  expect([isPrivate(50), isPrivate(-100), isPrivate(50, world.owner.id)]).toEqual([true, false, false])
  dismissal(world)(address(50))
  expect(isPrivate(50)).toBe(false)
})
