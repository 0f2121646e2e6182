import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { isPrivateTo } from '../../../src/store/messages/chats.ts'
import { createOwnerAlarm } from '../../../src/tasks/say/notices.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

const onThePage = (world: RoadWorld) =>
  world.web.sent.filter(({ route }) => route.chat === makeChatId('web', 'notices')).map(({ body }) => body)
const inChat = (world: RoadWorld, id: number) =>
  world.telegram.sent.filter(({ kind, route }) => kind === 'notice' && route.chat === `telegram:${id}`)

test('the owner is told on the page, and in their own chat once they have written there; never in a group', async () => {
  const world = createRoadWorld()
  world.say('let me in', from(66))
  world.say('hello', from(1, -100))
  await world.settle()
  expect(onThePage(world)).toHaveLength(1)
  expect(inChat(world, 1)).toEqual([])
  world.say('hello', from(1))
  world.clock.advance(1_800_000)
  world.say('me too', from(67))
  await world.settle()
  expect(onThePage(world)).toHaveLength(2)
  expect(inChat(world, 1)[0]?.body).toContain('Person 67 (telegram:67)')
  expect(inChat(world, 1).filter(({ part }) => part === 0)).toHaveLength(1)
  expect(inChat(world, -100)).toEqual([])
})

test('a channel that is not set up is not written to', async () => {
  const world = createRoadWorld()
  world.say('hello', from(1))
  await world.settle()
  const channels = new Map([...world.channels].filter(([name]) => name !== 'telegram'))
  createOwnerAlarm({ ...world, channels })('the roof is open')
  await world.settle()
  expect(onThePage(world)).toEqual(['the roof is open'])
  expect(inChat(world, 1)).toEqual([])
})

test('the same alarm is given once an hour, however often the daemon is started', async () => {
  const world = createRoadWorld()
  for (let start = 0; start < 3; start++) createOwnerAlarm(world)('the roof is open')
  createOwnerAlarm(world)('the door is open')
  world.clock.advance(3_600_000)
  createOwnerAlarm(world)('the roof is open')
  await world.settle()
  expect(onThePage(world)).toEqual(['the roof is open', 'the door is open', 'the roof is open'])
})

test('the notices on the page are the owner’s, also when the first of them is about an answer for a member', async () => {
  const world = createRoadWorld()
  const member = world.member(43)
  world.telegram.receipts.push({ status: 'refused', reason: 'the bot was blocked' })
  world.say('hello', from(43))
  await world.settle()
  expect(onThePage(world)).toEqual([expect.stringContaining('the bot was blocked')])
  const notices = makeChatId('web', 'notices')
  expect(isPrivateTo(world.db, notices, member.id)).toBe(false)
  expect(isPrivateTo(world.db, notices, world.owner.id)).toBe(true)
})
