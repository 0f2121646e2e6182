import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { claimTask } from '../../../src/store/work/claims.ts'
import { beginInstance, noteCause } from '../../../src/store/work/instances.ts'
import { taskEvents } from '../../../src/store/work/tasks.ts'
import {
  planCompaction,
  planCompactionIfDue,
  planDueCompactions,
} from '../../../src/tasks/compaction/compaction-planning.ts'
import { noModel } from '../../../src/tasks/compaction/summary-step.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import {
  afterManyMessages,
  answering,
  chat,
  chatter,
  compactions,
  EVER,
  good,
  HOUR,
  lane,
  usage,
  worldWith,
} from '../../support/many-messages.ts'
import type { RoadWorld } from '../../support/road-world.ts'

describe('a conversation that fell silent', () => {
  test('gets its summary, and so does the lane, all but the last ten', async () => {
    const world = worldWith(answering)
    const ids = await afterManyMessages(world)
    const rolling = laneSummary(world.db, lane, EVER)
    expect(rolling).toMatchObject({ made: 'model', messages: 30, fromId: ids[0], toId: ids[29], trust: 'owner' })
    expect(rolling?.text).toBe('## Facts\n- 2026-03-14 Ana: the model was here')
    expect(conversationSummaries(world.db, [1], EVER).get(1)).toMatchObject({ messages: 40, toId: ids[39] })
    expect(world.prompts).toHaveLength(2)
  })

  test('costs what is booked as compaction, leaves its trace, and says nothing to anybody', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world)
    const booked = world.db.raw.prepare('SELECT origin, cost_micro_usd AS micro, task_id AS task FROM usage').all()
    const [task] = compactions(world)
    expect(booked).toEqual(Array(2).fill({ origin: 'compaction', micro: 10_000, task: task?.id }))
    expect(task).toMatchObject({ state: 'answered', attempt: 1 })
    const events = taskEvents(world.db, task?.id ?? 0)
    expect(events.map(({ kind }) => kind)).toEqual(['wanted', 'claimed', 'compacted', 'compacted', 'answered'])
    expect(JSON.parse(textIn(events[3]?.data ?? '', 'en'))).toMatchObject({
      messages: 30,
      made: 'model',
      tokens: expect.any(Number),
    })
    expect(world.web.sent.map(({ kind }) => kind)).toEqual(['command'])
  })

  test('of a brain without a model gets an extract', async () => {
    const world = worldWith()
    await afterManyMessages(world)
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 30 })
    expect(laneSummary(world.db, lane, EVER)?.text).toContain('talked about the garden')
  })

  test('is looked at once: nothing is left to do until something is said', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world)
    for (let beat = 0; beat < 3; beat++) {
      world.clock.advance(48 * HOUR)
      world.upkeep.findWork()
      await world.settle()
    }
    expect(compactions(world)).toHaveLength(1)
  })

  test('and was short is put into the lane’s summary when it is a day old', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world, 20)
    expect(laneSummary(world.db, lane, EVER)).toBeUndefined()
    world.clock.advance(22 * HOUR)
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toBeUndefined()
    world.clock.advance(2 * HOUR)
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 10 })
  })

  test('is not kept waiting by an earlier one that was too short', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world, 20)
    chatter(world, 20)
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    await world.settle()
    expect(conversationSummaries(world.db, [1, 2], EVER).size).toBe(2)
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 30 })
  })

  test('goes on where the summary ended, and builds on it', async () => {
    const world = worldWith(answering)
    await afterManyMessages(world)
    const more = chatter(world, 40)
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 70, toId: more[29] })
    expect(world.prompts.at(-1)).toContain('> - 2026-03-14 Ana: the model was here')
  })

  test('is not summarised behind the floor that a person set', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    chatter(world, 40, 'the old affair')
    world.db.raw.prepare('UPDATE lane SET cleared_at = ?').run(world.clock.now().getTime())
    const ids = chatter(world, 40, 'the new affair')
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    await world.settle()
    expect(world.prompts.join()).not.toContain('old affair')
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ fromId: ids[0], messages: 30 })
  })

  test('of very many messages is taken piece by piece', async () => {
    const world = worldWith(answering)
    const ids = await afterManyMessages(world, 1_000)
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 990, toId: ids[989] })
    expect(conversationSummaries(world.db, [1], EVER).get(1)).toMatchObject({ messages: 1_000 })
    expect(compactions(world).length).toBeGreaterThan(2)
    for (const prompt of world.prompts) expect(prompt.match(/^\{"id"/gm)?.length).toBeLessThanOrEqual(400)
  })

  test('is left alone while context is switched off', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    chatter(world, 40)
    world.clock.advance(HOUR)
    const config = { ...loadConfig(undefined, { HOME: '/' }), timezone: 'UTC' }
    const off = { ...config, conversation: { ...config.conversation, enabled: false } }
    planDueCompactions({ ...world, config: () => off })
    planCompactionIfDue({ ...world, config: () => off }, lane, noModel)
    expect(compactions(world)).toEqual([])
    planCompactionIfDue({ ...world, config: () => config }, lane, noModel)
    expect(compactions(world)).toHaveLength(1)
  })
})

describe('when things go wrong', () => {
  test('a model that fails is asked twice, then an extract stands in; the person hears nothing', async () => {
    const failure = { class: 'server', what: 'It broke.', retry: true } as const
    const world = worldWith(async () => ({ kind: 'failed', failure, usage }))
    await afterManyMessages(world)
    expect(world.prompts).toHaveLength(4)
    expect(laneSummary(world.db, lane, EVER)?.made).toBe('extract')
    expect(world.web.sent.map(({ kind }) => kind)).toEqual(['command'])
    expect(world.db.raw.prepare('SELECT count(*) FROM usage').pluck().get()).toBe(4)
  })

  test('a compaction that breaks is tried again in an hour, not before', async () => {
    let breaks = true
    const world = worldWith(async () => {
      if (breaks) throw new Error('a bug')
      return { kind: 'text', text: good }
    })
    await afterManyMessages(world)
    expect(compactions(world)).toMatchObject([{ state: 'retry', attempt: 1 }])
    breaks = false
    world.clock.advance(HOUR - 60_000)
    world.upkeep.findWork()
    world.upkeep.checkAfterAnswer(lane)
    await world.settle()
    expect(compactions(world)).toMatchObject([{ state: 'retry', attempt: 1 }])
    world.clock.advance(120_000)
    await world.settle()
    expect(compactions(world)).toMatchObject([{ state: 'answered', attempt: 2 }])
  })

  test('at a spending cap no model is asked, and an extract stands in', async () => {
    const world = worldWith(answering)
    world.say('/config brain.daily_usd 0.01')
    world.clock.advance(12 * HOUR)
    world.db.raw
      .prepare(
        `INSERT INTO usage (origin, brain, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_micro_usd, at)
       VALUES ('chat', 'scripted', 'm', 0, 0, 0, 0, 9000, ?)`,
      )
      .run(world.clock.now().getTime())
    await afterManyMessages(world)
    expect(world.prompts).toEqual([])
    expect(laneSummary(world.db, lane, EVER)?.made).toBe('extract')
  })

  test('a poisoned one is set aside without a word', async () => {
    const world = worldWith(answering)
    world.say('/whoami')
    chatter(world, 40)
    planCompaction(world, lane, 'due')
    for (const death of [1, 2]) {
      const instance = beginInstance(world.db, { pid: death, boot: 'this boot' }, world.clock.steady())
      const leaseUntil = world.clock.mono()
      claimTask(world.db, { instance, ...momentOf(world.clock), leaseUntil, suspects: true, kinds: ['compaction'] })
      noteCause(world.db, death, 'Error: broken')
      recover(world)
      world.clock.advance(10_000)
    }
    await world.settle()
    expect(compactions(world)).toMatchObject([{ state: 'quarantined' }])
    expect(world.web.sent.map(({ kind }) => kind)).toEqual(['command'])
  })

  test('what was taken away from it writes nothing', async () => {
    const world: RoadWorld = worldWith(async () => {
      world.db.raw.prepare(`UPDATE task SET lease_token = lease_token + 1 WHERE kind = 'compaction'`).run()
      world.db.raw.prepare(`UPDATE task SET state = 'failed', finished_at = 1 WHERE kind = 'compaction'`).run()
      return { kind: 'text', text: good }
    })
    await afterManyMessages(world)
    expect(laneSummary(world.db, lane, EVER)).toBeUndefined()
    expect(conversationSummaries(world.db, [1], EVER).size).toBe(0)
  })
})

test('a prompt that did not fit has its lane summarised, what is going on included', async () => {
  const world = worldWith(answering)
  world.say('/whoami')
  chatter(world, 24)
  planCompaction(world, lane, 'overflow')
  planCompaction(world, lane, 'due')
  await world.settle()
  expect(compactions(world)).toHaveLength(1)
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 14 })
})

test('the lowest trust of what went into it is the trust of a summary', async () => {
  const world = worldWith(answering)
  world.say('/whoami')
  insertMessage(world.db, {
    chat,
    lane,
    author: 'human',
    name: 'Mallory',
    kind: 'conversation',
    origin: 'chat',
    trust: 'untrusted',
    personId: null,
    at: world.clock.now(),
    receivedAt: world.clock.now(),
    text: 'buy my soap',
  })
  await afterManyMessages(world)
  expect(laneSummary(world.db, lane, EVER)?.trust).toBe('untrusted')
  chatter(world, 60)
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)?.trust).toBe('untrusted')
})
