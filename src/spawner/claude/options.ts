import type { Containment } from '../../lib/process-tree.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { CommandLimits } from '../command-sandbox.ts'
import type { Permissions, ToolAccess } from '../spawner.ts'
import type { Access } from './command-line.ts'
import type { Keep } from './live-processes.ts'
import type { OwnToolSettings } from './own-tools.ts'
import type { Timers } from './patience.ts'
import type { Caps } from './process.ts'

/** How this installation calls the CLI, and what of the daemon it works with. */
export interface ClaudeOptions extends Access {
  /** A name on the PATH or a path. */
  command?: string
  /** The CLI's folder when a person chose it: it is theirs, and not to be given to anybody. */
  namedConfigDir?: string
  /** Where the CLI is started: ours, and empty. */
  workDir: string
  /** Where each turn has its folder for as long as it runs. */
  runtimeDir: string
  timers?: Partial<Timers>
  caps?: Partial<Caps>
  /** Which processes live on between the turns of a session. */
  keep?: Partial<Keep>
  /** Found out by trying when not given. */
  containment?: Containment
  /** The daemon's tools; without them the model has none of those. */
  tools?: ToolAccess
  /** Who says whether one of the CLI's own tools may run; without it there are none. */
  permissions?: Permissions
  /** Which of the CLI's own tools there are for whom; none unless said. */
  own?: OwnToolSettings
  /** Whether the turns of a conversation share a session; they do unless said. */
  sessions?: boolean
  /** Whether the commands that the model runs reach the network. */
  commandNetwork?: boolean
  /** What those may use up. */
  commandLimits?: CommandLimits
  /** Something is wrong that no single answer shows: for the owner. */
  trouble?: (sentence: string) => void
  /** In which times are told to people; UTC unless said. */
  timezone?: string
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}
