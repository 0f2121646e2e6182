import { Counter, Gauge, Histogram, type OpenMetricsContentType, openMetricsContentType, Registry } from 'prom-client'
import { endStates } from '../../domain/task.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Figures } from './metric-figures.ts'
import type { ReportedRunner } from './runner-report.ts'

// The numbers as OpenMetrics text. Labels are the names of channels, brains and runners from the configuration, and states of our
// own, so there is never more than a handful of each.

export interface OpenMetricsDeps {
  read(): Figures
  clock: Clock
  version: string
  startedAt: Date
  /** The names of the brains that may answer. */
  brains: readonly string[]
}

/** More frequent requests get the same text again. */
const CACHE_MS = 3000

const TURN_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800]
const FIRST_TEXT_SECONDS = [0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60]

type Sample = [value: number | undefined, labels?: Record<string, string>]

export function createOpenMetrics({ read, clock, version, startedAt, brains }: OpenMetricsDeps) {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(openMetricsContentType)
  const registers = [registry]
  const gauges = gaugeList.map(([name, help, labelNames, samplesOf]) => {
    return { gauge: new Gauge({ name, help, labelNames, registers }), samplesOf }
  })
  const totals = totalList.map(([name, help, valueOf]) => {
    return { counter: new Counter({ name, help, registers }), valueOf }
  })
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help: `${help} Starts at 0 with the daemon.`, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[]) =>
    new Histogram({ name, help: `${help} Starts at 0 with the daemon.`, buckets, labelNames, registers })

  const calls = counter('skein_model_calls_total', 'Calls to models.', ['brain'])
  const tokens = counter('skein_tokens_total', 'Tokens of calls to models.', ['brain', 'kind'])
  const cost = counter('skein_cost_dollars_total', 'Cost of calls to models, in US dollars.', ['brain'])
  const turns = counter('skein_turns_total', 'Turns that answer a person, by how they ended.', ['state'])
  const sent = counter('skein_deliveries_sent_total', 'Deliveries that were sent.', ['channel'])
  const turnSeconds = histogram(
    'skein_turn_seconds',
    'Seconds from a message to the end of its answer, without those given after /retry.',
    TURN_SECONDS,
    [],
  )
  const firstTextSeconds = histogram(
    'skein_first_text_seconds',
    'Seconds from asking the model to the first text of an answer.',
    FIRST_TEXT_SECONDS,
    ['brain'],
  )
  new Gauge({ name: 'skein_info', help: 'Always 1; the version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  new Gauge({ name: 'skein_start_time_seconds', help: 'When the daemon started, in Unix time.', registers }).set(
    startedAt.getTime() / 1000,
  )
  // A series that is there from the start shows its first event as a change.
  for (const state of endStates) turns.inc({ state }, 0)
  for (const brain of brains) {
    countCall({ brain, ...noTokens, usd: 0 }, 0)
    firstTextSeconds.zero({ brain })
  }

  function countCall({ brain, usd, ...call }: Omit<Call, 'origin' | 'firstTextMs'>, count = 1): void {
    calls.inc({ brain }, count)
    cost.inc({ brain }, Math.max(0, usd))
    for (const [kind, key] of tokenKinds) tokens.inc({ brain, kind }, call[key])
  }

  function count({ channels, news }: Figures): void {
    for (const { channel } of channels) sent.inc({ channel }, 0)
    for (const call of news.calls) {
      countCall(call)
      if (call.origin === 'chat' && call.firstTextMs !== null)
        firstTextSeconds.observe({ brain: call.brain }, call.firstTextMs / 1000)
    }
    for (const { state, ms } of news.turns) {
      turns.inc({ state })
      if (state === 'answered' && ms !== null) turnSeconds.observe(ms / 1000)
    }
    for (const channel of news.sent) sent.inc({ channel })
  }

  async function write(): Promise<string> {
    const figures = read()
    count(figures)
    for (const { gauge, samplesOf } of gauges) {
      gauge.reset()
      for (const [value, labels = {}] of samplesOf(figures)) {
        // A reset leaves a 0 where there are no labels.
        if (value === undefined) gauge.remove(labels)
        else gauge.set(labels, value)
      }
    }
    for (const { counter: total, valueOf } of totals) {
      total.reset()
      total.inc(valueOf(figures))
    }
    return await registry.metrics()
  }

  let last: { at: number; text: Promise<string> } | undefined
  return async () => {
    if (!last || clock.mono() - last.at >= CACHE_MS) last = { at: clock.mono(), text: write() }
    return { type: registry.contentType, text: await last.text }
  }
}

type Call = Figures['news']['calls'][number]

const tokenKinds = [
  ['input', 'inputTokens'],
  ['output', 'outputTokens'],
  ['cache_read', 'cacheReadTokens'],
  ['cache_write', 'cacheWriteTokens'],
] as const
const noTokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

type GaugeEntry = [name: string, help: string, labelNames: string[], samplesOf: (figures: Figures) => Sample[]]

const runnerGauges: [name: string, help: string, valueOf: (beat: NonNullable<ReportedRunner['beat']>) => number][] = [
  ['skein_runner_places', 'How many turns a runner runs at the same time.', ({ places }) => places],
  ['skein_runner_free_places', 'How many more turns a runner would take.', ({ free }) => free],
  ['skein_runner_sessions', 'Sessions that continue on a runner.', ({ sessions }) => sessions],
  [
    'skein_runner_memory_free_bytes',
    'Free memory of the machine of a runner.',
    ({ memoryMb }) => memoryMb * 1024 * 1024,
  ],
]

const gaugeList: GaugeEntry[] = [
  [
    'skein_ready',
    'Whether messages are received and answered: 1 or 0, as /readyz says.',
    [],
    ({ obstacle }) => [[obstacle === undefined ? 1 : 0]],
  ],
  [
    'skein_tasks',
    'Tasks that are not finished, without upkeep.',
    ['state'],
    ({ tasks }) => tasks.map(({ state, count }) => [count, { state }]),
  ],
  [
    'skein_oldest_queued_task_age_seconds',
    'How long ago the oldest waiting task was first queued; 0 if none waits.',
    [],
    ({ oldestQueuedMs }) => [[oldestQueuedMs / 1000]],
  ],
  [
    'skein_deliveries',
    'Deliveries in the outbox that were not sent; failed ones are held or given up.',
    ['state'],
    ({ deliveries }) => deliveries.map(({ state, count }) => [count, { state }]),
  ],
  [
    'skein_channel_attempt_age_seconds',
    'How long ago a channel last tried to receive.',
    ['channel'],
    ({ channels }) => channels.map(({ channel, sinceAttemptMs }) => [sinceAttemptMs / 1000, { channel }]),
  ],
  [
    'skein_channel_poll_age_seconds',
    'How long ago a poll of the platform last succeeded; missing before the first.',
    ['channel'],
    ({ channels }) =>
      channels.map(({ channel, sincePollMs }) => [
        sincePollMs === undefined ? undefined : sincePollMs / 1000,
        { channel },
      ]),
  ],
  [
    'skein_runner_up',
    'Whether a runner takes turns: 1 or 0.',
    ['runner'],
    ({ runners }) =>
      runners.map(({ name, state }) => [state === 'ready' || state === 'full' ? 1 : 0, { runner: name }]),
  ],
  [
    'skein_runner_seen_age_seconds',
    'How long ago a runner was last heard; missing before the first time.',
    ['runner'],
    ({ runners }) =>
      runners.map(({ name, seenMs }) => [seenMs === undefined ? seenMs : seenMs / 1000, { runner: name }]),
  ],
  ...runnerGauges.map(
    ([name, help, valueOf]): GaugeEntry => [
      name,
      `${help} As the runner last said.`,
      ['runner'],
      ({ runners }) => runners.map(({ name: runner, beat }) => [beat && valueOf(beat), { runner }]),
    ],
  ),
  ['skein_cost_today_dollars', 'Cost of model calls since midnight, in US dollars.', [], ({ today }) => [[today.usd]]],
  [
    'skein_cost_limit_dollars',
    'The limit of that cost, brain.daily_usd; missing without one.',
    [],
    ({ today }) => [[today.capUsd]],
  ],
  [
    'skein_cache_share',
    'Share of the tokens read since midnight that came from a cache, 0 to 1; missing if none were read.',
    [],
    ({ today }) => [[today.cacheShare]],
  ],
  [
    'skein_event_loop_worst_stall_seconds',
    'The longest time that one piece of work blocked everything else since the daemon started.',
    [],
    ({ stalls }) => [[stalls.worstMs / 1000]],
  ],
  ['skein_store_bytes', 'Size of the database file.', [], ({ store }) => [[store.databaseBytes]]],
  ['skein_store_wal_bytes', 'Size of the write-ahead log beside it.', [], ({ store }) => [[store.logBytes]]],
  ['skein_disk_free_bytes', 'Free space where the data is.', [], ({ store }) => [[store.freeBytes]]],
  ['process_resident_memory_bytes', 'Resident memory of the daemon.', [], ({ process }) => [[process.rssBytes]]],
  [
    'process_open_fds',
    'Open file descriptors of the daemon; missing where the system does not list them.',
    [],
    ({ process }) => [[process.openFiles]],
  ],
]

const totalList: [name: string, help: string, valueOf: (figures: Figures) => number][] = [
  [
    'skein_event_loop_stalls_total',
    'Times that one piece of work blocked everything else. Starts at 0 with the daemon.',
    ({ stalls }) => stalls.count,
  ],
  [
    'skein_event_loop_stall_seconds_total',
    'Seconds that they took. Starts at 0 with the daemon.',
    ({ stalls }) => stalls.ms / 1000,
  ],
  [
    'process_cpu_seconds_total',
    'Processor time of the daemon. Starts at 0 with the process.',
    ({ process }) => process.cpuMs / 1000,
  ],
]
