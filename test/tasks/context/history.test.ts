import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { localOwner, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { createHistorySource } from '../../../src/tasks/context/history.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

test.each([
  ['what did we say about the roof in House and Garden?', true],
  ['what did we say about the roof of the house?', false],
  ['what did we say about the roof?', false],
])('%s names the other chat: %s', (text, named) => {
  const { db, chat, lane, owner, say } = createRecallWorld()
  const other = makeChatId('web', 'other')
  ensureChat(
    db,
    { id: other, title: 'House and Garden', audience: 'private', owner: localOwner, personId: owner.id },
    noon,
  )
  ensureLane(db, rootLane(other), other)
  say(0, 'the roof here is fine')
  say(1, 'the roof leaks', { chat: other, lane: rootLane(other) })
  const config = loadConfig(undefined, { HOME: '/nonexistent' })
  const found = createHistorySource(db, () => config).recall({
    text,
    chat,
    lane,
    chats: { here: chat, allChatsOf: owner.id },
    bound: { asOf: new Date(noon.getTime() + 86_400_000), before: Number.MAX_SAFE_INTEGER },
    after: undefined,
    meaning: undefined,
    timezone: 'UTC',
    tail: [],
    exclude: new Set(),
    bar: 'opening',
    activeMinutes: 30,
    limit: 10,
  })
  expect(found.hits.find(({ message }) => message.chat === other)?.named).toBe(named)
  expect(found.hits.find(({ message }) => message.chat === chat)?.named).toBe(false)
})
