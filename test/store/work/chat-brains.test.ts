import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensurePlace } from '../../../src/store/messages/chats.ts'
import { clearChatBrain, readChatBrain, setChatBrain } from '../../../src/store/settings.ts'
import { createRoadWorld } from '../../support/road-world.ts'

test('what was chosen for a chat is kept for it alone until it is changed or taken back', () => {
  const { db, owner, clock } = createRoadWorld()
  const [here, there] = [makeChatId('web', 'here'), makeChatId('web', 'there')]
  for (const id of [here, there])
    ensurePlace(db, { id, title: 'A chat', audience: 'private' }, rootLane(id), clock.now())
  setChatBrain(db, here, { brain: 'local', model: null }, owner.id, clock.now())
  expect(readChatBrain(db, here)).toEqual({ brain: 'local', model: null })
  expect(readChatBrain(db, there)).toBeUndefined()
  setChatBrain(db, here, { brain: null, model: 'smart' }, owner.id, clock.now())
  expect(readChatBrain(db, here)).toEqual({ brain: null, model: 'smart' })
  clearChatBrain(db, here)
  expect(readChatBrain(db, here)).toBeUndefined()
})
