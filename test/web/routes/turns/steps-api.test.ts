import { expect, onTestFinished, test } from 'vitest'
import { makeChatId, rootLane } from '../../../../src/domain/ids.ts'
import { ensureChat } from '../../../../src/store/messages/chats.ts'
import { insertMessage } from '../../../../src/store/messages/messages.ts'
import { addPerson } from '../../../../src/store/people/people.ts'
import { insertActions, insertAnswer } from '../../../../src/store/work/answers.ts'
import { ask, pageHeaders, signIn } from '../../http.ts'
import { chatOf, createWorld } from '../../world.ts'

test('what was done and thought for an answer is told to the owner, for a line of that chat only', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  const { port, link } = await world.serve()
  const { task } = world.say(chatOf('a'), 'cake please')
  const line = await world.reply(task, 'Here.')
  const step = { line: 'running "make"', failed: true, input: 'make', output: 'no\u001b[31m rule' }
  insertActions(world.db, line, [step])
  insertAnswer(world.db, line, { brain: 'claude', model: 'big', ms: 1200, usd: 0.01, thought: 'Flour first.' })
  const path = (chat: string, id: number | string) => `/api/chats/${chat}/lines/${id}/steps`

  expect((await ask(port, { path: path('web:a', line), headers: pageHeaders(port) })).status).toBe(401)
  const { cookie } = await signIn({ port, link })
  const headers = pageHeaders(port, { cookie })
  const told = await ask(port, { path: path('web:a', line), headers })
  expect(told.json()).toEqual({ steps: [{ ...step, output: 'no[31m rule' }], thought: 'Flour first.' })
  for (const wrong of [path('web:b', line), path('web:a', line + 99), path('web:a', 'x')])
    expect((await ask(port, { path: wrong, headers })).status).toBe(404)
  const { lines } = (await ask(port, { path: '/api/chats/web:a/lines', headers })).json() as { lines: unknown[] }
  expect(lines.at(-1)).toMatchObject({ making: { who: 'big', ms: 1200, usd: 0.01, thinks: true } })
})

test('what was done for somebody else in private is not the owner’s to read', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  const server = await world.serve()
  const now = world.clock.now()
  const chat = makeChatId('telegram', '7')
  const personId = addPerson(world.db, { name: 'Bo', role: 'member' }, now).id
  ensureChat(
    world.db,
    { id: chat, title: 'Bo', audience: 'private', owner: { channel: 'telegram', id: '7' }, personId },
    now,
  )
  const common = { chat, lane: rootLane(chat), origin: 'chat', trust: 'member', at: now, receivedAt: now } as const
  const line = insertMessage(world.db, { ...common, author: 'bot', kind: 'conversation', name: 'Skein', text: 'Done.' })
  insertActions(world.db, line, [{ line: 'reading a file', failed: false, output: 'private' }])
  const headers = pageHeaders(server.port, { cookie: (await signIn(server)).cookie })
  const told = await ask(server.port, { path: `/api/chats/telegram:7/lines/${line}/steps`, headers })
  expect(told.status).toBe(404)
  expect(told.text).not.toContain('private')
})
