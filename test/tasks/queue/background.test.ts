import { describe, expect, test } from 'vitest'
import { besideLane, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { TaskKind } from '../../../src/domain/task.ts'
import { later } from '../../../src/lib/time/clock.ts'
import { findOpenEpoch } from '../../../src/store/recall/epochs.ts'
import { enqueueTask, readTask } from '../../../src/store/work/tasks.ts'
import { createRunnerTable, type Runner } from '../../../src/tasks/queue/runners.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo, gated, type Script } from '../../support/scripted-brain.ts'

const chat = makeChatId('web', 'a')
const lane = rootLane(chat)

/** Work that the clock makes for the owner, as a scheduler would hand it in. */
function schedule(world: RoadWorld, instruction: string, kind: TaskKind = 'scheduled'): number {
  const { clock, db, owner } = world
  const steady = clock.steady()
  const when = { dueAt: steady, deadlineAt: later(steady, 3_600_000), queuedAt: steady }
  const place = { chat, lane, queue: besideLane(`${kind}:1`, lane), route: { chat } }
  return enqueueTask(db, { kind, personId: owner.id, instruction, ...place, ...when }, clock.now())
}

describe('a task with an instruction in place of messages', () => {
  test('is answered and delivered, and booked and kept as what it is', async () => {
    const brain = createScriptedBrain((turn) => [
      { kind: 'usage', usage: { ...usage, model: 'm' } },
      { kind: 'done', text: `echo: ${turn.question}` },
    ])
    const world = createRoadWorld({ brain })
    world.say('good morning')
    await world.settle()
    const task = schedule(world, 'Water the plants of the balcony?')
    await world.settle()
    expect(readTask(world.db, task)).toMatchObject({ state: 'answered', lane, instruction: expect.any(String) })
    expect(world.web.sent.at(-1)).toMatchObject({ body: 'echo: Water the plants of the balcony?', task })
    expect(brain.turns.at(-1)).toMatchObject({ kind: 'scheduled', question: 'Water the plants of the balcony?' })
    expect(brain.turns.at(-1)?.text).toContain('Water the plants of the balcony?')
    const line = world.db.raw.prepare(`SELECT origin, kind FROM message ORDER BY id DESC LIMIT 1`).get()
    expect(line).toEqual({ origin: 'scheduled', kind: 'conversation' })
    expect(world.db.raw.prepare('SELECT origin FROM usage ORDER BY id').pluck().all()).toEqual(['chat', 'scheduled'])
    // Nobody watches it being made.
    expect(world.web.shown.filter((progress) => 'task' in progress && progress.task === task)).toEqual([])
  })

  test('stays out of the conversation: shown once as background, then nowhere', async () => {
    const brain = createScriptedBrain((turn) => [{ kind: 'done', text: turn.kind === 'reply' ? 'fine' : 'PLANTS' }])
    const world = createRoadWorld({ brain })
    world.say('good morning')
    await world.settle()
    world.clock.advance(1000)
    schedule(world, 'Water the plants')
    await world.settle()
    world.clock.advance(1000)
    world.say('how are you?')
    await world.settle()
    const [, , next] = brain.turns
    expect(`${next?.system}${next?.text}`.match(/PLANTS/g)).toHaveLength(1)
    expect(next?.system).toContain('previous-tasks')
    expect(`${next?.system}${next?.text}`).not.toContain('Water the plants')
    world.clock.advance(1000)
    world.say('and now?')
    await world.settle()
    const [, , , last] = brain.turns
    expect(`${last?.system}${last?.text}`).not.toContain('PLANTS')
  })

  test('neither goes on with the session of its lane nor closes it', async () => {
    const brain = { ...createScriptedBrain(echo), hasSessions: true }
    const world = createRoadWorld({ brain })
    world.say('good morning')
    await world.settle()
    const open = findOpenEpoch(world.db, lane)
    schedule(world, 'Water the plants')
    await world.settle()
    expect(brain.turns.map(({ session }) => session?.id)).toEqual([open?.session, undefined])
    expect(findOpenEpoch(world.db, lane)).toMatchObject({ id: open?.id, turns: open?.turns })
    world.say('go on')
    await world.settle()
    expect(brain.turns.at(-1)?.session).toEqual({ id: open?.session, isNew: false })
  })

  test('that fails is told to nobody here: whoever made it tells how it ended', async () => {
    const failing: Script = () => [{ kind: 'failed', failure: { class: 'invalid', what: 'No.', retry: false } }]
    const world = createRoadWorld({ brain: createScriptedBrain(failing) })
    world.say('/whoami')
    await world.settle()
    schedule(world, 'Look around', 'heartbeat')
    await world.settle()
    expect(world.web.sent).toHaveLength(1)
    const id = schedule(world, 'Remind me')
    await world.settle()
    expect(world.web.sent).toHaveLength(1)
    expect(readTask(world.db, id)).toMatchObject({ state: 'failed', reason: 'No.' })
  })
})

describe('work beside a lane', () => {
  test('runs while an answer is made there, and no answer waits for it', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const jobs = gated(gate)
    const brain = createScriptedBrain((turn, signal) =>
      turn.kind === 'reply' ? echo(turn, signal) : jobs(turn, signal),
    )
    const world = createRoadWorld({ brain, settings: { maxWorkers: 1 } })
    world.say('/whoami')
    const job = schedule(world, 'a long job')
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await expect.poll(() => readTask(world.db, job)?.state).toBe('running')
    world.say('are you there?')
    await expect.poll(() => countAnswered(world)).toBe(1)
    expect(readTask(world.db, job)?.state).toBe('running')
    open()
    await expect.poll(() => countAnswered(world)).toBe(2)
    stop.abort()
    await running
  })

  test('is not what /stop means', async () => {
    const world = createRoadWorld()
    world.say('/whoami')
    const job = schedule(world, 'a job')
    world.say('/stop')
    expect(readTask(world.db, job)?.state).toBe('queued')
  })
})

describe('the table of runners', () => {
  const runner = (kinds: TaskKind[]): Runner => ({
    kinds,
    slots: { count: () => 1, isRequeuedAtStop: false },
    run: async () => {},
  })

  test('has one for each kind, and says which is missing', () => {
    expect(() => createRunnerTable([runner(['reply']), runner(['reply', 'briefing'])])).toThrow(
      'two runners want the tasks of kind reply',
    )
    expect(() => createRunnerTable([runner(['reply'])]).of('briefing')).toThrow(
      'no runner takes tasks of kind briefing',
    )
  })

  test('gathers the kinds that share their places', () => {
    const slots = { count: () => 2, isRequeuedAtStop: false }
    const { pools } = createRunnerTable([
      { ...runner(['scheduled']), slots },
      { ...runner(['briefing']), slots },
    ])
    expect(pools).toEqual([{ slots, kinds: ['scheduled', 'briefing'] }])
  })
})

const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  contextTokens: 1,
  windowTokens: undefined,
  firstTextMs: undefined,
}

function countAnswered({ db }: RoadWorld): unknown {
  return db.raw.prepare(`SELECT count(*) FROM task WHERE state = 'answered'`).pluck().get()
}
