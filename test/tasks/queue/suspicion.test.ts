import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { type Claim, claimTask } from '../../../src/store/work/claims.ts'
import { beginInstance, endInstance, noteCause, noteStop } from '../../../src/store/work/instances.ts'
import { listTasks, messageIdsOf, readTask } from '../../../src/store/work/tasks.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo, gated } from '../../support/scripted-brain.ts'

// What a death of the daemon says about the messages that were running, and what is done with the one that kills.

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)
const chat = (name: string) => ({ chat: makeChatId('web', name) })
const MINUTE = 60_000

interface Death {
  /** Of what it died, if it could say so. */
  cause?: string
  boot?: string
  stopped?: boolean
}

const kill: Death = {}
const exception: Death = { cause: 'Error: broken' }

/** A life of the daemon that begins whatever may begin, and ends in the middle of it; and the start after it. */
function dieOf(world: RoadWorld, { cause, boot = 'this boot', stopped }: Death): number[] {
  const { db } = world
  const pid = 1000 + world.clock.mono()
  const instance = beginInstance(db, { pid, boot }, world.clock.steady())
  const claims: Claim[] = []
  for (;;) {
    const suspects = !claims.some(({ task }) => task.suspicion >= 3)
    const leaseUntil = world.clock.mono() + 30_000
    const claim = claimTask(db, { instance, ...momentOf(world.clock), leaseUntil, suspects, kinds: ['reply'] })
    if (!claim) break
    claims.push(claim)
  }
  if (stopped) noteStop(db, instance, world.clock.now())
  if (cause) noteCause(db, pid, cause)
  recover(world)
  world.clock.advance(MINUTE)
  return claims.map(({ task }) => task.id)
}

const states = (world: RoadWorld) =>
  listTasks(world.db, { limit: 200 })
    .filter(({ kind }) => kind !== 'compaction')
    .reverse()
    .map(({ state }) => state)

function worldWith(names: string[], options: WorldOptions = {}): RoadWorld {
  const world = createRoadWorld({ ...options, settings: { tasksPerHour: 1000, ...options.settings } })
  for (const name of names) world.say(name, chat(name))
  return world
}

describe('a message is set aside', () => {
  test('after two deaths in a row that said of what, with a notice', async () => {
    const world = worldWith(['poison'])
    dieOf(world, exception)
    expect(states(world)).toEqual(['queued'])
    dieOf(world, exception)
    expect(states(world)).toEqual(['quarantined'])
    world.say('healthy', chat('b'))
    await world.settle()
    expect(bodies(world).toSorted()).toEqual([expect.stringContaining('have stopped trying'), 'echo: healthy'])
  })

  test('after three in a row that said nothing, not after two', () => {
    const world = worldWith(['poison'])
    for (const _ of [1, 2]) dieOf(world, kill)
    expect(states(world)).toEqual(['queued'])
    dieOf(world, kill)
    expect(states(world)).toEqual(['quarantined'])
  })

  test('never for a stop that was asked for, however it went on, nor for a power cut', () => {
    const world = worldWith(['slow'])
    for (const _ of [1, 2, 3, 4]) {
      dieOf(world, { ...exception, stopped: true })
      dieOf(world, { ...exception, boot: 'another boot' })
    }
    expect(readTask(world.db, 1)).toMatchObject({ state: 'queued', suspicion: 0 })
  })

  test('only when nothing else came between: a run that came to an end clears it', async () => {
    let answers = 0
    const overloaded = { class: 'overloaded', what: 'Later.', retry: true } as const
    const brain = createScriptedBrain(() => {
      answers++
      return [{ kind: 'failed', failure: overloaded }]
    }, 100)
    const world = worldWith(['slow'], { brain })
    for (const _ of [1, 2, 3]) {
      dieOf(world, exception)
      await world.settle()
      world.clock.advance(30 * MINUTE)
    }
    expect(answers).toBe(3)
    expect(states(world)).toEqual(['retry'])
  })

  test('and a death without it clears it as well: something else kills', () => {
    const world = worldWith(['a', 'b'])
    expect(dieOf(world, exception)).toEqual([1, 2])
    expect(dieOf(world, kill)).toEqual([1])
    expect(readTask(world.db, 2)).toMatchObject({ suspicion: 0 })
  })

  test('when its run ends unwritten twice: it breaks us from within', () => {
    const world = worldWith(['poison'])
    for (const _ of [1, 2]) {
      const leaseUntil = world.clock.mono() + 30_000
      claimTask(world.db, {
        instance: world.instance,
        ...momentOf(world.clock),
        leaseUntil,
        suspects: true,
        kinds: ['reply'],
      })
      world.clock.advance(MINUTE)
      recover(world)
      world.clock.advance(MINUTE)
    }
    expect(states(world)).toEqual(['quarantined'])
  })

  test('not while it waits for a person', () => {
    const world = worldWith(['careful'])
    for (const _ of [1, 2, 3]) {
      const instance = beginInstance(world.db, { pid: 1, boot: 'this boot' }, world.clock.steady())
      const leaseUntil = world.clock.mono() + 30_000
      claimTask(world.db, { instance, ...momentOf(world.clock), leaseUntil, suspects: true, kinds: ['reply'] })
      world.db.raw.prepare(`UPDATE task SET state = 'waiting'`).run()
      noteCause(world.db, 1, 'Error: broken')
      recover(world)
    }
    expect(readTask(world.db, 1)).toMatchObject({ state: 'queued', suspicion: 0 })
  })
})

test('of many that ran together only the one that kills is set aside, at one more death', async () => {
  const world = worldWith(['a', 'b', 'poison', 'd'])
  dieOf(world, exception)
  for (const name of ['e', 'f']) world.say(name, chat(name))
  expect(dieOf(world, exception)).toHaveLength(3)
  expect(states(world).filter((state) => state === 'quarantined')).toHaveLength(1)
  await world.settle()
  expect(states(world).filter((state) => state === 'answered')).toHaveLength(5)
})

test('a storm of plain kills sets nothing aside, however much is under way', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `chat${n}`)
  const world = worldWith(names)
  for (let death = 0; death < 2; death++) dieOf(world, kill)
  await world.settle()
  expect(states(world)).toEqual(names.map(() => 'answered'))
})

describe('a suspect', () => {
  /** A brain that answers when it is told to. */
  function createGate() {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    return { slow: gated(gate), open: () => open() }
  }

  test('waits for another suspect, and nobody else waits for them', async () => {
    const { slow, open } = createGate()
    const brain = createScriptedBrain((turn, signal) =>
      turn.question.startsWith('slow') ? slow(turn, signal) : [{ kind: 'done', text: turn.question }],
    )
    const world = worldWith(['slow1', 'slow2'], { brain })
    dieOf(world, exception)
    const stop = new AbortController()
    const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
    await expect.poll(() => brain.turns.length).toBe(1)
    for (const name of ['c', 'd', 'e']) world.say(name, chat(name))
    await expect.poll(() => bodies(world).toSorted()).toEqual(['c', 'd', 'e'])
    expect(brain.turns.filter(({ question }) => question.startsWith('slow'))).toHaveLength(1)
    open()
    await expect.poll(() => bodies(world)).toHaveLength(5)
    stop.abort()
    await running
  })

  test('is nobody after one plain kill: what was under way goes on side by side', async () => {
    const { slow, open } = createGate()
    const brain = createScriptedBrain(slow)
    const world = worldWith(['slow1', 'slow2'], { brain })
    dieOf(world, kill)
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await expect.poll(() => brain.turns.length).toBe(2)
    open()
    stop.abort()
    await running
  })

  test('takes no new message in', () => {
    const world = worldWith([])
    world.say('poison')
    dieOf(world, exception)
    world.db.raw.prepare('UPDATE task SET attempt = 0').run()
    world.say('innocent')
    expect(messageIdsOf(world.db, 1)).toHaveLength(1)
  })
})

describe('a gathered task that kills', () => {
  const said = ['one', 'two', 'poison', 'four']

  test('is split, and only the message that kills is set aside; the others are answered, in order', async () => {
    const brain = createScriptedBrain(echo)
    const permits = { turns: 0 }
    // One turn at a time, or a quick worker would begin the deadly message before this test is looking.
    const world = worldWith([], { brain, mayBegin: () => brain.turns.length < permits.turns })
    for (const text of said) world.say(text)
    expect(messageIdsOf(world.db, 1)).toHaveLength(4)
    const running = dieOf(world, exception)
    // What comes meanwhile is gathered behind it.
    for (const text of ['five', 'six']) world.say(text)
    expect([running, dieOf(world, exception)]).toEqual([[1], [1]])
    await settleAround(world, 'poison', permits)
    await world.settle()
    expect(bodies(world).filter((body) => body.startsWith('echo'))).toEqual([
      'echo: one',
      'echo: two',
      'echo: four',
      'echo: five\nsix',
    ])
    expect(bodies(world).filter((body) => body.includes('have stopped trying'))).toHaveLength(1)
    expect(world.web.sent.map(({ route }) => route.replyTo)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5'])
  })

  /** Answers what it can; whenever the deadly message has its turn, the daemon dies. */
  async function settleAround(world: RoadWorld, deadly: string, permits: { turns: number }): Promise<void> {
    for (let life = 0; life < 20; life++) {
      const next = listTasks(world.db, { limit: 50, open: true }).at(-1)
      if (!next) return
      const texts = world.db.raw
        .prepare('SELECT text FROM message WHERE id IN (SELECT value FROM json_each(?))')
        .pluck()
        .all(JSON.stringify(messageIdsOf(world.db, next.id)))
      if (texts.includes(deadly)) dieOf(world, exception)
      else {
        permits.turns++
        await answerOne(world, next.id)
      }
    }
    throw new Error('it never came to an end')
  }

  async function answerOne(world: RoadWorld, task: number): Promise<void> {
    const stop = new AbortController()
    const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
    await expect.poll(() => readTask(world.db, task)?.state).toBe('answered')
    stop.abort()
    await running
  }
})

test('a clean stop says nothing about anybody', () => {
  const world = worldWith(['slow'])
  const instance = beginInstance(world.db, { pid: 1, boot: 'this boot' }, world.clock.steady())
  claimTask(world.db, { instance, ...momentOf(world.clock), leaseUntil: 1, suspects: true, kinds: ['reply'] })
  endInstance(world.db, instance, world.clock.now())
  recover(world)
  expect(readTask(world.db, 1)).toMatchObject({ state: 'queued', suspicion: 0 })
})
