import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundEvent } from '../../../src/domain/message.ts'
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

const kept = (world: RoadWorld) =>
  world.db.raw.prepare("SELECT text FROM message WHERE author = 'human' ORDER BY id").pluck().all()
const refusals = (world: RoadWorld) =>
  world.db.raw.prepare("SELECT count(*) FROM message WHERE text LIKE '%my owner has let in%'").pluck().get()
const notices = (world: RoadWorld) =>
  world.web.sent.filter(({ route }) => route.chat === makeChatId('web', 'notices')).map(({ body }) => body)
const HOUR = 3_600_000

test('of somebody who is not let in nothing is kept beyond what was refused, and no more of that than a page', () => {
  const world = createRoadWorld()
  const raw = 'x'.repeat(100_000)
  const edit = (text: string, remoteId: string): InboundEvent => {
    const words = { keys: [text], text, raw, remoteId, addressed: true }
    return { ...from(66), audience: 'private', kind: 'edit', account: 'a', at: world.clock.now(), ...words }
  }
  world.say('y'.repeat(50_000), { ...from(66), raw })
  for (let line = 0; line < 20; line++) world.say(`please ${line}`, { ...from(66), raw })
  world.inbox.accept([edit('please again', 'k1'), edit('please what', 'k2')])
  expect(kept(world)).toEqual([expect.stringMatching(/^y{1999}…$/)])
  expect(refusals(world)).toBe(1)
  const bytes = 'SELECT sum(length(text) + coalesce(length(raw), 0)) FROM message'
  expect(world.db.raw.prepare(bytes).pluck().get()).toBeLessThan(4000)
})

describe('four hundred of them, two lines each', () => {
  function flood(world: RoadWorld): void {
    world.db.transaction(() => {
      for (let round = 0; round < 2; round++) for (let id = 1000; id < 1400; id++) world.say('let me in', from(id))
    })
  }

  test('make us say thirty lines an hour and keep two hundred a day, in sum', () => {
    const world = createRoadWorld()
    flood(world)
    expect([refusals(world), kept(world).length]).toEqual([30, 30])
    for (let hour = 1; hour < 12; hour++) {
      world.clock.advance(HOUR)
      flood(world)
    }
    expect([refusals(world), kept(world).length]).toEqual([200, 200])
    world.clock.advance(13 * HOUR)
    flood(world)
    expect([refusals(world), kept(world).length]).toEqual([230, 230])
  })

  test('are one notice to the owner, and one more when half an hour is over', async () => {
    const world = createRoadWorld()
    world.say('hello', from(1))
    flood(world)
    await world.settle()
    expect(notices(world)).toEqual([expect.stringContaining('Person 1000 (telegram:1000) wrote to me')])
    world.clock.advance(HOUR / 2)
    await world.settle()
    expect(notices(world).slice(1)).toEqual([
      expect.stringMatching(/^29 people I do not know .* refused\. 740 more messages .* last one was from Person 1399/),
    ])
    world.clock.advance(HOUR)
    await world.settle()
    expect(notices(world)).toHaveLength(2)
  })

  test('do not keep out who brings the right code, and guesses cost no more than anything else', async () => {
    const world = createRoadWorld()
    const { code } = makePairing(world.db, 'member', momentOf(world.clock))
    flood(world)
    for (let id = 2000; id < 2100; id++) world.say('/start WRONG', from(id))
    world.say(`/start ${code}`, from(50))
    world.say('where is the ladder?', from(50))
    await world.settle()
    const said = world.telegram.sent.filter(({ route }) => route.chat === from(50).chat).map(({ body }) => body)
    expect(said).toEqual([expect.stringContaining('Welcome'), 'echo: where is the ladder?'])
    expect(world.db.raw.prepare('SELECT count(*) FROM pairing_failure').pluck().get()).toBe(0)
  })
})

describe('in a group', () => {
  const club = -100

  test('strangers among themselves are not kept; where somebody of ours has spoken they are context', () => {
    const world = createRoadWorld()
    world.say('buy this', { ...from(66, club), addressed: false })
    world.say('you there', from(66, club))
    world.say('and again', from(66, club))
    world.say('hello', { ...from(1, club), addressed: false })
    world.say('the hose is in the shed', { ...from(66, club), addressed: false })
    expect(kept(world)).toEqual(['you there', 'hello', 'the hose is in the shed'])
  })

  test('so they are where somebody of ours brought us in, and not where a stranger did', () => {
    const world = createRoadWorld()
    const brought = (id: number, chat: number) => {
      const where = { chat: makeChatId('telegram', String(chat)), by: from(id).sender, at: world.clock.now() }
      world.inbox.accept([{ kind: 'membership', audience: 'group', standing: 'in', ...where }])
    }
    brought(1, club)
    brought(66, -200)
    world.say('the hose is in the shed', { ...from(66, club), addressed: false })
    world.say('buy this', { ...from(66, -200), addressed: false })
    expect(kept(world)).toEqual(['the hose is in the shed'])
  })

  test('and there is an end to what is kept of them, and none to what is kept of us', () => {
    const world = createRoadWorld()
    world.say('hello', from(1, club))
    world.db.transaction(() => {
      for (let line = 0; line < 2100; line++) world.say(`talk ${line}`, { ...from(66, club), addressed: false })
    })
    expect(kept(world)).toHaveLength(2001)
    world.say('and we go on', from(1, club))
    expect(kept(world)).toHaveLength(2002)
  })
})
