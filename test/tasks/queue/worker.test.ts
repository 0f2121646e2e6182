import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { Failure } from '../../../src/spawner/spawner.ts'
import { listTasks, readTask } from '../../../src/store/work/tasks.ts'
import { expire } from '../../../src/tasks/queue/worker.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, gated } from '../../support/scripted-brain.ts'

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)
const overloaded: Failure = { class: 'overloaded', what: 'The model is overloaded.', retry: true }
const chat = (name: string) => ({ chat: makeChatId('web', name) })

describe('answering', () => {
  test('a message is answered once, on the route it came by', async () => {
    const world = createRoadWorld()
    world.say('hello', { remoteId: 'm1' })
    await world.settle()
    await world.settle()
    expect(world.web.sent).toMatchObject([{ body: 'echo: hello', route: { chat: 'web:a', replyTo: 'm1' } }])
    expect(listTasks(world.db, { limit: 5 })).toMatchObject([{ state: 'answered', suspicion: 0, attempt: 1 }])
  })

  test('gathered messages get one answer', async () => {
    const world = createRoadWorld()
    world.say('one')
    world.say('two')
    await world.settle()
    expect(bodies(world)).toEqual(['echo: one\ntwo'])
  })

  test('a long answer goes out in parts that fit the channel, in order', async () => {
    const brain = createScriptedBrain(() => [{ kind: 'done', text: `${'word '.repeat(50)}end` }])
    const world = createRoadWorld({ brain })
    world.say('long', {
      channel: 'telegram',
      chat: makeChatId('telegram', '1'),
      sender: { channel: 'telegram', id: '1' },
    })
    await world.settle()
    expect(world.telegram.sent.map((delivery) => delivery.part)).toEqual([0, 1, 2])
    expect(world.telegram.sent.map((delivery) => delivery.body).join('')).toBe(`${'word '.repeat(50)}end`)
    expect(world.telegram.sent.every((delivery) => delivery.body.length <= 100)).toBe(true)
  })

  test('usage is written with the answer', async () => {
    const usage = {
      model: 'm',
      inputTokens: 5,
      outputTokens: 7,
      cacheReadTokens: 1,
      cacheWriteTokens: 2,
      costUsd: 0.25,
      contextTokens: 8,
      windowTokens: undefined,
      firstTextMs: 9,
    }
    const world = createRoadWorld({
      brain: createScriptedBrain(() => [
        { kind: 'usage', usage },
        { kind: 'done', text: 'x' },
      ]),
    })
    world.say('hello')
    await world.settle()
    expect(world.db.raw.prepare('SELECT model, input_tokens, cost_micro_usd FROM usage').all()).toEqual([
      { model: 'm', input_tokens: 5, cost_micro_usd: 250_000 },
    ])
  })

  test('a message that comes while its lane is busy is answered next, not with the first', async () => {
    let open = () => {}
    const brain = createScriptedBrain(
      gated(
        new Promise((resolve) => {
          open = resolve
        }),
      ),
    )
    const world = createRoadWorld({ brain })
    const first = world.say('one')
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await expect.poll(() => brain.turns.length).toBe(1)
    const second = world.say('two')
    const third = world.say('three')
    open()
    await expect.poll(() => brain.turns.length).toBe(2)
    stop.abort()
    await running
    await world.settle()
    expect(brain.turns.map((turn) => turn.question)).toEqual(['one', 'two\nthree'])
    expect(bodies(world)).toEqual(['echo: one', 'echo: two\nthree'])
    expect([first, second, third].map((accepted) => 'task' in accepted && accepted.task)).toEqual([1, 2, 2])
  })

  test('the second turn sees the first with its answer as history', async () => {
    const brain = createScriptedBrain((turn) => [{ kind: 'done', text: `echo: ${turn.question}` }])
    const world = createRoadWorld({ brain })
    world.say('my dog is called Rex')
    await world.settle()
    world.say('what is my dog called?')
    await world.settle()
    expect(brain.turns[1]?.system).toContain('[Ana 10:00] my dog is called Rex')
    expect(brain.turns[1]?.system).toContain('[you 10:00] echo: my dog is called Rex')
    expect(brain.turns[1]?.text).toContain('continues that conversation')
    expect(brain.turns[0]?.text).toContain('Nothing was said here before.')
  })
})

describe('order and fairness', () => {
  test('never more than the cap at once, and every lane is served', async () => {
    let now = 0
    let most = 0
    let open = () => {}
    const full = new Promise<void>((resolve) => {
      open = resolve
    })
    const brain = createScriptedBrain(async function* (turn) {
      most = Math.max(most, ++now)
      // Nobody is done before as many work as may, and one more had its chance.
      if (now === 3) setTimeout(open, 5)
      await full
      now--
      yield { kind: 'done', text: turn.question }
    })
    const world = createRoadWorld({ brain, settings: { maxWorkers: 3 } })
    for (let n = 0; n < 20; n++) world.say(`q${n}`, chat(`lane${n}`))
    await world.settle()
    expect(most).toBe(3)
    expect(bodies(world)).toHaveLength(20)
  })

  test('a person with one message does not wait behind another person with fifty', async () => {
    const brain = createScriptedBrain((turn) => [{ kind: 'done', text: turn.question }])
    const world = createRoadWorld({ brain, settings: { maxWorkers: 1, tasksPerHour: 1000 } })
    world.member(7)
    world.member(8)
    const say = (n: number, id: string) =>
      world.say(`${id}:${n}`, {
        channel: 'telegram',
        chat: makeChatId('telegram', `${id}-${n}`),
        sender: { channel: 'telegram', id },
      })
    for (let n = 0; n < 50; n++) say(n, '7')
    say(0, '8')
    await world.settle()
    const place = brain.turns.findIndex((turn) => turn.question === '8:0')
    expect(place).toBeLessThanOrEqual(1)
  })

  test('a task in retry holds its lane and no other', async () => {
    let fails = 1
    const brain = createScriptedBrain((turn) =>
      turn.question === 'a1' && fails-- > 0
        ? [{ kind: 'failed', failure: overloaded }]
        : [{ kind: 'done', text: turn.question }],
    )
    const world = createRoadWorld({ brain })
    world.say('a1', chat('a'))
    await world.settle()
    world.say('a2', chat('a'))
    world.say('b1', chat('b'))
    await world.settle()
    expect(bodies(world)).toEqual(['b1'])
    world.clock.advance(20_000)
    await world.settle()
    expect(bodies(world)).toEqual(['b1', 'a1', 'a2'])
  })
})

describe('failure', () => {
  test('what may heal is tried again later, and the person sees why', async () => {
    let tries = 0
    const brain = createScriptedBrain(() =>
      ++tries === 1 ? [{ kind: 'failed', failure: overloaded }] : [{ kind: 'done', text: 'ok' }],
    )
    const world = createRoadWorld({ brain })
    world.say('hello')
    await world.settle()
    expect(world.web.shown.at(-1)).toMatchObject({ kind: 'state', state: 'retry', reason: 'The model is overloaded.' })
    world.clock.advance(13_000)
    await world.settle()
    expect(bodies(world)).toEqual(['ok'])
  })

  test('what cannot heal ends at once with a notice', async () => {
    const failure: Failure = { class: 'model', what: 'There is no such model.', retry: false }
    const world = createRoadWorld({ brain: createScriptedBrain(() => [{ kind: 'failed', failure }]) })
    world.say('hello')
    await world.settle()
    expect(bodies(world)).toEqual([expect.stringContaining('There is no such model.')])
    expect(listTasks(world.db, { limit: 1 })).toMatchObject([{ state: 'failed' }])
  })

  test('the brain decides how often; then the person is told', async () => {
    const brain = createScriptedBrain(() => [{ kind: 'failed', failure: overloaded }], 3)
    const world = createRoadWorld({ brain })
    world.say('hello')
    for (let round = 0; round < 5; round++) {
      await world.settle()
      world.clock.advance(1_000_000)
    }
    expect(brain.turns).toHaveLength(3)
    expect(bodies(world)).toHaveLength(1)
  })

  test('a brain that throws, ends without a result, or answers nothing is a failure like any other', async () => {
    const odd = [
      () => {
        throw new Error('broken')
      },
      () => [],
      () => [{ kind: 'done', text: '  ' } as const],
    ]
    for (const script of odd) {
      const world = createRoadWorld({ brain: createScriptedBrain(script, 1) })
      world.say('hello')
      await world.settle()
      expect(bodies(world)).toEqual([expect.stringContaining('I could not answer')])
    }
  })

  test('after a state-changing tool began, nothing is run again by itself', async () => {
    const world: RoadWorld = createRoadWorld({
      brain: createScriptedBrain((turn) => {
        world.db.raw.prepare('UPDATE task SET effects = 1 WHERE id = ?').run(turn.task)
        return [{ kind: 'failed', failure: overloaded }]
      }),
    })
    world.say('pay the bill')
    await world.settle()
    expect(listTasks(world.db, { limit: 1 })).toMatchObject([{ state: 'interrupted' }])
    expect(bodies(world)).toEqual([expect.stringContaining('did not start again on my own')])
    world.say('next')
    world.clock.advance(100_000)
    await world.settle()
    expect(listTasks(world.db, { limit: 1 })).toMatchObject([{ id: 2, state: 'interrupted' }])
  })

  test('a message that waited too long expires with a notice', async () => {
    const world = createRoadWorld({ mayBegin: () => false, settings: { expireMs: 1000 } })
    world.say('hello')
    world.clock.advance(2000)
    expire(world)
    await world.settle()
    expect(listTasks(world.db, { limit: 1 })).toMatchObject([{ state: 'expired' }])
    expect(bodies(world)).toEqual([expect.stringContaining('waited for more than')])
  })
})

describe('stopping the daemon', () => {
  test('a run that does not end in time goes back as if it had not begun', async () => {
    const world = createRoadWorld({ brain: createScriptedBrain(gated(new Promise(() => {}))) })
    world.say('hello')
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await expect.poll(() => readTask(world.db, 1)?.state).toBe('running')
    stop.abort()
    await running
    expect(readTask(world.db, 1)).toMatchObject({ state: 'queued', attempt: 0, suspicion: 0 })
  })
})
