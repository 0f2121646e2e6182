import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

export interface Paths {
  config: string
  /** True when somebody chose the file, so that its absence is a mistake and not a fresh machine. */
  configNamed: boolean
  data: string
}

/** The XDG places, unless SKEIN_CONFIG or SKEIN_DATA name others. */
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

/** Where the daemon answers its commands. */
export function socketPath(dataDir: string): string {
  return join(dataDir, 'skein.sock')
}

// sockaddr_un, less the NUL at its end. Of a longer path Node binds the beginning, which is somebody else's name.
const SOCKET_BYTES = process.platform === 'linux' ? 107 : 103

/** Why no socket can have its place there; undefined when one can. */
export function socketProblem(dataDir: string): string | undefined {
  const excess = Buffer.byteLength(socketPath(dataDir)) - SOCKET_BYTES
  return excess > 0 ? `its path is ${excess} bytes too long for a socket in it` : undefined
}
