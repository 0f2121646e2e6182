import { secretsOf } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Person } from '../domain/person.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { type SteadyClock, systemClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import { findOwner } from '../store/people/people.ts'
import { openTimekeeper } from '../tasks/health/timekeeper.ts'
import type { GlobalOptions } from './global-options.ts'

export interface StoreToChange {
  db: Database
  clock: SteadyClock
  log: Log
  owner: Person
  dataDir: string
  /** Removes known secrets. */
  scrub(text: string): string
}

/** Opens the store for a change by the owner while no daemon runs. */
export async function withStoreToChange<T>(
  globals: GlobalOptions,
  env: NodeJS.ProcessEnv,
  work: (parts: StoreToChange) => T | Promise<T>,
): Promise<T> {
  const { dataDir } = globals
  const { add, scrub } = createScrubber()
  for (const secret of secretsOf(readConfig(globals, env))) add(secret)
  const store = openStore(dataDir)
  const log = createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub })
  const timekeeper = openTimekeeper({ db: store.db, clock: systemClock, log })
  try {
    const owner = findOwner(store.db)
    if (!owner) throw new ConfigError(`There is no data in ${dataDir} yet. Start Skein once.`)
    return await work({ db: store.db, clock: timekeeper.clock, log, owner, dataDir, scrub })
  } finally {
    timekeeper.close()
    store.close()
  }
}
