import type { Config } from '../config/config.ts'
import { parseSetting, runtimeKey } from '../config/settings.ts'
import { type DroppedSetting, fileValueOf, type Sourced, settle } from '../config/sources.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Person } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { noteFileValue, readSettings, removeSetting, writeSetting } from '../store/settings.ts'

/** The configuration as it is now: the file's, with what the owner changed while running. */
export interface LiveConfig {
  current(): Config
  /** Each key with its value and where that comes from. */
  sources(): Record<string, Sourced>
  standing(): SettingsStanding
  /** The problem, or undefined when it was set. */
  set(key: string, text: string, by: Person, now: Date): string | undefined
  /** Back to what the file says, or to the default. The problem, or undefined when it is as if it had never been set. */
  unset(key: string): string | undefined
}

/** What was set at run time: what of it holds, and what gave way to the file at this start. */
export interface SettingsStanding {
  running: (Sourced & { key: string })[]
  dropped: DroppedSetting[]
}

export interface LiveConfigDeps {
  db: Database
  /** As it was read at the start. */
  file: Config
  /** The file as it is by now, which takes effect with the next start only. Throws a ConfigError when it is no good. */
  reread(): Config
  /** Hears of every change, the first reading included: for what does not ask each time, such as the log. */
  apply(config: Config): void
}

export function createLiveConfig({ db, file, reread, apply }: LiveConfigDeps): LiveConfig {
  const dropped = giveWay(db, file)
  let settled = settle(file, new Map())
  const read = () => {
    // Against the file of the start nothing more can be over: what a later one says is for the next start to weigh.
    const made = [...readSettings(db)].map(([key, { text }]) => [key, { text, fileValue: null }] as const)
    settled = settle(file, new Map(made))
    apply(settled.config)
  }
  read()
  return {
    current: () => settled.config,
    sources: () => settled.sources,
    standing() {
      const running = Object.entries(settled.sources)
        .filter(([, { source }]) => source === 'run time')
        .map(([key, sourced]) => ({ key, ...sourced }))
      return { running, dropped: dropped.filter(({ key }) => settled.sources[key]?.source !== 'run time') }
    },
    set(key, text, by, now) {
      const parsed = parseSetting(key, text)
      if ('error' in parsed) return parsed.error
      const fileValue = fileValueOf(newest(file, reread), key)
      writeSetting(db, { key, value: text, fileValue, personId: by.id, at: now })
      read()
      return undefined
    },
    unset(key) {
      const known = runtimeKey(key)
      // One that may no longer be set can still be taken back.
      if (!removeSetting(db, key)) return 'error' in known ? known.error : undefined
      read()
      return undefined
    },
  }
}

/** The log of the start tells what does not come from the file. */
export function announceSettings(live: LiveConfig, file: Config, log: Log): void {
  const { running, dropped } = live.standing()
  for (const { key, value, now } of dropped) {
    const says = 'what was set at run time gave way to the file, which was changed later'
    log.warn({ key, was: value, now: now.value, source: now.source }, says)
  }
  for (const { key, value, otherwise } of running) {
    const fields = { key, value, [otherwise?.source ?? 'default']: otherwise?.value }
    if (otherwise?.source === 'file') log.warn(fields, 'set at run time, against the file')
    else log.info(fields, 'set at run time')
  }
  for (const warning of live.current().warnings.slice(file.warnings.length)) log.warn(warning)
}

/** The same for the daemon's own commands: whoever can give them is this person. */
export function createSettingsDoor(live: LiveConfig, by: Person, clock: Pick<Clock, 'now'>, changed: () => void) {
  return {
    sources: live.sources,
    set(key: string, text: string): string | undefined {
      const problem = live.set(key, text, by, clock.now())
      changed()
      return problem
    },
    unset(key: string): string | undefined {
      const problem = live.unset(key)
      changed()
      return problem
    },
  }
}

/** Takes out what the file has overtaken, and notes what it says now where nobody did. */
function giveWay(db: Database, file: Config): DroppedSetting[] {
  return db.transaction(() => {
    const settings = readSettings(db)
    const { dropped } = settle(file, settings)
    for (const { key } of dropped) removeSetting(db, key)
    for (const [key, { fileValue }] of settings) if (fileValue === null) noteFileValue(db, key, fileValueOf(file, key))
    return dropped
  })
}

/** A file that somebody is about to repair says nothing yet. */
function newest(file: Config, reread: () => Config): Config {
  try {
    return reread()
  } catch (error) {
    if (error instanceof ConfigError) return file
    throw error
  }
}
