import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemLayout } from '../../app/service/layout.ts'
import { readRecord } from '../../app/service/unit-text.ts'
import { defaultPaths } from '../../config/paths.ts'
import { runAsUser } from '../../lib/child.ts'
import { installedPath } from '../../lib/folders.ts'

/** These change the installation itself, so they stay with root. */
const commandsOfRoot = new Set(['service', 'update'])

/**
 * With the service of the system installed, what root runs is about that service: the process becomes the user of the
 * service, so that it leaves no files that the daemon cannot read, and uses its folders. Returns the environment to use.
 * Nothing changes if folders were named, or if root has conversations of its own. Where this process cannot become the
 * user, another one runs the command, and its exit code is returned.
 */
export function joinServiceAccount(argv: string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | number {
  const { account, data, configFile, unitFile, loadedCredentials } = systemLayout
  const words = argv.slice(2)
  const command = words.find((word) => !word.startsWith('-'))
  if (process.getuid?.() !== 0 || command === undefined || commandsOfRoot.has(command)) return env
  if (words.some((word) => /^--(?:data|config)(?:=|$)/.test(word))) return env
  if (['SKEIN_DATA', 'SKEIN_CONFIG', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'].some((name) => env[name])) return env
  if (existsSync(join(defaultPaths(env).data, 'skein.db')) || !isInstalled(unitFile)) return env
  const joined = {
    ...env,
    HOME: data,
    USER: account,
    LOGNAME: account,
    XDG_CONFIG_HOME: dirname(dirname(configFile)),
    XDG_DATA_HOME: dirname(data),
    XDG_STATE_HOME: join(data, '.local/state'),
    CREDENTIALS_DIRECTORY: loadedCredentials,
  }
  if (becomeUser(account)) return joined
  // Not what root typed, which may be a link in a folder that only root can read.
  const program = [process.execPath, ...process.execArgv, installedPath('dist/main.js')]
  return runAsUser(account, [...program, ...words], joined)
}

/** The types of Node do not have it. Missing on Windows. */
type ProcessWithGroups = NodeJS.Process & { initgroups?: (user: string, group: string) => void }

/** False where Node forbids it: that of Debian 13 does, because its libuv could use io_uring (CVE-2024-22017). */
function becomeUser(account: string): boolean {
  try {
    // With its groups, such as the one that may use the socket of Redis.
    ;(process as ProcessWithGroups).initgroups?.(account, account)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') return false
    throw error
  }
  process.setgid?.(account)
  process.setuid?.(account)
  return true
}

function isInstalled(unitFile: string): boolean {
  return existsSync(unitFile) && readRecord(readFileSync(unitFile, 'utf8')) !== undefined
}
