import type { Config } from '../config/config.ts'
import type { AnyText } from '../messages/localized.ts'
import { type Files, openFiles } from '../tasks/files/files.ts'
import { createLiveConfig, type LiveConfig } from '../tasks/live-config.ts'
import { alarmOwner } from '../tasks/queue/admission.ts'
import { type Breakers, createBreakers } from '../tasks/queue/breaker.ts'
import { createOwnerAlarm } from '../tasks/say/notices.ts'
import { type TaskDeps, type TaskSettings, taskSettings } from '../tasks/task-deps.ts'

export interface DaemonRuntimeDeps extends Omit<TaskDeps, 'settings'>, Pick<DaemonRuntime, 'dataDir'> {
  /** The configuration as it was read at the start. */
  config: Config
  /** Reads the file again. */
  reread(): Config
  /** Called with the first configuration and after every change. */
  configured?(config: Config): void
  /** Settings that override the configuration. */
  fixed?: Partial<TaskSettings>
}

/** What the pipeline, the channels and the brains are built on. */
export interface DaemonRuntime extends TaskDeps {
  dataDir: string
  liveConfig: LiveConfig
  breakers: Breakers
  files: Files
  /** Tells the owner about a problem, the same one at most once an hour. */
  trouble(sentence: AnyText): void
}

export function openRuntime(deps: DaemonRuntimeDeps): DaemonRuntime {
  const { db, clock, log, channels, instance, persist, dataDir, config, reread, configured, fixed } = deps
  const breakers = createBreakers({
    clock,
    alarm: (obstacle, brain) => alarmOwner(core, obstacle, brain, liveConfig.current()),
  })
  const liveConfig = createLiveConfig({
    db,
    file: config,
    reread,
    apply(current) {
      configured?.(current)
      breakers.close()
    },
  })
  const settings = () => ({ ...taskSettings(liveConfig.current()), ...fixed })
  const core: TaskDeps = { db, clock, log, channels, instance, settings, persist }
  const files = openFiles({ db, clock, dataDir })
  return { ...core, dataDir, liveConfig, breakers, files, trouble: createOwnerAlarm(core) }
}
