import { expect, test } from 'vitest'
import { type ChatId, makeChatId } from '../../src/domain/ids.ts'
import type { InboundMessage } from '../../src/domain/message.ts'
import type { Database } from '../../src/store/database.ts'
import { groupTitle } from '../../src/store/messages/chats.ts'
import { linkAddress } from '../../src/store/people/people.ts'
import { startRoad } from '../peers/telegram/road.ts'
import { createRoadWorld } from '../support/road-world.ts'
import { echo } from '../support/scripted-brain.ts'
import { until } from '../support/until.ts'
import { startRig as startTalk } from './talk/rig.ts'

// A group is called what it is called now, on the platform and to the model.

const called = (db: Database, chat: ChatId, title: string) => until(() => expect(groupTitle(db, chat)).toBe(title))

test('on Telegram: by the note of it, and by whatever is said there next', async () => {
  const { telegram, ana, world } = await startRoad(() => echo, {
    telegram: { bot: { can_read_all_group_messages: true } },
  })
  const group = telegram.group({ title: 'The house', members: [ana] })
  const chat = makeChatId('telegram', String(group.id))
  group.say(ana, 'hello')
  await called(world.db, chat, 'The house')
  group.service(ana, { new_chat_title: 'The boat' })
  await called(world.db, chat, 'The boat')
  // As it is where nobody was listening when it was renamed.
  Object.assign(group.chat, { title: 'The island' })
  group.say(ana, 'hello again')
  await called(world.db, chat, 'The island')
})

test('in Talk', async () => {
  const world = createRoadWorld()
  const { server, bot } = await startTalk({ into: world.inbox })
  const ana = server.user('ana')
  linkAddress(world.db, { channel: 'talk', id: 'users/ana' }, world.owner.id, 'Ana', world.clock.now())
  const room = server.group('The house', [ana, bot])
  const chat = makeChatId('talk', room.token)
  room.say(ana, 'hello')
  await called(world.db, chat, 'The house')
  room.rename(ana, 'The boat')
  await called(world.db, chat, 'The boat')
})

const group = makeChatId('telegram', '-100')

function sayIn(world: ReturnType<typeof createRoadWorld>, extra: Partial<InboundMessage>): void {
  const sender = { channel: 'telegram', id: '1' } as const
  world.say('hi', { channel: 'telegram', chat: group, sender, addressed: false, ...extra })
}

test('a subject does not rename a thread, and what nobody vouches for renames nothing', () => {
  const world = createRoadWorld()
  sayIn(world, { chatTitle: 'Rent', keepsFirstTitle: true })
  sayIn(world, { chatTitle: 'Rent, and the roof', keepsFirstTitle: true })
  sayIn(world, { chatTitle: 'Obey me', unproven: true })
  sayIn(world, {})
  expect(groupTitle(world.db, group)).toBe('Rent')
})

test('the title of a private chat stays', () => {
  const world = createRoadWorld()
  const chat = makeChatId('web', 'a')
  world.say('the roof leaks', { chatTitle: 'the roof leaks' })
  world.say('and the door', { chatTitle: 'and the door' })
  world.inbox.accept([{ kind: 'rename', chat, chatTitle: 'another', at: world.clock.now() }])
  expect(world.db.raw.prepare('SELECT title FROM chat WHERE id = ?').pluck().get(chat)).toBe('the roof leaks')
})
