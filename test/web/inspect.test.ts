import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { reasonMessages } from '../../src/gateway/reason-messages.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import { serializeText } from '../../src/messages/localized.ts'
import { ensureChat } from '../../src/store/messages/chats.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import { addPerson } from '../../src/store/people/people.ts'
import { openEpoch } from '../../src/store/recall/epochs.ts'
import { enqueueTask } from '../../src/store/work/tasks.ts'
import { insertUsage } from '../../src/store/work/usage.ts'
import type { WireFoundLines } from '../../src/web/page/wire/chat-wire.ts'
import type { InspectedPrompt, InspectedTurn } from '../../src/web/page/wire/turn-wire.ts'
import type { WebServer } from '../../src/web/server.ts'
import { ask, pageHeaders, signIn } from './http.ts'
import { recordTurn } from './seen-turn.ts'
import { chatOf, createWorld } from './world.ts'

const world = createWorld()
let server: WebServer
let cookie = ''
beforeAll(async () => {
  server = await world.serve()
  cookie = (await signIn(server)).cookie
})
afterAll(() => world.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(server.port, { path, headers: pageHeaders(server.port, { cookie, ...headers }) })
const turnOf = async (path: string) => (await get(path)).json() as InspectedTurn
const found = async (words: string) =>
  ((await get(`/api/search?q=${encodeURIComponent(words)}`)).json() as WireFoundLines).lines

/** Something said on a channel that is not the page. */
function sayOnTelegram(text: string, personId: number, id: string): { chat: ReturnType<typeof makeChatId> } {
  const chat = makeChatId('telegram', id)
  const now = world.clock.now()
  const owner = { channel: 'telegram', id } as const
  ensureChat(world.db, { id: chat, title: `Chat ${id}`, audience: 'private', owner, personId }, now)
  const common = { chat, lane: rootLane(chat), origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
  insertMessage(world.db, { ...common, author: 'human', kind: 'conversation', name: 'Ana', text })
  return { chat }
}

describe('what the model saw for an answer', () => {
  const chat = chatOf('house')
  const none = { foreign: [], from: [], lines: [] }
  test('is told part by part, with the beginning of each line, and the prompt to the letter', async () => {
    const first = world.say(chat, `the roof\nleaks\u001b[2J again, ${'drip '.repeat(60)}`)
    const { task, message } = world.say(chat, 'who mends roofs?')
    const prompt = 'Be kind.\u0007 <history>\n  ...</history>'
    recordTurn(world, chat, task, {
      status: 'CONTINUATION',
      reason: 'the last message was 2 minutes ago',
      parts: [
        { kind: 'policy', reason: reasonMessages.everyTurn, tokens: 80, messages: [] },
        {
          kind: 'history',
          reason: 'the active conversation',
          tokens: 40,
          messages: [first.message, 999_999],
          trust: 'guest',
          foreign: [{ kind: 'forward', name: 'Bob\u202e', trust: 'untrusted' }],
        },
        { kind: 'message', reason: 'in every request', tokens: 6, messages: [message] },
      ],
      system: prompt,
    })
    const turn = await turnOf(`/api/chats/web:house/turns/${task}`)
    expect(turn).toMatchObject({
      status: 'CONTINUATION',
      reason: 'the last message was 2 minutes ago',
      why: [
        { en: 'The model saw the last 2 messages.' },
        { en: 'The message was treated as part of the conversation, because the last message was 2 minutes ago.' },
        { en: 'By our estimate, the history had 120 tokens.' },
      ],
      also: [],
      opens: true,
      tokens: 120,
      budget: 30_000,
      system: prompt,
      text: '<message>hello</message>',
      leftOut: [],
    })
    const [policy, history, asked] = turn.parts
    expect(policy).toEqual({
      kind: 'policy',
      name: { en: 'instructions', de: 'Anweisungen' },
      reason: { en: 'in every request', de: 'bei jeder Anfrage' },
      tokens: 80,
      share: 'system',
      isPast: false,
      ...none,
    })
    expect(history).toMatchObject({ share: 'history', isPast: true, trust: 'guest', foreign: [{ name: 'Bob' }] })
    expect(history?.from).toEqual([expect.stringContaining('the roof')])
    expect(history?.lines).toEqual([
      {
        id: first.message,
        who: 'Ana',
        at: expect.any(Number),
        text: expect.stringMatching(/^the roof leaks\[2J again, drip .*…$/),
      },
    ])
    expect(history?.lines[0]?.text).toHaveLength(120)
    expect(asked?.lines[0]?.text).toBe('who mends roofs?')
  })

  test('says for each reason what was left out, and how much more', async () => {
    const near = world.say(chat, 'near').message
    const nearer = world.say(chat, 'nearer').message
    const { task } = world.say(chat, 'and now?')
    const { noRoom, olderThan } = reasonMessages
    const more = { [serializeText(olderThan(5))]: 40, 'as it was recorded before': 2 }
    const nearest = [noRoom, olderThan(5)].map((reason, at) => ({ id: [nearer, near][at] ?? 0, reason }))
    recordTurn(world, chat, task, { leftOut: { nearest, more } })
    expect((await turnOf(`/api/chats/web:house/turns/${task}`)).leftOut).toMatchObject([
      { reason: { en: 'there is no room left for it', de: 'kein Platz mehr' }, more: 0, lines: [{ text: 'nearer' }] },
      { reason: { en: 'older than 5 hours', de: 'älter als 5 Stunden' }, more: 40, lines: [{ text: 'near' }] },
      { reason: 'as it was recorded before', more: 2, lines: [] },
    ])
  })

  test('has the prompt of its session when it goes on with one', async () => {
    const { task } = world.say(chat, 'go on')
    const made = { brain: 'script', session: 's', terms: 't', trust: 'owner', seen: 0 } as const
    const epoch = openEpoch(world.db, { ...made, lane: rootLane(chat), prompt: 'The session.' }, momentOf(world.clock))
    recordTurn(world, chat, task, { system: null, epochId: epoch.id, opens: false })
    const turn = await turnOf(`/api/chats/web:house/turns/${task}`)
    expect([turn.opens, turn.system]).toEqual([false, 'The session.'])
  })

  test('comes with what changed since the turn before, what it cost, and the commands that take it otherwise', async () => {
    const here = chatOf('change')
    const turn = (question: string) => {
      const { task } = world.say(here, question)
      const status = question === 'first' ? 'NEW CONVERSATION' : 'CONTINUATION'
      recordTurn(world, here, task, { status, system: `Be kind.\nOne.\n${question}`, text: question })
      return task
    }
    const [first, second] = [turn('first'), turn('second')]
    const tokens = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 300, cacheWriteTokens: 0 }
    const call = { ...tokens, taskId: second, origin: 'chat', brain: 'claude', model: 'm', firstTextMs: 900 } as const
    insertUsage(world.db, { ...call, costUsd: 0.02, ...momentOf(world.clock) })
    const before = await turnOf(`/api/chats/web:change/turns/${first}`)
    expect([before.change, before.calls]).toEqual([undefined, []])
    expect(before.otherwise).toEqual([{ label: expect.stringContaining('Answer again'), data: `continue ${first} 1` }])
    const after = await turnOf(`/api/chats/web:change/turns/${second}`)
    expect(after.otherwise).toEqual([{ label: 'Start a new conversation from here', data: 'new' }])
    expect(after.calls).toEqual([
      {
        brain: 'claude',
        model: 'm',
        readTokens: 400,
        cacheReadTokens: 300,
        cacheWriteTokens: 0,
        outputTokens: 20,
        usd: 0.02,
        firstTextMs: 900,
      },
    ])
    expect(after.change).toMatchObject({ added: 2, removed: 2, more: 0 })
    expect(after.change?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same Be kind.',
      'same One.',
      'removed first',
      'added second',
      'same ',
      'removed first',
      'added second',
    ])
  })

  test('can be asked for a message that is not sent: it changes nothing, and is bound to the page like the rest', async () => {
    const line = world.say(chatOf('orchard'), 'the quince is pruned in February').message
    const rows = () => world.db.statement('SELECT count(*) FROM message').pluck().get()
    const stored = rows()
    const post = (chat: string, body: object, headers = {}) =>
      ask(server.port, {
        method: 'POST',
        path: `/api/chats/${chat}/preview`,
        headers: pageHeaders(server.port, { cookie, ...headers }),
        body: JSON.stringify(body),
      })
    const seen = (
      await post('web:orchard', { text: 'when is the quince pruned?', replyTo: line })
    ).json() as InspectedPrompt
    expect(seen).toMatchObject({
      opens: true,
      why: [{ en: expect.stringMatching(/^The model saw/) }, { en: expect.any(String) }, { en: expect.any(String) }],
    })
    expect(seen.text).toContain('when is the quince pruned?')
    expect(seen.parts.map(({ kind }) => kind)).toContain('quoted-reply')
    expect(rows()).toBe(stored)
    expect((await post('web:orchard', { text: 'so?', replyTo: 999_999 })).status).toBe(400)
    expect((await post('web:orchard', { text: ' ' })).status).toBe(400)
    expect((await post('telegram:7', { text: 'so?' })).status).toBe(404)
    expect((await post('web:orchard', { text: 'so?' }, { cookie: '' })).status).toBe(401)
    expect((await post('web:orchard', { text: 'so?' }, { origin: 'http://evil.example' })).status).toBe(403)
  })

  test('is the one of that answer when the task was tried again later', async () => {
    const { task } = world.say(chat, 'try')
    for (const at of [1000, 2000]) recordTurn(world, chat, task, { at: new Date(at), text: `turn ${at}` })
    const path = `/api/chats/web:house/turns/${task}`
    expect((await turnOf(`${path}?until=1500`)).text).toBe('turn 1000')
    expect((await turnOf(`${path}?until=2500`)).text).toBe('turn 2000')
    expect((await turnOf(path)).text).toBe('turn 2000')
    expect((await get(`${path}?until=soon`)).status).toBe(400)
  })

  test('is shown to whoever is signed in on the page, for chats that are the owner’s, and nobody else', async () => {
    const { task } = world.say(chat, 'mine')
    recordTurn(world, chat, task)
    const { now, steady } = momentOf(world.clock)
    const turnIn = (personId: number, id: string) => {
      const { chat } = sayOnTelegram('hello', personId, id)
      const work = { kind: 'reply', chat, lane: rootLane(chat), personId, route: { chat } } as const
      const made = enqueueTask(world.db, { ...work, dueAt: steady, deadlineAt: steady, queuedAt: steady }, now)
      recordTurn(world, chat, made)
      return made
    }
    const foreign = turnIn(addPerson(world.db, { name: 'Bo', role: 'member' }, now).id, '7')
    const path = `/api/chats/web:house/turns/${task}`
    expect((await turnOf(path)).otherwise).toHaveLength(1)
    // Nothing can be pressed here in a chat of another channel.
    expect((await turnOf(`/api/chats/telegram:8/turns/${turnIn(world.ownerId, '8')}`)).otherwise).toEqual([])
    expect((await get(path, { cookie: '' })).status).toBe(401)
    expect((await get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const other of [
      `/api/chats/telegram:7/turns/${foreign}`,
      `/api/chats/web:house/turns/${foreign}`,
      `/api/chats/web:other/turns/${task}`,
      '/api/chats/web:house/turns/999999',
      '/api/chats/web:house/turns/x',
    ]) {
      expect([other, (await get(other)).status]).toEqual([other, 404])
    }
  })

  test('is said to be unknown where nothing was recorded', async () => {
    const { task } = world.say(chat, 'before all this')
    const answer = await get(`/api/chats/web:house/turns/${task}`)
    expect([answer.status, answer.json()]).toEqual([404, { error: expect.stringContaining('not recorded') }])
  })
})

describe('the search', () => {
  test('finds a line in any chat of the owner, with the words marked as they stand there', async () => {
    world.say(chatOf('garden'), 'Dr. Novák repaired the greenhouse in May')
    const { chat } = sayOnTelegram('the greenhouse needs glass', world.ownerId, '8')
    const lines = await found('repairs greenhouse')
    expect(lines.map((line) => line.chat)).toEqual([chatOf('garden'), chat])
    expect(lines[0]).toEqual({
      id: expect.any(Number),
      chat: chatOf('garden'),
      title: 'Dr. Novák repaired the greenhouse in May',
      who: 'Ana',
      at: expect.any(Number),
      pieces: [
        { text: 'Dr. Novák ', hit: false },
        { text: 'repaired', hit: true },
        { text: ' the ', hit: false },
        { text: 'greenhouse', hit: true },
        { text: ' in May', hit: false },
      ],
    })
  })

  test('shows of a long line what stands around the first word', async () => {
    world.say(chatOf('long'), `${'before '.repeat(500)} the xylophone ${'after '.repeat(500)}`)
    const text = (await found('xylophone'))[0]?.pieces.map((piece) => piece.text).join('') ?? ''
    expect(text).toMatch(/^….*before the xylophone after .*…$/)
    expect(text.length).toBeLessThan(400)
  })

  test('finds words of languages that put no space between them', async () => {
    world.say(chatOf('asia'), '昨天屋顶漏水了')
    const hits = (await found('屋顶'))[0]?.pieces.filter(({ hit }) => hit).map(({ text }) => text)
    expect(hits).toEqual(['屋顶'])
  })

  test('never shows what is said in chats of others', async () => {
    const bob = addPerson(world.db, { name: 'Bob', role: 'member' }, world.clock.now())
    sayOnTelegram('the zeppelin lands at noon', bob.id, '9')
    expect(await found('zeppelin')).toEqual([])
  })

  test('needs a session, the page, and something to look for', async () => {
    expect((await get('/api/search?q=roof')).status).toBe(200)
    expect((await get('/api/search?q=roof', { cookie: '' })).status).toBe(401)
    expect((await get('/api/search?q=roof', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const query of ['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`]) {
      expect([query, (await get(`/api/search${query}`)).status]).toEqual([query, 400])
    }
  })
})
