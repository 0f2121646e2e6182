import type { Log } from '../../lib/log.ts'
import { followNamedWork } from '../../lib/named-work.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type LocalizedText, numberText } from '../../messages/localized.ts'
import { statusMessages } from '../../messages/status-messages.ts'

/** A period in which the event loop was blocked: no message was accepted and no page was served. */
export interface Stall {
  at: Date
  ms: number
  /** The named work that took most of the time, if known. */
  work?: string
}

export interface StallSum {
  count: number
  ms: number
}

export interface StallWatch {
  /** The longest stall since the start. */
  worst(): { worstStall?: Stall }
  /** How many there were since the start, and how long they took together. */
  sum(): StallSum
  close(): void
}

export interface StallWatchDeps {
  clock: Clock
  log: Pick<Log, 'warn'>
  /** Milliseconds of CPU time that this process has used. */
  cpuMs?(): number
}

const CHECK_INTERVAL_MS = 100
/** About the shortest pause that people notice. */
const STALL_MS = 250
/** With a smaller share of CPU time the process was suspended or starved, and did not block itself. */
const MIN_CPU_SHARE = 0.25

export function describeStall({ at, ms, work }: Stall, timezone: string): LocalizedText {
  const seconds = numberText(ms / 1000, 1)
  return statusMessages.longestPause(seconds, dateAndTime(at, timezone), work ?? statusMessages.unnamedWork)
}

/** Detects when one piece of work blocked everything else, and reports which one. */
export function createStallWatch({ clock, log, cpuMs = processCpuMs }: StallWatchDeps): StallWatch {
  const workMonitor = followNamedWork(clock)
  let worst: Stall | undefined
  let sum: StallSum = { count: 0, ms: 0 }
  let lastCheck = { mono: clock.mono(), cpu: cpuMs() }

  function check(): void {
    const now = { mono: clock.mono(), cpu: cpuMs() }
    const ms = Math.round(now.mono - lastCheck.mono - CHECK_INTERVAL_MS)
    const usedMs = now.cpu - lastCheck.cpu
    const longest = workMonitor.takeLongest()
    lastCheck = now
    if (ms < STALL_MS) return
    const work = longest && longest.ownMs >= ms / 2 ? longest.name : undefined
    // Named work that waits for the disk uses no CPU time either, but it certainly ran.
    if (work === undefined && usedMs < ms * MIN_CPU_SHARE) return
    const stall = { at: clock.now(), ms, ...(work !== undefined && { work }) }
    sum = { count: sum.count + 1, ms: sum.ms + ms }
    if (ms > (worst?.ms ?? 0)) worst = stall
    log.warn({ ms, work: work ?? 'unnamed', cpuMs: Math.round(usedMs) }, 'the event loop was blocked')
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    worst: () => (worst ? { worstStall: worst } : {}),
    sum: () => sum,
    close() {
      clearInterval(timer)
      workMonitor.close()
    },
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
