import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { UsageOrigin } from '../../../src/domain/message.ts'
import type { TaskKind } from '../../../src/domain/task.ts'
import { later, momentOf } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { enqueueTask, listTasks, readTask, taskEvents } from '../../../src/store/work/tasks.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { describeExhausted, findExhaustedCap } from '../../../src/tasks/queue/limits.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { onBoth } from '../../support/test-clock.ts'

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)

function spend(world: RoadWorld, costUsd: number, at = world.clock.now(), origin: UsageOrigin = 'chat'): void {
  const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
  insertUsage(world.db, { ...tokens, origin, brain: 'claude', model: 'm', costUsd, ...onBoth(at) })
}

function background(world: RoadWorld, kind: TaskKind): number {
  const chat = makeChatId('web', 'a')
  const now = world.clock.now()
  const steady = world.clock.steady()
  const times = { dueAt: steady, queuedAt: steady, deadlineAt: later(steady, 86_400_000) }
  const lane = rootLane(chat)
  return enqueueTask(world.db, { kind, chat, lane, personId: world.owner.id, route: { chat }, ...times }, now)
}

/** A road with a spent daily cap of $5, at 10:00 UTC. */
function world(spentUsd: number) {
  const brain = createScriptedBrain(echo)
  const made = createRoadWorld({ brain })
  made.say('/config brain.daily_usd 5')
  spend(made, spentUsd)
  return { ...made, brain }
}

describe('the caps', () => {
  const caps = { dailyUsd: 5, monthlyUsd: 60 }
  const cases: [what: string, kind: TaskKind, today: number, earlier: number, found: object | undefined][] = [
    ['nothing spent', 'reply', 0, 0, undefined],
    ['just under the daily one', 'reply', 4.99, 0, undefined],
    ['at the daily one', 'reply', 5, 0, { cap: 'daily', backgroundOnly: false }],
    ['at the monthly one', 'reply', 1, 59, { cap: 'monthly', backgroundOnly: false }],
    ['both: the longer is named', 'reply', 5, 55, { cap: 'monthly' }],
    ['background under 80 %', 'scheduled', 3.99, 0, undefined],
    ['background at 80 % of the day', 'heartbeat', 4, 0, { cap: 'daily', backgroundOnly: true }],
    ['background at 80 % of the month', 'compaction', 1, 47, { cap: 'monthly', backgroundOnly: true }],
    ['a person at 80 %', 'reply', 4, 0, undefined],
  ]
  test.each(cases)('%s', (_, kind, today, earlier, found) => {
    const w = createRoadWorld()
    spend(w, today)
    spend(w, earlier, new Date('2026-03-02T00:00:00Z'))
    const config = { timezone: 'UTC', brain: { ...caps } as never }
    const exhausted = findExhaustedCap(w.db, config, kind, momentOf(w.clock))
    if (found) expect(exhausted).toMatchObject(found)
    else expect(exhausted).toBeUndefined()
  })

  test('of scheduled work alone, which holds back nothing else', () => {
    const w = createRoadWorld()
    spend(w, 3)
    const config = { timezone: 'UTC', brain: {} as never, scheduler: { dailyUsd: 1 } as never }
    const found = (kind: TaskKind) => findExhaustedCap(w.db, config, kind, momentOf(w.clock))
    expect(found('briefing')).toBeUndefined()
    spend(w, 1, w.clock.now(), 'briefing')
    expect(found('scheduled')).toMatchObject({ key: 'scheduler.daily_usd', spentUsd: 1, backgroundOnly: true })
    expect(found('reply')).toBeUndefined()
    expect(found('compaction')).toBeUndefined()
  })

  test('count by the days of the configured zone', () => {
    const w = createRoadWorld()
    spend(w, 9, new Date('2026-03-13T22:59:59Z'))
    const config = (timezone: string) => ({ timezone, brain: { dailyUsd: 5 } as never })
    const at = onBoth(new Date('2026-03-14T10:00:00Z'))
    expect(findExhaustedCap(w.db, config('Europe/Berlin'), 'reply', at)).toBeUndefined()
    spend(w, 9, new Date('2026-03-13T23:00:00Z'))
    expect(findExhaustedCap(w.db, config('UTC'), 'reply', at)).toBeUndefined()
    expect(findExhaustedCap(w.db, config('Europe/Berlin'), 'reply', at)).toMatchObject({
      spentUsd: 9,
      until: new Date('2026-03-14T23:00:00Z'),
    })
  })

  test('that are not set bind nobody', () => {
    const w = createRoadWorld()
    spend(w, 1_000_000)
    expect(
      findExhaustedCap(w.db, { timezone: 'UTC', brain: {} as never }, 'heartbeat', momentOf(w.clock)),
    ).toBeUndefined()
  })

  test('name no sum to anybody but the owner', () => {
    const until = new Date('2026-03-15T00:00:00Z')
    const exhausted = {
      cap: 'daily',
      key: 'brain.daily_usd',
      limitUsd: 5,
      spentUsd: 6,
      until,
      backgroundOnly: false,
    } as const
    expect(describeExhausted(exhausted, { role: 'member', timezone: 'UTC', prefix: '/' }).en).toBe(
      'The daily limit for the model is reached, so I did not ask it. It resets on Sunday 15 March, 00:00.',
    )
  })
})

describe('on the road', () => {
  test('at the cap a message is refused, once, with the cap, the sum, the end and the key', async () => {
    const w = world(5.126)
    w.say('hello')
    await w.settle()
    await w.settle()
    expect(w.brain.turns).toEqual([])
    expect(bodies(w).slice(1)).toEqual([
      'The daily limit of $5.00 is reached ($5.13 spent), so I did not ask the model. It resets on Sunday 15 March, 00:00. To change the limit, write "/config brain.daily_usd <dollars>".',
    ])
    expect(listTasks(w.db, { limit: 5 })).toMatchObject([{ state: 'refused', attempt: 0, suspicion: 0 }])
    expect(w.web.shown.at(-1)).toMatchObject({ kind: 'state', state: 'refused' })
  })

  test('a higher cap, or the next day, and /retry answers it', async () => {
    const w = world(5)
    w.say('hello')
    await w.settle()
    w.say('/config brain.daily_usd 6.5')
    w.say('/retry')
    await w.settle()
    expect(bodies(w).at(-1)).toBe('echo: hello')
    spend(w, 2)
    w.say('again')
    await w.settle()
    expect(bodies(w).at(-1)).toContain('$6.50 is reached ($7.00 spent)')
    w.clock.advance(14 * 3_600_000)
    w.say('/retry')
    await w.settle()
    expect(bodies(w).at(-1)).toBe('echo: again')
  })

  test('what a run itself costs is booked and stops the next', async () => {
    const usage = {
      model: 'm',
      inputTokens: 1,
      outputTokens: 1,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      costUsd: 5,
      contextTokens: 1,
      windowTokens: undefined,
      firstTextMs: 1,
    }
    const brain = createScriptedBrain(() => [
      { kind: 'usage', usage },
      { kind: 'done', text: 'dear' },
    ])
    const w = createRoadWorld({ brain })
    w.say('/config brain.monthly_usd 5')
    w.say('one')
    await w.settle()
    w.say('two')
    await w.settle()
    expect(bodies(w).slice(1)).toEqual(['dear', expect.stringContaining('monthly limit')])
  })

  test('from 80 % on background work is refused, and people are answered', async () => {
    const w = world(4)
    const ids = (['scheduled', 'briefing', 'heartbeat', 'triage'] as const).map((kind) => background(w, kind))
    w.say('hello')
    await w.settle()
    expect(ids.map((id) => readTask(w.db, id)?.state)).toEqual(Array(4).fill('refused'))
    expect(taskEvents(w.db, ids[2] ?? 0).at(-1)).toMatchObject({ kind: 'refused' })
    const told = bodies(w).slice(1)
    expect(told).toEqual(['echo: hello'])
    expect(textIn(readTask(w.db, ids[0] ?? 0)?.reason ?? '', 'en')).toMatch(
      /^\$4\.00 of the daily limit of \$5\.00 is spent/,
    )
  })
})
