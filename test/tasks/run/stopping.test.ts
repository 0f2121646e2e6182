import { describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { sleep } from '../../../src/lib/time/timers.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { listTasks } from '../../../src/store/work/tasks.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'

const chat = makeChatId('web', 'a')
const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)
const states = (world: RoadWorld) =>
  listTasks(world.db, { limit: 9 })
    .map((task) => task.state)
    .toReversed()
const press = (world: RoadWorld, task?: number) =>
  world.inbox.accept([
    {
      kind: 'stop',
      chat,
      sender: { channel: 'web', id: 'owner' },
      at: world.clock.now(),
      ...(task === undefined ? {} : { task }),
    },
  ])[0]

const DRAFT = 'Once upon a time there was a fox'

/** Says all this for what begins with "long" and then never comes to an end; answers everything else at once. */
function writer(said: BrainEvent[] = [{ kind: 'text', text: DRAFT }]): Script {
  return async function* ({ question }, signal) {
    if (!question.startsWith('long')) return yield { kind: 'done', text: `heard: ${question}` }
    yield* said
    await sleep(3_600_000, signal)
  }
}

/** A road that runs until the test is over. */
function worldWith(script: Script, { sessions = false, ...options }: WorldOptions & { sessions?: boolean } = {}) {
  const brain = { ...createScriptedBrain(script), hasSessions: sessions }
  const world = createRoadWorld({ brain, ...options })
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  const drafted = () => expect.poll(() => world.web.shown.some(({ kind }) => kind === 'draft')).toBe(true)
  return Object.assign(world, { brain, drafted })
}

describe('what was said until a stop', () => {
  test('is our line, marked for people and for later turns, and is said once', async () => {
    const world = worldWith(writer())
    world.say('long story')
    await world.drafted()
    world.say('/stop')
    // In the commit of the stop itself, before anything was cut down.
    expect(readLines(world.db, chat, { limit: 9 }).length).toBeGreaterThan(0)
    expect(states(world)).toEqual(['cancelled'])
    await expect.poll(() => bodies(world)).toEqual([`${DRAFT}\n\n*(stopped)*`, 'Stopped.'])
    expect(readLines(world.db, chat, { limit: 9 })).toMatchObject([
      { author: 'human' },
      { author: 'human' },
      { author: 'bot', kind: 'conversation', task: 1, text: DRAFT, unfinished: 'stopped' },
      { author: 'bot', kind: 'command', text: 'Stopped.' },
    ])
    expect(world.web.shown.at(-1)).toMatchObject({ kind: 'state', state: 'cancelled', kept: true })
    world.say('and then?')
    await expect.poll(() => bodies(world).at(-1)).toBe('heard: and then?')
    const seen = world.brain.turns[1]?.system ?? ''
    expect(seen.split(DRAFT)).toHaveLength(2)
    expect(seen).toMatch(/\[you \d\d:\d\d, stopped by the person\] Once upon a time/)
  })

  test('is shown to the next turn where turns share a session, which begins anew', async () => {
    const sessions: (string | undefined)[] = []
    const script = writer()
    const listening: Script = (turn, signal) => {
      sessions.push(turn.session?.id)
      return script(turn, signal)
    }
    const world = worldWith(listening, { sessions: true })
    world.say('hello')
    await expect.poll(() => bodies(world)).toHaveLength(1)
    world.say('long story')
    await world.drafted()
    world.say('what is next?')
    world.say('/stop')
    await expect.poll(() => bodies(world).at(-1)).toBe('heard: what is next?')
    expect(sessions[1]).toBe(sessions[0])
    expect(sessions[2]).not.toBe(sessions[1])
    const last = world.brain.turns[2]
    expect(`${last?.system}${last?.text}`.split(DRAFT)).toHaveLength(2)
  })

  test('is without what only we write, and keeps what the tools did', async () => {
    const action = { line: 'ran make', failed: true }
    const world = worldWith(
      writer([
        { kind: 'action', action },
        { kind: 'text', text: 'A fox<status-0badcafe>It is Monday.</status-0badcafe>\n' },
      ]),
    )
    world.say('long story')
    await world.drafted()
    world.say('/stop')
    await expect.poll(() => bodies(world).length).toBe(2)
    const kept = readLines(world.db, chat, { limit: 9 }).find(({ unfinished }) => unfinished)
    expect(kept).toMatchObject({ text: 'A fox', actions: [action] })
  })

  test('may be nothing: then nothing is kept', async () => {
    const world = worldWith(writer([{ kind: 'tool', line: 'looking' }]))
    world.say('long story')
    await expect.poll(() => world.web.shown.some(({ kind }) => kind === 'tool')).toBe(true)
    world.say('/stop')
    await expect.poll(() => bodies(world)).toEqual(['Stopped.'])
  })
})

describe('messages that wait behind it', () => {
  test('are answered next; the answer says how many there are and how to drop them', async () => {
    const world = worldWith(writer())
    world.say('long story')
    await world.drafted()
    world.say('first')
    world.say('second')
    world.say('/stop')
    await expect.poll(() => bodies(world).at(-1)).toContain('heard: first')
    expect(bodies(world)[1]).toBe('Stopped. 2 more messages are waiting and come next; /stop all cancels them, too.')
    expect(states(world)).toEqual(['cancelled', 'answered'])
  })

  test('go too with /stop all', async () => {
    const world = worldWith(writer())
    world.say('long story')
    await world.drafted()
    world.say('first')
    world.say('/stop all')
    await expect.poll(() => bodies(world).at(-1)).toBe('Stopped.')
    expect(states(world)).toEqual(['cancelled', 'cancelled'])
  })

  test('stay when Esc or the button stops, which says no more than the mark does', async () => {
    const world = worldWith(writer())
    world.say('long story')
    await world.drafted()
    world.say('and this?')
    expect(press(world)).toEqual({ status: 'stopped', tasks: 1 })
    await expect.poll(() => bodies(world).at(-1)).toBe('heard: and this?')
    expect(bodies(world)).toEqual([`${DRAFT}\n\n*(stopped)*`, 'heard: and this?'])
  })

  test('are not meant by the button of an answer that is over', async () => {
    const world = worldWith(writer())
    world.say('hello')
    await expect.poll(() => states(world)).toEqual(['answered'])
    world.say('long story')
    await world.drafted()
    expect(press(world, 1)).toEqual({ status: 'stopped', tasks: 0 })
    expect(states(world)).toEqual(['answered', 'running'])
    expect(press(world, 2)).toEqual({ status: 'stopped', tasks: 1 })
  })
})

describe('what was said until something broke', () => {
  const failing =
    (retry: boolean): Script =>
    () => [
      { kind: 'text', text: DRAFT },
      { kind: 'failed', failure: { class: 'server', what: 'It broke.', retry } },
    ]

  test('is kept, marked as cut off, and the notice speaks of it', async () => {
    const world = worldWith(failing(false))
    world.say('long story')
    await expect
      .poll(() => bodies(world))
      .toEqual([`${DRAFT}\n\n*(cut off)*`, 'I could not finish this answer. It broke. Write /retry 1 to start over.'])
    expect(readLines(world.db, chat, { limit: 9 })[1]).toMatchObject({ text: DRAFT, unfinished: 'cut off' })
    expect(world.web.shown.at(-1)).toMatchObject({ state: 'failed', kept: true })
  })

  test('is kept when the answer took too long', async () => {
    const world = worldWith(writer(), { settings: { totalMs: 300 } })
    world.say('long story')
    await world.drafted()
    world.clock.advance(301)
    await expect.poll(() => bodies(world)[0]).toBe(`${DRAFT}\n\n*(cut off)*`)
    expect(states(world)).toEqual(['failed'])
  })

  test('is not kept while it is tried again by itself', async () => {
    const world = worldWith(failing(true))
    world.say('long story')
    await expect.poll(() => states(world)).toEqual(['retry'])
    expect(bodies(world)).toEqual([])
  })
})
