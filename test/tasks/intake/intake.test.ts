import { describe, expect, test } from 'vitest'
import { NotStoredError } from '../../../src/domain/errors.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { longAgo, msBetween } from '../../../src/lib/time/clock.ts'
import { readCursor } from '../../../src/store/messages/channel-state.ts'
import { readMessages } from '../../../src/store/messages/messages.ts'
import { listTasks, messageIdsOf, readTask } from '../../../src/store/work/tasks.ts'
import { createRoadWorld } from '../../support/road-world.ts'

const stored = (accepted: unknown) => accepted as { status: 'stored'; message: number; task: number }

describe('one commit', () => {
  test('a message becomes a stored line and one task', () => {
    const world = createRoadWorld()
    const { message, task } = stored(world.say('hello'))
    expect(readMessages(world.db, [message])).toMatchObject([
      { text: 'hello', author: 'human', trust: 'owner', lane: 'root:web:a' },
    ])
    expect(readTask(world.db, task)).toMatchObject({ state: 'queued', personId: world.owner.id })
  })

  test('what its owner writes into their chat from elsewhere is answered there, and points at nothing there', () => {
    const world = createRoadWorld()
    const chat = makeChatId('telegram', '42')
    const facts = { subject: 'x' }
    const { message, task } = stored(world.say('hello', { chat, remoteId: 'page', facts, saidElsewhere: true }))
    expect(readMessages(world.db, [message])).toMatchObject([{ chat, personId: world.owner.id, trust: 'owner' }])
    expect(readTask(world.db, task)?.route).toEqual({ chat, facts })
    const reply = stored(world.say('and?', { chat, remoteId: 'page2', replyTo: '7', saidElsewhere: true }))
    expect(readTask(world.db, reply.task)?.route).toEqual({ chat, replyTo: '7' })
  })

  test('the same key twice yields one line and one task', () => {
    const world = createRoadWorld()
    const first = stored(world.say('hello', { keys: ['x'] }))
    expect(world.say('hello', { keys: ['x'] })).toEqual({ status: 'duplicate', message: first.message })
    expect(listTasks(world.db, { limit: 10 })).toHaveLength(1)
  })

  test('any of several keys seen before makes it a duplicate', () => {
    const world = createRoadWorld()
    const first = stored(world.say('hello', { keys: ['x', 'y'] }))
    expect(world.say('hello', { keys: ['z', 'y'] })).toEqual({ status: 'duplicate', message: first.message })
  })

  test('when the cursor cannot be written, nothing is stored', () => {
    const world = createRoadWorld()
    world.db.raw.exec("CREATE TRIGGER broken BEFORE INSERT ON channel_cursor BEGIN SELECT RAISE(ABORT, 'no'); END")
    const event: InboundMessage = {
      kind: 'message',
      channel: 'telegram',
      account: '1',
      keys: ['x'],
      chat: makeChatId('telegram', '42'),
      audience: 'private',
      remoteId: '7',
      sender: { channel: 'web', id: 'owner' },
      senderName: 'Ana',
      at: new Date(),
      text: 'hello',
      addressed: true,
      raw: '',
    }
    const cursor = { channel: 'telegram', account: '1', stream: 'u', value: '5' } as const
    expect(() => world.inbox.accept([event], cursor)).toThrow('no')
    expect(readCursor(world.db, 'telegram', '1', 'u')).toBeUndefined()
    expect(listTasks(world.db, { limit: 10 })).toEqual([])
    expect(world.db.raw.prepare('SELECT text FROM message').pluck().all()).toEqual([])
  })

  test('the cursor moves with the batch', () => {
    const world = createRoadWorld()
    world.inbox.accept([], { channel: 'telegram', account: '1', stream: 'u', value: '5' })
    world.inbox.accept([], { channel: 'telegram', account: '1', stream: 'u', value: '7' })
    expect(world.inbox.cursor('telegram', '1', 'u')).toBe('7')
  })

  test('a closed gate stores nothing and says so', () => {
    const world = createRoadWorld({
      assertDiskNotFull: () => {
        throw new NotStoredError('full')
      },
    })
    expect(() => world.say('hello')).toThrow(NotStoredError)
    expect(listTasks(world.db, { limit: 10 })).toEqual([])
  })

  test('stored lines can be neither changed nor deleted', () => {
    const world = createRoadWorld()
    world.say('hello')
    expect(() => world.db.raw.exec("UPDATE message SET text = 'other'")).toThrow('never changed')
    expect(() => world.db.raw.exec('DELETE FROM message')).toThrow('never deleted')
  })
})

describe('lanes', () => {
  const telegram = {
    channel: 'telegram',
    chat: makeChatId('telegram', '-5'),
    sender: { channel: 'telegram', id: '1' },
  } as const

  test('a topic is its own lane', () => {
    const world = createRoadWorld()
    const { task } = stored(world.say('hi', { ...telegram, topic: '9' }))
    expect(readTask(world.db, task)?.lane).toBe('topic:telegram:-5:9')
  })

  test('a reply takes the lane of the message it replies to', () => {
    const world = createRoadWorld()
    world.say('hi', { ...telegram, topic: '9', remoteId: '100' })
    const { message } = stored(world.say('and?', { ...telegram, replyTo: '100' }))
    expect(readMessages(world.db, [message])[0]?.lane).toBe('topic:telegram:-5:9')
  })

  test('a reply to an unknown message opens a lane of its own', () => {
    const world = createRoadWorld()
    const { task } = stored(world.say('and?', { ...telegram, replyTo: '777' }))
    expect(readTask(world.db, task)?.lane).toBe('reply:telegram:-5:777')
  })

  test('a reply to one of our own delivered lines takes its lane', async () => {
    const world = createRoadWorld()
    world.say('hi', { ...telegram, topic: '9' })
    await world.settle()
    const remote = `r${world.telegram.sent[0]?.id}`
    const { message } = stored(world.say('and?', { ...telegram, replyTo: remote }))
    expect(readMessages(world.db, [message])[0]?.lane).toBe('topic:telegram:-5:9')
  })
})

describe('who may talk', () => {
  const stranger = {
    channel: 'telegram',
    chat: makeChatId('telegram', '66'),
    sender: { channel: 'telegram', id: '66' },
    senderName: 'Eve',
  } as const

  test('a stranger is told once, politely, and gets no task', async () => {
    const world = createRoadWorld()
    expect(stored(world.say('let me in', stranger)).task).toBeUndefined()
    world.say('hello?', stranger)
    await world.settle()
    expect(listTasks(world.db, { limit: 10 })).toEqual([])
    expect(world.telegram.sent.map((delivery) => delivery.body)).toEqual([
      expect.stringContaining('only talk to people'),
    ])
  })

  test('a stranger cannot use a command or the stop button', () => {
    const world = createRoadWorld()
    world.say('work')
    world.say('/stop', { ...stranger, chat: makeChatId('web', 'a') })
    const pressed = world.inbox.accept([
      { kind: 'stop', chat: makeChatId('web', 'a'), sender: stranger.sender, at: new Date() },
    ])
    expect(pressed).toEqual([{ status: 'ignored' }])
    expect(listTasks(world.db, { limit: 10 }).map((task) => task.state)).toEqual(['queued'])
  })

  test('what is not addressed to us is kept and not answered', () => {
    const world = createRoadWorld()
    expect(stored(world.say('chatter', { addressed: false })).task).toBeUndefined()
  })

  test('rate caps bind a member and not the owner', async () => {
    const world = createRoadWorld({ settings: { tasksPerHour: 2 } })
    world.member(7)
    const say = (n: number, id: string) =>
      world.say(`q${n}`, {
        channel: 'telegram',
        chat: makeChatId('telegram', `${id}-${n}`),
        sender: { channel: 'telegram', id },
      })
    for (const n of [1, 2, 3]) say(n, '7')
    for (const n of [1, 2, 3]) say(n, '1')
    await world.settle()
    const states = listTasks(world.db, { limit: 10 }).map((task) => task.state)
    expect(states.filter((state) => state === 'refused')).toHaveLength(1)
    expect(states.filter((state) => state === 'answered')).toHaveLength(5)
    expect(world.telegram.sent.some((delivery) => delivery.body.includes('more than 2 messages'))).toBe(true)
  })
})

describe('gathering', () => {
  test('what arrives while the lane waits becomes part of its one next task, in order', () => {
    const world = createRoadWorld()
    const first = stored(world.say('one'))
    const second = stored(world.say('two'))
    expect(second.task).toBe(first.task)
    expect(messageIdsOf(world.db, first.task)).toEqual([first.message, second.message])
  })

  test('parts wait 1.5 s after the last and 6 s after the first', () => {
    const world = createRoadWorld()
    const start = world.clock.steady()
    const due = () => msBetween(start, listTasks(world.db, { limit: 1 })[0]?.dueAt ?? longAgo)
    world.say('p1', { partOf: 'album' })
    expect(due()).toBe(1500)
    for (let piece = 0; piece < 6; piece++) {
      world.clock.advance(1000)
      world.say('p', { partOf: 'album' })
    }
    expect(due()).toBe(6000)
  })

  test('a whole message starts the gathered task at once', () => {
    const world = createRoadWorld()
    world.say('p1', { partOf: 'forward' })
    world.say('what is this?')
    expect(listTasks(world.db, { limit: 1 })[0]?.dueAt).toBe(world.clock.now().getTime())
  })

  test('a hundred gathered messages are enough for one turn', () => {
    const world = createRoadWorld()
    const tasks = new Set(Array.from({ length: 250 }, (_, n) => stored(world.say(`m${n}`)).task))
    expect(tasks.size).toBe(3)
  })
})
