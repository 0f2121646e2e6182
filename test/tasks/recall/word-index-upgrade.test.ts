import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { createWordIndexUpgrade } from '../../../src/tasks/recall/word-index-upgrade.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

test('a past that was imported before its chat was anybody’s is found from the moment it is, and moved soon after', async () => {
  const { db, owner, say } = createRecallWorld()
  const chat = makeChatId('telegram', '7')
  const address = { channel: 'telegram', id: '7' } as const
  ensureChat(db, { id: chat, title: 'Ana', audience: 'group' }, noon)
  ensureLane(db, rootLane(chat), chat)
  const ids = Array.from({ length: 120 }, (_, n) => say(n, `the roof, part ${n}`, { chat, lane: rootLane(chat) }))
  const source = createRecallSource(db)
  const found = () =>
    source.messagesContaining({ here: undefined, allChatsOf: owner.id }, ['roof'], {
      most: 500,
      asOf: new Date(8.64e15),
    })[0]
  expect(found()).toEqual([])
  ensureChat(db, { id: chat, title: 'Ana', audience: 'private', owner: address }, noon)
  linkAddress(db, address, owner.id, 'Ana', noon)
  expect(found()).toEqual(ids.toReversed())
  const stop = new AbortController()
  const moving = createWordIndexUpgrade({ db, persist: async (write) => write(), log: silentLog }, 5).run(stop.signal)
  await until(() => expect(db.statement('SELECT 1 FROM earlier_owner').get()).toBeUndefined())
  expect(found()).toEqual(ids.toReversed())
  stop.abort()
  await moving
  const filed = db.statement('SELECT count(*) FROM message_word WHERE message_word MATCH ?').pluck()
  expect([filed.get(`"§0§roof"`), filed.get(`"§${owner.id}§roof"`)]).toEqual([0, 120])
})
