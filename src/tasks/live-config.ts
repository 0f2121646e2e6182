import { type Config, describeConfig } from '../config/config.ts'
import { parseSetting, withSettings } from '../config/settings.ts'
import type { Person } from '../domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import type { Database } from '../store/database.ts'
import { readSettings, writeSetting } from '../store/settings.ts'

/** The configuration as it is now: the file's, with what the owner changed while running. */
export interface LiveConfig {
  current(): Config
  /** The problem, or undefined when it was set. */
  set(key: string, text: string, by: Person, now: Date): string | undefined
}

/** `apply` hears of every change, the first reading included: for what does not ask each time, such as the log. */
export function createLiveConfig(db: Database, file: Config, apply: (config: Config) => void): LiveConfig {
  let current = withSettings(file, readSettings(db))
  apply(current)
  return {
    current: () => current,
    set(key, text, by, now) {
      const parsed = parseSetting(key, text)
      if ('error' in parsed) return parsed.error
      writeSetting(db, key, text, by.id, now)
      current = withSettings(file, readSettings(db))
      apply(current)
      return undefined
    },
  }
}

/** The same for the daemon's own commands: whoever can give them is this person. */
export function createSettingsDoor(live: LiveConfig, by: Person, clock: Pick<Clock, 'now'>, changed: () => void) {
  return {
    values: () => describeConfig(live.current()),
    set(key: string, text: string): string | undefined {
      const problem = live.set(key, text, by, clock.now())
      changed()
      return problem
    },
  }
}
