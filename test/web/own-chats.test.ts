import { expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { ensureChat } from '../../src/store/messages/chats.ts'
import { linkAddress } from '../../src/store/people/people.ts'
import type { ChatListPage, WireFoundLines } from '../../src/web/page/wire/chat-wire.ts'
import type { LinePage } from '../../src/web/page/wire/wire.ts'
import { hear } from './browser/hear.ts'
import { ask, pageHeaders, signIn } from './http.ts'
import { chatOf, createWorld } from './world.ts'

test('a deleted chat leaves the list, its thread and the search, and comes back with what is new alone', async () => {
  const world = createWorld()
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie })
  const get = async (path: string) => (await ask(server.port, { path, headers })).json()
  const erase = (chat: string) =>
    ask(server.port, { method: 'POST', path: `/api/chats/${chat}/delete`, headers, body: '{}' })
  const room = makeChatId('talk', 'room')
  for (let n = 0; n < 120; n++) hear(world, room, { text: `zeppelin ${n}`, ago: 1000 })
  const { task } = world.say(chatOf('own'), 'another zeppelin')
  const listed = async () => ((await get('/api/chats')) as ChatListPage).chats.map(({ id }) => id)
  const found = async () => ((await get('/api/search?q=zeppelin')) as WireFoundLines).lines.map(({ chat }) => chat)

  expect((await erase('talk:unknown')).status).toBe(404)
  world.state(task, 'answered')
  world.db.raw.exec('UPDATE task SET finished_at = 1')
  expect(await get(`/api/chats/${room}/erasable`)).toEqual({ messages: 120, files: 0, facts: 0, jobs: 0 })
  const archive = await ask(server.port, { path: `/api/chats/${room}/export`, headers })
  expect(archive.headers['content-disposition']).toContain('skein-export-talk-room-')
  expect(Number(archive.headers['content-length'])).toBeGreaterThan(500)
  expect((await erase(room)).status).toBe(200)
  expect(await listed()).toEqual(['web:own'])
  expect(await found()).toEqual(['web:own'])
  expect(((await get(`/api/chats/${room}/lines`)) as LinePage).lines).toEqual([])
  expect(
    world.db.raw.prepare("SELECT count(*) FROM message WHERE chat = 'talk:room' AND text <> ''").pluck().get(),
  ).toBe(0)

  const said = hear(world, room, { text: 'a new zeppelin' })
  expect(await listed()).toContain(room)
  expect(((await get(`/api/chats/${room}/lines`)) as LinePage).lines.map(({ id }) => id)).toEqual([said])
  await world.close()
})

test('what is written into a chat elsewhere that nobody else reads goes there; no other takes anything', async () => {
  const world = createWorld()
  const { db, clock, ownerId } = world
  const server = await world.serve()
  const { cookie } = await signIn(server)
  const headers = pageHeaders(server.port, { cookie })
  const chat = makeChatId('telegram', '42')
  const address = { channel: 'telegram', id: '42' } as const
  linkAddress(db, address, ownerId, 'Ana', clock.now())
  const facts = { thread: 'x' }
  ensureChat(db, { id: chat, title: 'Ana', audience: 'private', owner: address, facts }, clock.now())
  const post = (to: string) =>
    ask(server.port, {
      method: 'POST',
      path: `/api/chats/${to}/lines`,
      headers,
      body: JSON.stringify({ key: 'k', text: 'hello' }),
    })
  expect(((await ask(server.port, { path: '/api/chats', headers })).json() as ChatListPage).chats).toMatchObject([
    { id: chat, channel: 'telegram', writable: true },
  ])
  expect((await post(chat)).json()).toMatchObject({ line: { chat, text: 'hello' } })
  expect(world.accepted).toMatchObject([{ chat, saidElsewhere: true, facts, audience: 'private' }])
  hear(world, makeChatId('talk', 'room'), {})
  for (const other of ['talk:room', 'telegram:43']) expect([other, (await post(other)).status]).toEqual([other, 404])
  await world.close()
})
