import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localOwner, makeChatId } from '../../../src/domain/ids.ts'
import { findPerson, linkAddress } from '../../../src/store/people/people.ts'
import { listTasks } from '../../../src/store/work/tasks.ts'
import * as command from '../../../src/tasks/commands/command.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, gated } from '../../support/scripted-brain.ts'
import { size } from '../../support/sizes.ts'

const known = new Set(['stop', 'config'])
const parseCommand = (text: string, prefix: '/' | '!') =>
  command.parseCommand(text, prefix, ({ name }) => known.has(name))

describe('what is a command', () => {
  test.each([
    '/stop',
    '/STOP',
    ' /stop',
    '/stop ',
    '/stop.',
    '/stop!',
    '/stop@skein_bot',
    '\u200b/stop',
    '\ufeff/stop\n',
    '/stop now',
  ])('%j stops', (text) => expect(parseCommand(text, '/')?.name).toBe('stop'))

  test.each([
    'stop',
    '/stopp',
    '/ stop',
    '//stop',
    '/etc/hosts is empty',
    '/stop/x',
    'please /stop',
    '-stop',
    '!stop',
    '／stop',
    '/ѕtop',
  ])('%j is just text', (text) => expect(parseCommand(text, '/')).toBeUndefined())

  test('channels without slash commands use an exclamation mark', () => {
    expect(parseCommand('!stop', '!')?.name).toBe('stop')
    expect(parseCommand('/stop', '!')).toBeUndefined()
  })

  test('arguments keep their line breaks and lose the space around them', () => {
    expect(parseCommand('/config  a b\nc ', '/')).toEqual({ name: 'config', args: 'a b\nc' })
  })

  test('no text breaks the parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseCommand(text, '/')
        parseCommand(`/${text}`, '/')
      }),
      { numRuns: size(4000, 20_000) },
    )
  })
})

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)

describe('stop', () => {
  test('with all ends the run and what waits behind it, at once, and says so', async () => {
    const brain = createScriptedBrain(gated(new Promise(() => {})))
    const world = createRoadWorld({ brain })
    world.say('long work')
    const stop = new AbortController()
    const running = [world.worker.run(stop.signal), world.deliver.run(stop.signal)]
    await expect.poll(() => brain.turns.length).toBe(1)
    world.say('more')
    world.say('/stop all')
    await expect.poll(() => bodies(world)).toEqual(['Stopped.'])
    expect(listTasks(world.db, { limit: 5 }).map((task) => task.state)).toEqual(['cancelled', 'cancelled'])
    stop.abort()
    await Promise.all(running)
    expect(bodies(world)).toEqual(['Stopped.'])
  })

  test('the button does the same', async () => {
    const world = createRoadWorld()
    world.say('work')
    const event = {
      kind: 'stop',
      chat: makeChatId('web', 'a'),
      sender: { channel: 'web', id: 'owner' },
      at: world.clock.now(),
    } as const
    expect(world.inbox.accept([event])).toEqual([{ status: 'stopped', tasks: 1 }])
    expect(world.inbox.accept([event])).toEqual([{ status: 'stopped', tasks: 0 }])
    await world.settle()
    expect(bodies(world)).toEqual(['Stopped.'])
  })

  test('another lane goes on', async () => {
    const world = createRoadWorld()
    world.say('a', { chat: makeChatId('web', 'a') })
    world.say('b', { chat: makeChatId('web', 'b') })
    world.say('/stop', { chat: makeChatId('web', 'a') })
    await world.settle()
    expect(bodies(world).toSorted()).toEqual(['Stopped.', 'echo: b'])
  })

  test('with nothing to stop it says so', async () => {
    const world = createRoadWorld()
    world.say('/stop')
    await world.settle()
    expect(bodies(world)).toEqual(['There is nothing to stop.'])
  })
})

test('new begins a new conversation that still knows the old one', async () => {
  const brain = createScriptedBrain((turn) => [{ kind: 'done', text: turn.question }])
  const world = createRoadWorld({ brain })
  world.say('my cat is Tom')
  await world.settle()
  world.clock.advance(60_000)
  world.say('/new')
  world.say('hello')
  await world.settle()
  expect(brain.turns[1]?.text).toContain('started a new conversation')
  expect(brain.turns[1]?.system).toContain('my cat is Tom')
})

test('commands and their answers never reach a model', async () => {
  const brain = createScriptedBrain((turn) => [{ kind: 'done', text: turn.question }])
  const world = createRoadWorld({ brain })
  for (const command of ['/help', '/status', '/whoami', '/config']) world.say(command)
  await world.settle()
  world.say('hello')
  await world.settle()
  expect(brain.turns).toHaveLength(1)
  expect(brain.turns[0]?.system).not.toContain('/help')
  expect(brain.turns[0]?.system).not.toContain('<history')
})

describe('a session of the page from elsewhere', () => {
  const far = { isRemote: true } as const

  test('decides neither what may be spent nor what is logged, by a line or by a button', async () => {
    const world = createRoadWorld()
    for (const command of ['brain.daily_usd 999', 'brain.monthly_usd default', 'log.level debug', 'workers.max 3'])
      world.say(`/config ${command}`, far)
    world.say('/config log.level warn')
    const pressed = world.inbox.accept([
      {
        kind: 'press',
        chat: makeChatId('web', 'a'),
        sender: localOwner,
        data: 'config brain.daily_usd 999',
        at: world.clock.now(),
        ...far,
      },
    ])
    await world.settle()
    const refused: unknown = expect.stringContaining('can only be changed on the machine itself')
    expect(bodies(world)).toEqual([refused, refused, refused, '`workers.max` is now 3.', '`log.level` is now warn.'])
    expect(pressed).toEqual([{ status: 'pressed', said: refused, done: false }])
    expect(world.liveConfig.current().brain.dailyUsd).toBeUndefined()
  })

  test('takes no address of the owner away', async () => {
    const world = createRoadWorld()
    const { db, owner, clock } = world
    const at = { channel: 'telegram', id: '77' } as const
    linkAddress(db, at, owner.id, 'Ana', clock.now(), 'pairing')
    world.say('/pair remove telegram:77', far)
    await world.settle()
    expect(bodies(world)).toEqual([expect.stringContaining('only be removed on the machine itself')])
    expect(findPerson(db, at)?.id).toBe(owner.id)
    world.say('/pair remove telegram:77')
    expect(findPerson(db, at)).toBeUndefined()
  })
})

describe('config', () => {
  test('shows, sets and refuses', async () => {
    const world = createRoadWorld()
    world.say('/config conversation.max_tokens 1234')
    world.say('/config conversation.max_tokens')
    world.say('/config web.port 1')
    world.say('/config conversation.max_token 9')
    world.say('/config workers.max lots')
    await world.settle()
    expect(bodies(world)).toEqual([
      '`conversation.max_tokens` is now 1234.',
      '`conversation.max_tokens` = 1234 (set at run time; default: 10000)',
      expect.stringContaining('cannot be changed while running'),
      expect.stringContaining('did you mean conversation.max_tokens?'),
      expect.stringContaining('whole number'),
    ])
  })

  test('takes back what was set, and tells where each value comes from', async () => {
    const world = createRoadWorld()
    for (const command of ['workers.max 8', '', 'workers.max default', 'workers.max', 'web.port default'])
      world.say(`/config ${command}`)
    await world.settle()
    const [, list, ...after] = bodies(world)
    expect(list).toContain('- `workers.max` = 8 (set at run time; default: 4)\n')
    expect(list).toContain('- `log.level` = info (default)')
    expect(list).toContain('- `brain.daily_usd` = not set (default)\n')
    expect(after).toEqual([
      '`workers.max` is now 4 (default).',
      '`workers.max` = 4 (default)',
      expect.stringContaining('cannot be changed while running'),
    ])
  })

  test('what was set at run time stands in the status for the owner, and for nobody else', async () => {
    const world = createRoadWorld()
    world.member(7)
    world.say('/config workers.max 8')
    world.say('/status')
    world.say('/status', {
      channel: 'telegram',
      chat: makeChatId('telegram', '7'),
      sender: { channel: 'telegram', id: '7' },
    })
    await world.settle()
    expect(bodies(world)[1]).toContain('\n- `workers.max` = 8 (set at run time; default: 4)')
    const member = world.telegram.sent.map(({ body }) => body).join('')
    expect(member).toContain('- Deliveries:')
    expect(member).not.toContain('run time')
  })

  test('is for the owner alone', async () => {
    const world = createRoadWorld()
    world.member(7)
    world.say('/config workers.max 1', {
      channel: 'telegram',
      chat: makeChatId('telegram', '7'),
      sender: { channel: 'telegram', id: '7' },
    })
    await world.settle()
    expect(world.telegram.sent.map((delivery) => delivery.body)).toEqual(['Only the owner can do that.'])
  })
})

test('a member’s help names what a member may use, and nothing else', async () => {
  const world = createRoadWorld()
  world.member(7)
  const where = {
    channel: 'telegram',
    chat: makeChatId('telegram', '7'),
    sender: { channel: 'telegram', id: '7' },
  } as const
  world.say('/help', where)
  await world.settle()
  const help = world.telegram.sent.map(({ body }) => body).join('\n')
  const named = [...help.matchAll(/`\/([a-z]+)/g)].map(([, name]) => name ?? '')
  expect(named).toContain('stop')
  for (const name of named) world.say(`/${name}`, where)
  for (const name of ['usage', 'config', 'pair']) expect(named).not.toContain(name)
  await world.settle()
  expect(world.telegram.sent.map(({ body }) => body)).not.toContain('Only the owner can do that.')
})

test('help names every command, whoami the person, status the state', async () => {
  const world = createRoadWorld()
  world.say('/help')
  world.say('/whoami')
  world.say('/status')
  await world.settle()
  for (const name of ['help', 'new', 'stop', 'retry', 'status', 'whoami', 'usage', 'config', 'compact'])
    expect(bodies(world)[0]).toContain(`/${name}`)
  expect(bodies(world)[1]).toContain('Ana')
  expect(bodies(world)[2]).toContain('Tasks: 0 of 4 running')
})

test('a search in a private chat names the person once', async () => {
  const world = createRoadWorld()
  world.say('the boiler hums', { chatTitle: 'Ana', senderName: 'Ana' })
  await world.settle()
  world.say('/search boiler')
  await world.settle()
  const found = world.web.sent.at(-1)?.body ?? ''
  expect(found).toMatch(/\*\*Ana\*\*: the boiler hums/)
  expect(found).not.toContain('in Ana: the boiler hums')
})
