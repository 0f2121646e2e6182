import { dateAndTime } from '../lib/calendar.ts'
import { countHeldOrDead, countOpen } from '../store/outbox.ts'
import { countLive, countLiveByState } from '../store/tasks.ts'
import type { Road } from './road.ts'
import { type ClockJump, describeJump } from './timekeeper.ts'
import { summarizeSpan, type UsageReport } from './usage-report.ts'

/** How the daemon is, for /status, `skein status` and the page. */
export interface Overview {
  version: string
  pid: number
  startedAt: Date
  brain: { name: string; banner?: string }
  channels: string[]
  tasks: { waiting: number; running: number; maxRunning: number }
  deliveries: { open: number; failed: number }
  usage: UsageReport
  safeMode: boolean
  disk: 'ok' | 'low' | 'full'
  /** The owner's, for what is told on this machine. */
  timezone: string
  /** Where the clock of the machine has jumped lately. */
  clockJump?: ClockJump
}

export type OverviewFacts = Pick<
  Overview,
  'version' | 'startedAt' | 'brain' | 'usage' | 'safeMode' | 'disk' | 'timezone' | 'clockJump'
>

export function takeOverview(road: Road, facts: OverviewFacts): Overview {
  const running = countLiveByState(road.db)
    .filter(({ state }) => state === 'leased' || state === 'running')
    .reduce((sum, { count }) => sum + count, 0)
  return {
    ...facts,
    pid: process.pid,
    channels: [...road.channels.keys()],
    tasks: { waiting: countLive(road.db) - running, running, maxRunning: road.settings().maxWorkers },
    deliveries: { open: countOpen(road.db), failed: countHeldOrDead(road.db) },
  }
}

/** What it costs is left out for whoever does not pay. */
export function describeOverview(overview: Overview, reader: { paying: boolean; timezone: string }): string {
  const { tasks, deliveries, usage, brain } = overview
  return [
    `Skein ${overview.version}, running since ${dateAndTime(overview.startedAt, reader.timezone)} (process ${overview.pid})`,
    `- Answers with **${brain.name}**${brain.banner ? `: ${brain.banner}` : ''}`,
    `- Channels: ${overview.channels.join(', ')}`,
    `- Tasks: ${tasks.running} of ${tasks.maxRunning} running, ${tasks.waiting} waiting`,
    `- Deliveries: ${deliveries.open} on their way, ${deliveries.failed} failed`,
    ...(reader.paying ? [`- Today: ${summarizeSpan(usage.today)}`, `- This month: ${summarizeSpan(usage.month)}`] : []),
    ...(overview.disk === 'ok'
      ? []
      : [
          `- The disk is ${overview.disk === 'low' ? 'nearly full: no new work is begun' : 'full: no message can be taken in'}`,
        ]),
    ...(overview.clockJump ? [`- ${describeJump(overview.clockJump, reader.timezone)}`] : []),
    ...(overview.safeMode ? ['- Holding still after several crashes: messages are taken in, none is answered'] : []),
  ].join('\n')
}
