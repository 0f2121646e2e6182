import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { LocalizedText } from '../messages/localized.ts'
import { configWarnings } from './warning-messages.ts'

export interface Paths {
  config: string
  /** Whether somebody named the file, so that a missing file is a mistake and not a new installation. */
  configNamed: boolean
  data: string
}

/** The XDG directories, unless SKEIN_CONFIG or SKEIN_DATA name others. */
export function defaultPaths(env: NodeJS.ProcessEnv): Paths {
  const home = env.HOME || homedir()
  return {
    config: env.SKEIN_CONFIG
      ? resolve(env.SKEIN_CONFIG)
      : join(base(env.XDG_CONFIG_HOME, home, '.config'), 'skein', 'config.toml'),
    configNamed: Boolean(env.SKEIN_CONFIG),
    data: env.SKEIN_DATA ? resolve(env.SKEIN_DATA) : join(base(env.XDG_DATA_HOME, home, '.local/share'), 'skein'),
  }
}

// The XDG specification: a relative path in these variables is invalid and must be ignored.
function base(value: string | undefined, home: string, fallback: string): string {
  return value && isAbsolute(value) ? value : join(home, fallback)
}

/** The socket on which the daemon answers commands. */
export function socketPath(dataDir: string): string {
  return join(dataDir, 'skein.sock')
}

// The size of sockaddr_un without the final NUL. Node silently truncates a longer path, which names another socket.
const SOCKET_BYTES = process.platform === 'linux' ? 107 : 103

/** Why there can be no socket in this directory; undefined if there can. */
export function socketProblem(dataDir: string): LocalizedText | undefined {
  const excess = Buffer.byteLength(socketPath(dataDir)) - SOCKET_BYTES
  return excess > 0 ? configWarnings.pathTooLong(excess) : undefined
}
