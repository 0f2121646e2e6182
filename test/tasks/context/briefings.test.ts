import { describe, expect, test } from 'vitest'
import { jobQueue } from '../../../src/domain/ids.ts'
import type { SourceBlock } from '../../../src/domain/job.ts'
import { later } from '../../../src/lib/time/clock.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { insertJob } from '../../../src/store/schedule/jobs.ts'
import { insertRun, readRun, updateRun } from '../../../src/store/schedule/runs.ts'
import { deliveriesOf, markSent } from '../../../src/store/work/outbox.ts'
import { endTasks, enqueueTask } from '../../../src/store/work/tasks.ts'
import { postMessage } from '../../../src/tasks/say/post-message.ts'
import { chat, HOUR, lane } from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const RESULTS = 500

/** A lane in which much was told that nobody asked for, and a little was said. */
async function createBusyLane(results = RESULTS) {
  const brain = {
    ...createScriptedBrain((turn) => [{ kind: 'done', text: `re: ${turn.question}` }]),
    hasSessions: true,
  }
  const world = createRoadWorld({ brain, settings: { tasksPerHour: 1000 } })
  const ask = async (text: string, replyTo?: string): Promise<Turn> => {
    world.say(text, replyTo === undefined ? {} : { replyTo })
    await world.settle()
    world.clock.advance(60_000)
    return brain.turns.at(-1) ?? expect.fail('the brain was not asked')
  }
  world.say('/whoami')
  await world.settle()
  const { db } = world
  const job = insertJob(db, jobOf(world), world.clock.now())
  for (let n = 0; n < results; n++) {
    world.clock.advance(HOUR)
    db.transaction(() => tell(world, job.id, n))
  }
  for (let n = 0; n < 10; n++) await ask(`we talk of boat ${n}`)
  return { world, brain, ask }
}

function jobOf({ owner }: RoadWorld) {
  return {
    kind: 'briefing' as const,
    source: 'file' as const,
    name: 'morning',
    personId: owner.id,
    chat: null,
    lane: null,
    route: null,
    destinations: [],
    due: { kind: 'cron' as const, line: '0 7 * * *' },
    timezone: 'UTC',
    text: 'Write it.',
    options: {},
    nextAt: null,
  }
}

/** One result as it was delivered, with what it was written from. */
function tell(world: RoadWorld, jobId: number, n: number): void {
  const { db, clock, owner } = world
  const now = clock.now()
  const at = { dueAt: clock.steady(), deadlineAt: clock.steady(), queuedAt: clock.steady() }
  const taskId = enqueueTask(
    db,
    { kind: 'briefing', chat, lane, personId: owner.id, route: { chat }, instruction: 'Write it.', ...at },
    now,
  )
  endTasks(db, [taskId], 'answered', 'told', now)
  const sources: SourceBlock[] = [{ title: 'Harbour', trust: 'untrusted', lines: [`source of boat number ${n};`] }]
  const run = insertRun(db, { jobId, instant: now.getTime(), state: 'delivered' }, now)
  if (run) updateRun(db, run.id, { taskId, sources })
  const line = { key: `briefing ${n}`, kind: 'reply', lane, route: { chat }, origin: 'briefing', taskId } as const
  postMessage(world, { ...line, text: `briefing of boat number ${n};`, trust: 'untrusted' }, now)
  for (const { id } of deliveriesOf(db, taskId)) markSent(db, id, `sent ${n}`, now)
}

const toldIn = ({ system, text }: Turn) => `${system}\n${text}`.match(/(?:briefing|source) of boat number \d+;/g) ?? []

describe(`a lane with ${RESULTS} briefings and a few lines of chat`, () => {
  test('shows none of them on the next turn and in the next epoch, and a reply brings exactly one', async () => {
    const { world, brain, ask } = await createBusyLane()
    // The first turn after them may show the newest few; that is said once.
    expect(toldIn(brain.turns[0] ?? expect.fail('no turn'))).toHaveLength(3)
    expect(brain.turns.slice(1).flatMap(({ text }) => toldIn({ system: '', text } as Turn))).toEqual([])
    world.clock.advance(3 * HOUR)
    const opening = await ask('and boat number 250, how is it?')
    expect(opening.session?.isNew).toBe(true)
    expect(toldIn(opening)).toEqual([])

    const reply = await ask('tell me more of the briefing', 'sent 249')
    const brought = ['briefing of boat number 249;', 'source of boat number 249;']
    expect(toldIn({ ...reply, system: '' })).toEqual(brought)
    expect(reply.trust).toBe('untrusted')
    expect(reply.text).toContain('<quoted-reply')

    const again = await ask('and who wrote that?', 'sent 249')
    expect(again.session?.isNew).toBe(false)
    expect(toldIn({ ...again, system: '' })).toEqual(brought.slice(0, 1))
    world.clock.advance(3 * HOUR)
    const later = await ask('tell me more of the briefing', 'sent 249')
    expect(later.session?.isNew).toBe(true)
    expect(toldIn(later)).toEqual(brought)
    expect(later.system).toContain('we talk of boat')
  })
})

test('what a briefing was written from is for whoever has the job, and nobody who only reads it', async () => {
  const { world, brain } = await createBusyLane(1)
  world.member(7)
  const there = { chat, channel: 'telegram', sender: { channel: 'telegram', id: '7' }, audience: 'group' } as const
  world.say('what is that?', { ...there, replyTo: 'sent 0' })
  await world.settle()
  expect(brain.turns.at(-1)?.text).toContain('what is that?')
  expect(toldIn({ ...(brain.turns.at(-1) as Turn), system: '' })).toEqual(['briefing of boat number 0;'])
})

test('a run is asked from its sources alone, by itself and with its own model, and the next turn tells of it once', async () => {
  const { world, brain, ask } = await createBusyLane(0)
  const { db, clock, owner } = world
  const now = clock.now()
  const { id: jobId } = insertJob(db, { ...jobOf(world), name: 'evening' }, now)
  const at = { dueAt: clock.steady(), deadlineAt: later(clock.steady(), HOUR), queuedAt: clock.steady() }
  const place = { chat, lane, queue: jobQueue(jobId), personId: owner.id, route: { chat } }
  const taskId = enqueueTask(db, { kind: 'briefing', ...place, instruction: 'Write it.', ...at }, now)
  const run = insertRun(db, { jobId, instant: now.getTime(), state: 'queued' }, now) ?? expect.fail('no run')
  const sources: SourceBlock[] = [{ title: 'Harbour', trust: 'untrusted', lines: ['source of boat number 1;'] }]
  updateRun(db, run.id, { taskId, sources })
  await world.settle()

  const turn = brain.turns.at(-1) ?? expect.fail('the brain was not asked')
  expect(turn).toMatchObject({ kind: 'briefing', model: 'fast', trust: 'untrusted', question: 'Write it.' })
  expect(turn.session).toBeUndefined()
  expect(toldIn(turn)).toEqual(['source of boat number 1;'])
  expect(`${turn.system}${turn.text}`).not.toContain('we talk of boat')
  expect(turn.text.match(/<(?:sources|message|quoted-reply)-/g)).toEqual(['<sources-', '<message-'])
  expect(readRun(db, run.id)).toMatchObject({ state: 'delivered', result: 're: Write it.', trust: 'untrusted' })

  const next = await ask('thanks')
  expect(next.text.match(/re: Write it\./g)).toHaveLength(1)
  expect(next.text).toContain('<previous-tasks')
  expect(toldIn({ ...next, system: '' })).toEqual([])
})
