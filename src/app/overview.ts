import type { Config } from '../config/config.ts'
import { momentOf } from '../lib/time/clock.ts'
import type { Brains } from '../spawner/brains.ts'
import type { Crash } from '../store/work/crashes.ts'
import { describeCrashes } from '../tasks/health/crash-report.ts'
import type { Stall } from '../tasks/health/stall-watch.ts'
import type { ClockJump } from '../tasks/health/timekeeper.ts'
import type { Library } from '../tasks/library/library.ts'
import type { LiveConfig } from '../tasks/live-config.ts'
import type { Breakers } from '../tasks/queue/breaker.ts'
import { describeBrain, type Overview, readOverview } from '../tasks/reports/overview.ts'
import { readUsage } from '../tasks/reports/usage-report.ts'
import type { TaskDeps } from '../tasks/task-deps.ts'
import type { RunnerAdmin } from './runners.ts'

interface OverviewDeps {
  version: string
  startedAt: Date
  safeMode: { isOn(): boolean; crashes(): Crash[] }
  disk: { level(): Overview['disk'] }
  lastJump?(): { clockJump?: ClockJump }
  worstStall?(): { worstStall?: Stall }
  runners?: RunnerAdmin | undefined
  config(): Config
  liveConfig: LiveConfig
  breakers: Breakers
  brains: Brains
  library: Library
}

/** Reads the state of the daemon from its parts. */
export function createOverview(core: TaskDeps, deps: OverviewDeps): () => Overview {
  const { db, clock } = core
  const { config, breakers, brains } = deps
  return () => {
    const crashes = deps.safeMode.isOn() ? describeCrashes(deps.safeMode.crashes()) : undefined
    const library = deps.library.report()
    return readOverview(core, {
      version: deps.version,
      startedAt: deps.startedAt,
      brain: describeBrain({ brains, breakers, failover: config().brain.failover }, clock),
      usage: readUsage(db, config(), momentOf(clock)),
      safeMode: deps.safeMode.isOn(),
      ...(crashes && { crashes }),
      disk: deps.disk.level(),
      settings: deps.liveConfig.summary(),
      ...deps.lastJump?.(),
      ...deps.worstStall?.(),
      ...(deps.runners && { runners: deps.runners.list() }),
      ...(library && { library }),
    })
  }
}
