import { readdirSync } from 'node:fs'
import type { OutboxState } from '../../domain/delivery.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { liveStates, type TaskState } from '../../domain/task.ts'
import { spanAround } from '../../lib/time/calendar.ts'
import { momentOf, msBetween } from '../../lib/time/clock.ts'
import { bytesOfStore, type StoreBytes } from '../../store/file/store-check.ts'
import { countDrafts, countHeldOrDead } from '../../store/work/outbox.ts'
import { countLiveByState } from '../../store/work/tasks.ts'
import { spendingIn } from '../../store/work/usage.ts'
import {
  type CallFigures,
  callsBetween,
  countOpenByState,
  deliveriesBetween,
  type EndedTurn,
  markFigures,
  nextMark,
  oldestQueuedAt,
  turnsEndedBetween,
  unsentDeliveries,
} from '../../store/work/work-figures.ts'
import type { Unready } from '../health/readiness.ts'
import type { StallWatch } from '../health/stall-watch.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { ReportedRunner } from './runner-report.ts'
import { totalOf } from './usage-report.ts'

/** The numbers of one reading. Nothing in them names a person, a chat or a text. */
export interface Figures {
  tasks: { state: TaskState; count: number }[]
  /** 0 if no task waits. */
  oldestQueuedMs: number
  deliveries: { state: OutboxState | 'failed'; count: number }[]
  channels: { channel: ChannelName; sinceAttemptMs: number; sincePollMs: number | undefined }[]
  today: { usd: number; capUsd: number | undefined; cacheShare: number | undefined }
  /** None if runners are off. */
  runners: readonly ReportedRunner[]
  stalls: { count: number; ms: number; worstMs: number }
  store: StoreBytes
  process: { rssBytes: number; openFiles: number | undefined; cpuMs: number }
  obstacle: Unready | undefined
  /** What was new since the reading before. */
  news: { calls: CallFigures[]; turns: EndedTurn[]; sent: ChannelName[] }
}

export interface FigureReaderDeps extends Pick<TaskDeps, 'db' | 'clock' | 'channels'> {
  dataDir: string
  timezone(): string
  dailyUsd(): number | undefined
  stalls: Pick<StallWatch, 'worst' | 'sum'>
  obstacle(): Unready | undefined
  runners(): readonly ReportedRunner[]
}

const openStates = ['pending', 'sending', 'retry', 'unknown'] as const satisfies OutboxState[]

/** Counts from now on: each reading has the news since the one before. */
export function createFigureReader(deps: FigureReaderDeps): () => Figures {
  const { db, clock, channels, dataDir, stalls } = deps
  let mark = markFigures(db)
  let unsent = unsentDeliveries(db)

  function readNews(): Figures['news'] {
    const next = nextMark(db, mark)
    const deliveries = deliveriesBetween(db, mark, next, unsent)
    const news = {
      calls: callsBetween(db, mark, next),
      turns: turnsEndedBetween(db, mark, next),
      sent: deliveries.filter(({ state }) => state === 'sent').map(({ channel }) => channel),
    }
    mark = next
    unsent = deliveries.filter(({ state }) => state !== 'sent' && state !== 'dead').map(({ id }) => id)
    return news
  }

  function readToday(): Figures['today'] {
    const moment = momentOf(clock)
    const { from } = spanAround(moment.now, 'day', deps.timezone())
    const { usd, inputTokens, cacheReadTokens, cacheWriteTokens } = totalOf(spendingIn(db, { from, ...moment }))
    const readTokens = inputTokens + cacheReadTokens + cacheWriteTokens
    return { usd, capUsd: deps.dailyUsd(), cacheShare: readTokens === 0 ? undefined : cacheReadTokens / readTokens }
  }

  return () => {
    const liveTasks = new Map(countLiveByState(db).map(({ state, count }) => [state, count]))
    const openDeliveries = new Map(countOpenByState(db).map(({ state, count }) => [state, count]))
    const oldest = oldestQueuedAt(db)
    const mono = clock.mono()
    return {
      tasks: liveStates.map((state) => ({ state, count: liveTasks.get(state) ?? 0 })),
      oldestQueuedMs: oldest === undefined ? 0 : Math.max(0, msBetween(oldest, clock.steady())),
      deliveries: [
        ...openStates.map((state) => ({ state, count: openDeliveries.get(state) ?? 0 })),
        { state: 'drafted', count: countDrafts(db) },
        { state: 'failed', count: countHeldOrDead(db) },
      ],
      channels: [...channels.values()].map((channel) => {
        const lastPoll = channel.lastRoundTrip?.()
        return {
          channel: channel.name,
          sinceAttemptMs: Math.max(0, mono - channel.lastAttempt()),
          sincePollMs: lastPoll === undefined ? undefined : Math.max(0, mono - lastPoll),
        }
      }),
      runners: deps.runners(),
      today: readToday(),
      stalls: { ...stalls.sum(), worstMs: stalls.worst().worstStall?.ms ?? 0 },
      store: bytesOfStore(dataDir),
      process: readProcess(),
      obstacle: deps.obstacle(),
      news: readNews(),
    }
  }
}

function readProcess(): Figures['process'] {
  const { user, system } = process.cpuUsage()
  return { rssBytes: process.memoryUsage.rss(), openFiles: countOpenFiles(), cpuMs: (user + system) / 1000 }
}

/** Undefined where the system does not list them. */
function countOpenFiles(): number | undefined {
  try {
    // One of them is the list itself.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}
