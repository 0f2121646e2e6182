import { expect, test } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import { createWebChannel, type WebEvent } from '../../../src/channels/web/web.ts'
import type { Delivery } from '../../../src/domain/delivery.ts'
import { NotStoredError } from '../../../src/domain/errors.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { InboundEvent } from '../../../src/domain/message.ts'

const chat = makeChatId('web', 'one')
const sender = { channel: 'web', id: 'owner' } as const
const line = { chat, key: 'k1', text: '  Plan the\tgarden \nand more', sender, senderName: 'Ana' }

function start(accept: Inbox['accept'] = (events) => events.map(() => ({ status: 'stored', message: 7, task: 3 }))) {
  let mono = 1000
  const clock = { now: () => new Date('2026-03-01T10:00:00Z'), mono: () => mono }
  const channel = createWebChannel({ clock })
  const stopping = new AbortController()
  const events: InboundEvent[] = []
  const heard: WebEvent[] = []
  channel.subscribe((event) => heard.push(event))
  const inbox: Inbox = {
    knows: () => true,
    isWorkedOn: () => true,
    wasErased: () => false,
    languageIn: () => 'en',
    cursor: () => undefined,
    keep: () => [],
    memory: () => undefined,
    accept: (given) => (events.push(...given), accept(given)),
  }
  const listening = channel.listen(inbox, stopping.signal)
  return { channel, events, heard, stopping, listening, pass: (ms: number) => (mono += ms) }
}

test('what is said reaches intake with a key that a second try repeats', () => {
  const { channel, events } = start()
  expect(channel.say(line)).toEqual({ status: 'stored', message: 7, task: 3 })
  expect(events).toMatchInlineSnapshot(`
    [
      {
        "account": "local",
        "addressed": true,
        "at": 2026-03-01T10:00:00.000Z,
        "audience": "private",
        "channel": "web",
        "chat": "web:one",
        "chatTitle": "Plan the garden",
        "keys": [
          "web:web:one:k1",
        ],
        "kind": "message",
        "raw": "{"chat":"web:one","key":"k1","text":"  Plan the\\tgarden \\nand more"}",
        "remoteId": "k1",
        "sender": {
          "channel": "web",
          "id": "owner",
        },
        "senderName": "Ana",
        "text": "  Plan the	garden 
    and more",
      },
    ]
  `)
})

test('a stored line is told to every page, a duplicate to none', () => {
  const stored = start()
  stored.channel.say(line)
  expect(stored.heard).toEqual([{ kind: 'line', chat, message: 7 }])
  const seen = start((events) => events.map(() => ({ status: 'duplicate', message: 7 })))
  expect(seen.channel.say(line)).toEqual({ status: 'duplicate', message: 7 })
  expect(seen.heard).toEqual([])
})

test('nothing is taken before listening, after stopping, or when the store fails', async () => {
  const idle = createWebChannel({ clock: { now: () => new Date(), mono: () => 0 } })
  expect(() => idle.say(line)).toThrow(NotStoredError)
  const failing = start(() => {
    throw new Error('disk full')
  })
  expect(() => failing.channel.say(line)).toThrow(NotStoredError)
  expect(() => failing.channel.stop(chat, sender)).toThrow(NotStoredError)
  const stopped = start()
  stopped.stopping.abort()
  await stopped.listening
  expect(() => stopped.channel.say(line)).toThrow(NotStoredError)
})

test('a delivery shows the stored line, and sending it again says the same', async () => {
  const { channel, heard, stopping } = start()
  const delivery: Delivery = {
    id: 1,
    key: 'task:3:1:0',
    message: 9,
    lane: rootLane(chat),
    route: { chat },
    kind: 'reply',
    part: 0,
    body: 'Hello.',
    buttons: [],
    files: [],
    attempt: 1,
    maybeRepeat: false,
    language: 'en',
    at: new Date(0),
  }
  expect(await channel.send(delivery, stopping.signal)).toEqual({ status: 'sent', remoteId: '9' })
  expect(await channel.send({ ...delivery, maybeRepeat: true }, stopping.signal)).toEqual({
    status: 'sent',
    remoteId: '9',
  })
  expect(heard).toEqual(Array(2).fill({ kind: 'line', chat, message: 9 }))
  expect(await channel.reconcile(delivery, stopping.signal)).toEqual({ status: 'absent' })
})

test('a stop goes to intake at once', () => {
  const { channel, events } = start((given) => given.map(() => ({ status: 'stopped', tasks: 2 })))
  expect(channel.stop(chat, sender)).toEqual({ status: 'stopped', tasks: 2 })
  expect(events).toEqual([{ kind: 'stop', chat, sender, at: new Date('2026-03-01T10:00:00Z') }])
})

test('it counts as attempting while it listens, and no longer', async () => {
  const { channel, stopping, listening, pass } = start()
  pass(500)
  expect(channel.lastAttempt()).toBe(1500)
  stopping.abort()
  await listening
  pass(60_000)
  expect(channel.lastAttempt()).toBe(1500)
})

test('who unsubscribed hears nothing more', () => {
  const { channel } = start()
  const heard: WebEvent[] = []
  const unsubscribe = channel.subscribe((event) => heard.push(event))
  unsubscribe()
  channel.say(line)
  expect(heard).toEqual([])
})
