import { expect, test } from 'vitest'
import { makeChatId, rootLane, topicLane } from '../../../../src/domain/ids.ts'
import { momentOf } from '../../../../src/lib/time/clock.ts'
import { ensureChat } from '../../../../src/store/messages/chats.ts'
import { takeBack } from '../../../../src/store/messages/deletions.ts'
import { readLinePage } from '../../../../src/store/messages/line-pages.ts'
import { insertMessage, type NewMessage } from '../../../../src/store/messages/messages.ts'
import { toWireLine } from '../../../../src/web/routes/chats/line-view.ts'
import { createWorld } from '../../world.ts'

test('a line says who speaks among others, where, what it said before and that it was taken back', async () => {
  const world = createWorld()
  const { db, clock, ownerId } = world
  const room = makeChatId('talk', 'room')
  const at = clock.now()
  ensureChat(db, { id: room, title: 'Room', audience: 'group', personId: ownerId }, at)
  const place = { chat: room, lane: rootLane(room), origin: 'chat', trust: 'member', at, receivedAt: at } as const
  const common = { ...place, author: 'human', kind: 'conversation', name: 'Bo', text: 'words' } as const
  const say = (more: Partial<NewMessage>) =>
    insertMessage(db, {
      ...common,
      ...more,
    })
  const first = say({ remoteId: '1', text: 'at six' })
  const second = say({ remoteId: '1', text: '[edited] at seven' })
  const mine = say({ personId: ownerId, name: 'Ana', lane: topicLane(room, '12') })
  const gone = say({ remoteId: '2', text: 'oh dear' })
  const ours = say({ author: 'bot', trust: 'owner', name: 'Skein', text: 'the key is [secret]' })
  takeBack(db, gone, momentOf(clock))

  const lines = readLinePage(db, room, {}).lines.map((line) => toWireLine(line, clock, ownerId))
  const told = Object.fromEntries(lines.map((line) => [line.id, line]))
  expect(told[first]).toMatchObject({ speaker: 'other', name: 'Bo', text: 'at six', later: second })
  expect(told[second]).toMatchObject({ text: 'at seven', earlier: [{ text: 'at six', at: at.getTime() }] })
  expect(told[second]).not.toHaveProperty('later')
  expect(told[mine]).toMatchObject({ speaker: 'owner', lane: { kind: 'topic', name: '12' } })
  expect(told[mine]?.conversation).not.toBe(told[first]?.conversation)
  expect(told[gone]).toMatchObject({ deleted: { at: expect.any(Number), channel: 'talk' } })
  expect(told[ours]).toMatchObject({ holdsSecret: true })
  expect(told[ours]).not.toHaveProperty('speaker')
  await world.close()
})
