import type { Config } from '../config/config.ts'
import { parseSetting, runtimeKey } from '../config/settings.ts'
import { type DroppedSetting, fileValueOf, resolveConfig, type Sourced } from '../config/sources.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Person } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type AnyText, textIn } from '../messages/localized.ts'
import type { Database } from '../store/database.ts'
import { noteFileValue, readSettings, removeSetting, writeSetting } from '../store/settings.ts'

/** The current configuration: the file with the owner's changes at run time. */
export interface LiveConfig {
  current(): Config
  /** Each key with its value and where the value comes from. */
  sources(): Record<string, Sourced>
  summary(): SettingsSummary
  /** Returns the problem, or undefined if the value was set. */
  set(key: string, text: string, by: Person, now: Date): AnyText | undefined
  /** Restores the value of the file or the default. Returns the problem, or undefined. */
  unset(key: string): AnyText | undefined
}

/** The settings made at run time: those in effect, and those replaced by a newer file at this start. */
export interface SettingsSummary {
  running: (Sourced & { key: string })[]
  dropped: DroppedSetting[]
}

export interface LiveConfigDeps {
  db: Database
  /** The configuration as it was read at the start. */
  file: Config
  /** Reads the file again. It takes effect only at the next start. Throws a ConfigError if it is invalid. */
  reread(): Config
  /** Called with the first configuration and after every change, for parts that do not ask each time, such as the log. */
  apply(config: Config): void
}

export function createLiveConfig({ db, file, reread, apply }: LiveConfigDeps): LiveConfig {
  const dropped = removeOutdated(db, file)
  let resolved = resolveConfig(file, new Map())
  const refresh = () => {
    // Compared with the file of this start, nothing is outdated any more. A later file counts at the next start.
    const settings = [...readSettings(db)].map(([key, { text }]) => [key, { text, fileValue: null }] as const)
    resolved = resolveConfig(file, new Map(settings))
    apply(resolved.config)
  }
  refresh()
  return {
    current: () => resolved.config,
    sources: () => resolved.sources,
    summary() {
      const running = Object.entries(resolved.sources)
        .filter(([, { source }]) => source === 'run time')
        .map(([key, sourced]) => ({ key, ...sourced }))
      return { running, dropped: dropped.filter(({ key }) => resolved.sources[key]?.source !== 'run time') }
    },
    set(key, text, by, now) {
      const parsed = parseSetting(key, text)
      if ('error' in parsed) return parsed.error
      const fileValue = fileValueOf(readNewest(file, reread), key)
      writeSetting(db, { key, value: text, fileValue, personId: by.id, at: now })
      refresh()
      return undefined
    },
    unset(key) {
      const runtime = runtimeKey(key)
      // A key that may no longer be set can still be removed.
      if (!removeSetting(db, key)) return 'error' in runtime ? runtime.error : undefined
      refresh()
      return undefined
    },
  }
}

/** Logs at the start which settings do not come from the file. */
export function announceSettings(live: LiveConfig, file: Config, log: Log): void {
  const { running, dropped } = live.summary()
  for (const { key, value, now } of dropped) {
    const message = 'a setting made at run time was replaced by the configuration file, which was changed later'
    log.warn({ key, was: value, now: now.value, source: now.source }, message)
  }
  for (const { key, value, otherwise } of running) {
    const fields = { key, value, [otherwise?.source ?? 'default']: otherwise?.value }
    if (otherwise?.source === 'file') log.warn(fields, 'set at run time; overrides the configuration file')
    else log.info(fields, 'set at run time')
  }
  for (const warning of live.current().warnings.slice(file.warnings.length)) log.warn(textIn(warning, 'en'))
}

/** The same for the page and the command line, where every change is made by this person. */
export function createOwnerSettings(live: LiveConfig, by: Person, clock: Pick<Clock, 'now'>, onChange: () => void) {
  return {
    sources: live.sources,
    set(key: string, text: string): AnyText | undefined {
      const problem = live.set(key, text, by, clock.now())
      onChange()
      return problem
    },
    unset(key: string): AnyText | undefined {
      const problem = live.unset(key)
      onChange()
      return problem
    },
  }
}

/** Removes settings that a newer file replaces, and notes the file's value for settings that have none noted. */
function removeOutdated(db: Database, file: Config): DroppedSetting[] {
  return db.transaction(() => {
    const settings = readSettings(db)
    const { dropped } = resolveConfig(file, settings)
    for (const { key } of dropped) removeSetting(db, key)
    for (const [key, { fileValue }] of settings) if (fileValue === null) noteFileValue(db, key, fileValueOf(file, key))
    return dropped
  })
}

/** While the file is invalid, the configuration of the start is used. */
function readNewest(file: Config, reread: () => Config): Config {
  try {
    return reread()
  } catch (error) {
    if (error instanceof ConfigError) return file
    throw error
  }
}
