import { describe, expect, test } from 'vitest'
import { besideLane, makeChatId } from '../../../src/domain/ids.ts'
import { laneSummary } from '../../../src/store/recall/summaries.ts'
import { countLive, liveInQueue, readTask } from '../../../src/store/work/tasks.ts'
import { planCompaction } from '../../../src/tasks/compaction/compaction-planning.ts'
import {
  afterManyMessages,
  answering,
  type Complete,
  chatter,
  compactions,
  EVER,
  HOUR,
  lane,
  worldWith,
} from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

describe('upkeep is never in the way', () => {
  /** A model that says nothing until it is told to. */
  function stuck() {
    let begun = () => {}
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    const complete: Complete = (_prompt, signal) =>
      new Promise((resolve) => {
        begun()
        const end = () => resolve({ kind: 'failed', failure: { class: 'crash', what: '', retry: true } })
        signal.addEventListener('abort', end, { once: true })
      })
    return { complete, started }
  }

  test('of an answer, even with one worker and in the same lane; and a stop of the daemon takes it back at once', async () => {
    const { complete, started } = stuck()
    const world = worldWith(complete, { settings: { maxWorkers: 1 } })
    world.say('/whoami')
    chatter(world, 40)
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await started
    const said = world.say('are you there?')
    if (said.status !== 'stored') throw new Error(said.status)
    await expect.poll(() => readTask(world.db, said.task ?? 0)?.state).toBe('answered')
    expect(compactions(world)).toMatchObject([{ state: 'running' }])
    stop.abort()
    await running
    expect(compactions(world)).toMatchObject([{ state: 'queued', attempt: 0 }])
  })

  test('of /stop, /retry, the limits of a person and what /status counts', async () => {
    const { complete, started } = stuck()
    const world = worldWith(complete)
    world.say('/whoami')
    chatter(world, 40)
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    const stop = new AbortController()
    const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
    await started
    for (const command of ['/stop', '/retry', '/status']) world.say(command)
    const answers = () => world.web.sent.map(({ body }) => body)
    await expect.poll(answers).toHaveLength(4)
    expect(answers().slice(1, 3)).toEqual(['There is nothing to stop.', 'There is nothing here to retry.'])
    expect(answers()[3]).toContain('Tasks: 0 of 4 running, 0 waiting')
    expect(countLive(world.db, world.owner.id)).toBe(0)
    expect(compactions(world)).toMatchObject([{ state: 'running' }])
    stop.abort()
    await running
  })
})

describe('upkeep that changes nothing', () => {
  const told = (world: RoadWorld) =>
    world.web.sent.filter(({ route }) => route.chat === makeChatId('web', 'notices')).map(({ body }) => body)

  /** As a mistake of ours would: asked for again as soon as it is done. */
  async function askInVain(world: RoadWorld, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      planCompaction(world, lane, 'due')
      await world.settle()
    }
  }

  test('does not plan itself again; what it left is found when more was said', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world, 20)
    await askInVain(world, 1)
    expect(compactions(world).map(({ state }) => state)).toEqual(['answered', 'answered'])
    chatter(world, 4)
    world.clock.advance(25 * HOUR)
    world.upkeep.findWork()
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 14 })
  })

  test('rests after twenty times in a minute, and the owner is told once; an answer is given all the same', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    await askInVain(world, 40)
    expect(compactions(world)).toHaveLength(21)
    expect(told(world)).toEqual([expect.stringContaining('I stopped summarizing the chat')])
    world.say('/compact')
    await world.settle()
    expect(world.web.sent.at(-1)?.body).toContain('There is nothing to summarize')
  })

  test('goes on when something new is said', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    await askInVain(world, 21)
    await afterManyMessages(world)
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 30 })
  })

  test('may do so now and then', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    for (let time = 0; time < 25; time++) {
      await askInVain(world, 1)
      world.clock.advance(4_000)
    }
    expect(compactions(world)).toHaveLength(25)
    expect(told(world)).toEqual([])
  })
})

describe('/compact', () => {
  test('summarises at once, also what is going on, and says what it did', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    chatter(world, 24)
    world.say('/compact')
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 14 })
    expect(world.web.sent.slice(1).map(({ body, lane: where }) => ({ body, where }))).toEqual([
      { body: 'I am summarizing this conversation and will tell you when it is done.', where: lane },
      {
        body: expect.stringMatching(/^I summarized 14 messages in \d+ tokens\. Every message is kept/),
        where: lane,
      },
    ])
  })

  test('says so when there is nothing to summarise', async () => {
    const world = worldWith(answering)
    world.say('/compact')
    await world.settle()
    expect(world.web.sent.at(-1)?.body).toBe(
      'There is nothing to summarize: the last 10 messages always stay as they are.',
    )
  })

  test('is answered, whatever else is wanted of the lane meanwhile', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    chatter(world, 24)
    world.say('/compact')
    planCompaction(world, lane, 'overflow')
    await world.settle()
    expect(compactions(world)).toHaveLength(1)
    expect(world.web.sent.at(-1)?.body).toContain('I summarized 14 messages')
  })

  test('takes the place of one that waits', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world, 20)
    expect(liveInQueue(world.db, besideLane('compaction', lane))).toMatchObject([{ state: 'queued' }])
    world.say('/compact')
    await world.settle()
    expect(compactions(world).map(({ state }) => state)).toEqual(['answered', 'cancelled', 'answered'])
    expect(world.web.sent.at(-1)?.body).toContain('I summarized 10 messages')
  })

  test('takes effect on the session: the next turn opens another, once none is under way', async () => {
    let isOpen = Promise.resolve()
    let open = () => {}
    const forgotten: string[] = []
    const brain = {
      ...createScriptedBrain(async function* (turn) {
        await isOpen
        yield { kind: 'done', text: `re: ${turn.question}` }
      }),
      hasSessions: true,
      forget: (session: string) => void forgotten.push(session),
    }
    const world = createRoadWorld({ brain })
    const sessions = () => brain.turns.map(({ session }) => session?.isNew)
    world.say('one')
    await world.settle()
    world.say('two')
    await world.settle()
    chatter(world, 24)
    world.say('/compact')
    await world.settle()
    expect(world.web.sent.at(-1)?.body).toMatch(
      /^I summarized .* Your next message starts a new session with the summary\.$/,
    )
    world.say('three')
    await world.settle()
    expect(sessions()).toEqual([true, false, true])
    // The summary stands for its lines although the conversation is going on; the last ten stand word for word.
    expect(brain.turns[2]?.system).toContain('<lane-summary-')
    expect(brain.turns[2]?.system).not.toContain('] one\n')
    expect(brain.turns[2]?.system).not.toContain('(13)\n')
    for (let line = 14; line < 24; line++) expect(brain.turns[2]?.system).toContain(`(${line})\n`)
    expect(forgotten).toEqual([brain.turns[0]?.session?.id])

    isOpen = new Promise((resolve) => (open = resolve))
    world.say('four')
    const settled = world.settle()
    await expect.poll(() => brain.turns.length).toBe(4)
    world.say('/compact')
    const said = () => world.web.sent.some(({ body }) => body.includes('starts when the current work is done'))
    await expect.poll(said).toBe(true)
    expect(forgotten).toHaveLength(1)
    open()
    await settled
    expect(forgotten).toEqual([brain.turns[0]?.session?.id, brain.turns[2]?.session?.id])
    world.say('five')
    await world.settle()
    expect(sessions()).toEqual([true, false, true, false, true])
    const reasons = world.db.raw.prepare('SELECT reason FROM epoch WHERE closed_at IS NOT NULL').pluck().all()
    expect(reasons).toEqual(Array(2).fill('a summary was asked for'))
  })
})
