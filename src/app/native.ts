import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { Brain } from '../spawner/spawner.ts'
import type { Database } from '../store/database.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'

export interface NativeDeps {
  db: Database
  clock: SteadyClock
  log: Log
  config: Config
  dataDir: string
}

/** One for each table [providers.NAME]. Without a toolset they are only asked whether they could answer. */
export function openNative(_deps: NativeDeps, _toolset?: Toolset): Brain[] {
  return []
}
