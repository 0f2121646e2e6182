import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { makePairing } from '../../../src/tasks/people/pairing.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const from = (id: number, chat = id) =>
  ({
    channel: 'telegram',
    chat: makeChatId('telegram', String(chat)),
    sender: { channel: 'telegram', id: String(id) },
    senderName: `Person ${id}`,
  }) as const

async function answersTo(world: RoadWorld, id: number): Promise<string[]> {
  await world.settle()
  return world.telegram.sent.filter(({ route }) => route.chat === `telegram:${id}`).map(({ body }) => body)
}

test('a code is too old after 15 minutes', async () => {
  const world = createRoadWorld()
  const { code } = makePairing(world.db, 'member', momentOf(world.clock))
  world.clock.advance(15 * 60_000)
  world.say(`/start ${code}`, from(50))
  expect(await answersTo(world, 50)).toEqual([expect.stringContaining('invalid or has expired')])
})

test('a code lets in one person', async () => {
  const world = createRoadWorld()
  const { code } = makePairing(world.db, 'member', momentOf(world.clock))
  world.say(`/start ${code}`, from(50))
  world.say(`/start ${code}`, from(51))
  expect(await answersTo(world, 50)).toEqual([expect.stringContaining('Welcome, Person 50')])
  expect(await answersTo(world, 51)).toEqual([expect.stringContaining('invalid or has expired')])
})

test('a code that is said in a group lets nobody in and stays good', async () => {
  const world = createRoadWorld()
  const { code } = makePairing(world.db, 'member', momentOf(world.clock))
  world.say(`/start ${code}`, from(50, -100))
  world.say(`/start ${code}`, from(51))
  expect(await answersTo(world, 51)).toEqual([expect.stringContaining('Welcome, Person 51')])
  world.say('/whoami', from(50))
  expect(await answersTo(world, 50)).toEqual([])
})

test('who guessed too often is not let in even with the right code, until the owner makes another', async () => {
  const world = createRoadWorld()
  const { code } = makePairing(world.db, 'member', momentOf(world.clock))
  for (let guess = 0; guess < 6; guess++) world.say(`/start WRONG${guess}`, from(50))
  world.say(`/start ${code}`, from(50))
  expect(await answersTo(world, 50)).toHaveLength(5)
  world.say(`/start ${makePairing(world.db, 'member', momentOf(world.clock)).code}`, from(50))
  expect(await answersTo(world, 50)).toHaveLength(6)
  expect((await answersTo(world, 50)).at(-1)).toContain('Welcome')
})

test('the owner makes a code in a chat of their own, and nobody else does', async () => {
  const world = createRoadWorld()
  world.member(43)
  world.say('/pair', from(1, -100))
  world.say('/pair', from(43))
  world.say('/pair', from(1))
  expect(await answersTo(world, -100)).toEqual([expect.stringContaining('in a private chat')])
  expect(await answersTo(world, 43)).toEqual(['Only the owner can do that.'])
  const code = /\/start (\w+)/.exec((await answersTo(world, 1)).join(''))?.[1]
  world.say(`/start ${code}`, from(50))
  expect(await answersTo(world, 50)).toEqual([expect.stringContaining('Welcome')])
})

test('the owner sees in chat who is let in, and takes somebody out', async () => {
  const world = createRoadWorld()
  world.say(`/start ${makePairing(world.db, 'member', momentOf(world.clock)).code}`, from(50))
  world.say('/pair list', from(1))
  world.say('/pair remove telegram:50', from(1))
  world.say('/pair remove nobody', from(1))
  world.say('hello?', from(50))
  const told = (await answersTo(world, 1)).join(' ')
  expect(told).toContain('Person 50  member  telegram:50 (pairing)')
  expect(told).toContain('telegram:50 is removed.')
  expect(told).toContain('for example telegram:1')
  expect((await answersTo(world, 50)).at(-1)).toContain('people my owner has let in')
})

test('what was said at the door is no conversation: it lowers nobody’s trust once they are in', async () => {
  const world = createRoadWorld()
  const { code } = makePairing(world.db, 'owner', momentOf(world.clock))
  for (const text of ['hello?', `/start ${code}`, 'where is the ladder?']) world.say(text, from(50))
  await world.settle()
  const said = "SELECT kind || ' ' || trust FROM message WHERE author = 'human' ORDER BY id"
  expect(world.db.statement(said).pluck().all()).toEqual([
    'command untrusted',
    'command untrusted',
    'conversation owner',
  ])
  expect(
    world.db.statement("SELECT trust FROM message WHERE author = 'bot' AND kind = 'conversation'").pluck().all(),
  ).toEqual(['owner'])
})
