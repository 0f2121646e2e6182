import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMembership } from '../../../src/domain/message.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const chat = makeChatId('telegram', '-100')
const inGroup = { channel: 'telegram', chat, sender: { channel: 'telegram', id: '1' } } as const

function stand(world: RoadWorld, change: Pick<InboundMembership, 'standing' | 'movedTo'>): void {
  world.inbox.accept([
    { kind: 'membership', chat, audience: 'group', chatTitle: 'Roses', at: world.clock.now(), ...change },
  ])
}

const states = (world: RoadWorld) =>
  world.db.raw.prepare("SELECT state FROM outbox WHERE channel = 'telegram'").pluck().all()

test('what was to be said waits while we are out, the owner is told, and it goes out when we are in again', async () => {
  const world = createRoadWorld()
  world.say('/start', inGroup)
  stand(world, { standing: 'out' })
  await world.settle()
  expect(states(world)).toEqual(['held'])
  expect(world.web.sent.map(({ body }) => body)).toEqual([expect.stringContaining('I was removed from Roses')])
  stand(world, { standing: 'in' })
  await world.settle()
  expect(world.telegram.sent).toHaveLength(1)
})

test('what could not be read is kept once, as it came', () => {
  const world = createRoadWorld()
  const event = {
    kind: 'unreadable',
    channel: 'telegram',
    account: '7',
    key: 'u1',
    at: world.clock.now(),
    raw: '{"x":1',
  } as const
  world.inbox.accept([event, event])
  expect(world.db.raw.prepare('SELECT raw FROM unread').pluck().all()).toEqual(['{"x":1'])
})
