import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { endStates } from '../../../src/domain/task.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { insertDelivery, markEnded, markSent } from '../../../src/store/work/outbox.ts'
import { endTasks, recordEvent, reopenTask } from '../../../src/store/work/tasks.ts'
import { insertUsage, type NewUsage } from '../../../src/store/work/usage.ts'
import { createFigureReader } from '../../../src/tasks/reports/metric-figures.ts'
import { createOpenMetrics } from '../../../src/tasks/reports/open-metrics.ts'
import { type MetricSample, parseOpenMetrics } from '../../support/open-metrics.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { chatOf, createWorld, type World } from '../../web/world.ts'

const worlds: World[] = []
afterEach(() => Promise.all(worlds.splice(0).map((world) => world.close())))

const chat = chatOf('house-of-ana')

const beat = { host: 'tower', version: '1', places: 4, free: 3, memoryMb: 2, sessions: 5, brains: ['claude'] }

/** A store, and the text of its numbers. */
function openNumbers() {
  const clock = createTestClock()
  const world = createWorld({ clock })
  worlds.push(world)
  const { db, channel, dir } = world
  const startMetrics = () => {
    const reader = createFigureReader({
      db,
      clock,
      channels: new Map([
        [channel.name, channel],
        [
          'talk' as typeof channel.name,
          { ...channel, name: 'talk', lastRoundTrip: () => clock.mono() - 7000 } as never,
        ],
      ]),
      dataDir: dir,
      timezone: () => 'UTC',
      dailyUsd: () => 5,
      stalls: { worst: () => ({ worstStall: { at: clock.now(), ms: 900 } }), sum: () => ({ count: 2, ms: 1200 }) },
      obstacle: () => undefined,
      runners: () => [
        { name: 'attic', pairedAt: clock.now(), state: 'ready', seenMs: 1500, beat },
        { name: 'cellar', pairedAt: clock.now(), state: 'never-seen' },
      ],
    })
    return createOpenMetrics({ read: reader, clock, version: '1.2.3', startedAt: clock.now(), brains: ['claude'] })
  }
  let metrics = startMetrics()
  return {
    ...world,
    clock,
    restart: () => (metrics = startMetrics()),
    readText: async () => (await metrics()).text,
    /** Past the time for which a text is kept. */
    async read() {
      clock.advance(3000)
      return lookUp(parseOpenMetrics((await metrics()).text))
    },
    /** Ends a turn as the worker does. */
    answer(task: number) {
      db.statement("UPDATE task SET state = 'answered', finished_at = ? WHERE id = ?").run(clock.now().getTime(), task)
      recordEvent(db, task, 'answered', null, clock.now())
    },
    call: (row: Partial<NewUsage> = {}) => insertUsage(db, { ...usage, ...momentOf(clock), ...row }),
    post(key: string, message: number) {
      const route = { chat }
      const times = { dueAt: clock.steady(), deadAt: clock.steady() }
      const row = { key, messageId: message, lane: `${chat}#` as never, route, kind: 'notice', part: 0 } as const
      insertDelivery(db, { ...row, ...times, body: 'words of a delivery', taskId: undefined }, clock.now())
      return db.statement('SELECT id FROM outbox WHERE key = ?').pluck().get(key) as number
    },
  }
}

const usage = {
  taskId: null,
  origin: 'chat',
  brain: 'claude',
  model: 'claude-secret-model',
  inputTokens: 100,
  outputTokens: 20,
  cacheReadTokens: 300,
  cacheWriteTokens: 0,
  costUsd: 0.25,
  firstTextMs: 1500,
} as const

function lookUp(samples: MetricSample[]) {
  return (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels))?.value
}

test('the queue is counted by state, with the age of its oldest task', async () => {
  const { read, say, state, clock } = openNumbers()
  expect((await read())('skein_oldest_queued_task_age_seconds')).toBe(0)
  const { task } = say(chat, 'one')
  clock.advance(60_000)
  say(chat, 'two')
  const before = await read()
  expect([before('skein_tasks', { state: 'queued' }), before('skein_tasks', { state: 'running' })]).toEqual([2, 0])
  expect(before('skein_oldest_queued_task_age_seconds')).toBe(63)
  state(task, 'running')
  const after = await read()
  expect([after('skein_tasks', { state: 'queued' }), after('skein_tasks', { state: 'running' })]).toEqual([1, 1])
  expect(after('skein_oldest_queued_task_age_seconds')).toBe(6)
})

test('calls to a model are counted once, from the start of the daemon on', async () => {
  const { read, call, restart } = openNumbers()
  expect((await read())('skein_cache_share')).toBeUndefined()
  call()
  restart()
  const before = await read()
  expect(before('skein_model_calls_total', { brain: 'claude' })).toBe(0)
  // The day began before the daemon did.
  expect([before('skein_cost_today_dollars'), before('skein_cache_share')]).toEqual([0.25, 0.75])
  call({ origin: 'compaction', firstTextMs: null })
  call({ costUsd: 1 })
  await read()
  const after = await read()
  expect(after('skein_model_calls_total', { brain: 'claude' })).toBe(2)
  expect(after('skein_cost_dollars_total', { brain: 'claude' })).toBe(1.25)
  expect(after('skein_tokens_total', { brain: 'claude', kind: 'cache_read' })).toBe(600)
  expect(after('skein_first_text_seconds_count', { brain: 'claude' })).toBe(1)
  expect(after('skein_first_text_seconds_bucket', { le: '1', brain: 'claude' })).toBe(0)
  expect(after('skein_first_text_seconds_bucket', { le: '2', brain: 'claude' })).toBe(1)
  expect([after('skein_cost_today_dollars'), after('skein_cost_limit_dollars')]).toEqual([1.5, 5])
})

test('the time of a turn is that from the message to the end of its answer', async () => {
  const { db, read, say, answer, clock } = openNumbers()
  const [first, second] = [say(chat, 'one').task, say(chat, 'two').task]
  clock.advance(4000)
  answer(first)
  endTasks(db, [second], 'failed', 'reason with a secret', clock.now())
  const read1 = await read()
  expect([read1('skein_turn_seconds_count'), read1('skein_turn_seconds_sum')]).toEqual([1, 4])
  expect(read1('skein_turn_seconds_bucket', { le: '2' })).toBe(0)
  expect(read1('skein_turn_seconds_bucket', { le: '5' })).toBe(1)
  expect(endStates.map((state) => read1('skein_turns_total', { state }))).toEqual([1, 0, 0, 0, 1, 0])
  // The person waited for another answer before.
  reopenTask(db, second, { dueAt: clock.steady(), deadlineAt: clock.steady() }, clock.now())
  answer(second)
  const read2 = await read()
  expect([read2('skein_turn_seconds_count'), read2('skein_turns_total', { state: 'answered' })]).toEqual([1, 2])
})

test('deliveries are counted while they are open, and once when they were sent', async () => {
  const { db, read, say, post, restart, clock } = openNumbers()
  const { message } = say(chat, 'one')
  const waiting = post('notice:before', message)
  restart()
  const others = [post('notice:one', message), post('notice:two', message), post('notice:three', message)] as const
  markSent(db, others[0], '1', clock.now())
  markEnded(db, others[1], 'dead', 'reason')
  const before = await read()
  expect(before('skein_deliveries', { state: 'pending' })).toBe(2)
  expect(before('skein_deliveries', { state: 'failed' })).toBe(1)
  expect(before('skein_deliveries_sent_total', { channel: 'web' })).toBe(1)
  markSent(db, waiting, '2', clock.now())
  markSent(db, others[2], '3', clock.now())
  await read()
  const after = await read()
  expect(after('skein_deliveries', { state: 'pending' })).toBe(0)
  expect(after('skein_deliveries_sent_total', { channel: 'web' })).toBe(3)
})

test('channels, stalls, the store and the process have numbers too', async () => {
  const { read } = openNumbers()
  const at = await read()
  expect(at('skein_channel_poll_age_seconds', { channel: 'talk' })).toBe(7)
  expect(at('skein_channel_poll_age_seconds', { channel: 'web' })).toBeUndefined()
  expect(at('skein_channel_attempt_age_seconds', { channel: 'web' })).toBe(0)
  expect([at('skein_event_loop_stalls_total'), at('skein_event_loop_stall_seconds_total')]).toEqual([2, 1.2])
  expect([at('skein_ready'), at('skein_info', { version: '1.2.3' })]).toEqual([1, 1])
  for (const name of [
    'skein_store_bytes',
    'skein_disk_free_bytes',
    'process_resident_memory_bytes',
    'process_open_fds',
  ])
    expect([name, at(name)]).toEqual([name, expect.any(Number)])
  expect(at('skein_store_bytes')).toBeGreaterThan(1000)
})

test('each runner has numbers, as far as it has said them', async () => {
  const { read } = openNumbers()
  const at = await read()
  const of = (runner: string) =>
    ['up', 'seen_age_seconds', 'places', 'free_places', 'sessions', 'memory_free_bytes'].map((name) =>
      at(`skein_runner_${name}`, { runner }),
    )
  expect(of('attic')).toEqual([1, 1.5, 4, 3, 5, 2_097_152])
  expect(of('cellar')).toEqual([0, undefined, undefined, undefined, undefined, undefined])
})

test('the same text is given again for a few seconds', async () => {
  const { readText, call, clock } = openNumbers()
  const text = await readText()
  call()
  expect(await readText()).toBe(text)
  clock.advance(3000)
  expect(await readText()).not.toBe(text)
})

describe('what is not a number', () => {
  test('is a name from the configuration or a state of ours, however many chats there are', async () => {
    const { read, readText, say, call, post, answer } = openNumbers()
    await read()
    const few = parseOpenMetrics(await readText()).length
    for (let n = 0; n < 50; n++) {
      const { message, task } = say(chatOf(`chat-${n}`), `words of message ${n}`)
      post(`notice:${n}`, message)
      call({ taskId: task, model: `model-${n}` })
      answer(task)
    }
    await read()
    const samples = parseOpenMetrics(await readText())
    // The share of the cache is one that was missing.
    expect(samples.length).toBe(few + 1)
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
    expect([...labels].toSorted()).toEqual(['brain', 'channel', 'kind', 'le', 'runner', 'state', 'version'])
  })

  test('tells nothing of what was written, nor where or by whom', async () => {
    const { db, readText, say, call, answer, post, clock } = openNumbers()
    const { message, task } = say(chat, 'the key is sk-ant-planted')
    post('notice:one', message)
    call({ taskId: task })
    answer(task)
    endTasks(db, [say(chat, 'again').task], 'failed', 'reason with a secret', clock.now())
    const text = await readText()
    for (const word of ['planted', 'house-of-ana', 'Ana', 'words of a delivery', 'secret'])
      expect(text).not.toContain(word)
  })
})

test('every number that the dashboard for Grafana shows is there', async () => {
  const { readText, call, read } = openNumbers()
  call()
  await read()
  const known = new Set(parseOpenMetrics(await readText()).map(({ name }) => name))
  const dashboard = readFileSync(new URL('../../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const queries = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, query = '']) => query)
  const used = new Set(queries.flatMap((query) => query.match(/\b(?:skein|process)_\w+/g) ?? []))
  expect(queries.length).toBeGreaterThan(10)
  expect([...used].filter((name) => !known.has(name))).toEqual([])
  // And the other way round: what is measured is shown.
  const series = new Set([...known].map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  const shown = new Set([...used].map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  const notShown = ['skein_info', 'skein_start_time_seconds', 'process_cpu_seconds_total']
  expect([...series].filter((name) => !shown.has(name) && !notShown.includes(name))).toEqual([])
})
