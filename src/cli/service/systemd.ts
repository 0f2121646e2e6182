import { existsSync } from 'node:fs'
import { runsSystemd } from '../../app/service/installation.ts'
import { type ServiceLayout, systemLayout, userLayout } from '../../app/service/layout.ts'
import { ConfigError, UsageError } from '../../domain/errors.ts'
import { childEnv, type RunOutcome, runChild } from '../../lib/child.ts'

/** The start of a service may take 90 seconds (TimeoutStartSec), and its end 45. */
const COMMAND_TIMEOUT_MS = 180_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** Runs systemd's tools and others, and waits until they end. */
export function createRunner(env: NodeJS.ProcessEnv) {
  const variables = systemdEnv(env)
  return (
    [file = '', ...args]: string[],
    signal = new AbortController().signal,
    timeoutMs = COMMAND_TIMEOUT_MS,
  ): Promise<RunOutcome> => runChild({ file, args, env: variables }, { timeoutMs, maxBytes: MAX_OUTPUT_BYTES }, signal)
}

/** After `su` the path may lack the folders of root's tools, and the user's own systemd is found by these variables. */
export function systemdEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const runtime = env.XDG_RUNTIME_DIR || `/run/user/${process.getuid?.()}`
  const bus = env.DBUS_SESSION_BUS_ADDRESS ?? `unix:path=${runtime}/bus`
  return {
    ...childEnv(env),
    LC_ALL: 'C.UTF-8',
    PATH: `${env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`,
    HOME: env.HOME ?? '/',
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: bus,
  }
}

export function requireSystemd(): void {
  if (process.platform === 'linux' && runsSystemd()) return
  throw new ConfigError(
    'systemd does not run on this machine, so there is no service to install or ask about. ' +
      'Start Skein with "skein start" from whatever supervises programs here; it stops cleanly on SIGTERM.',
  )
}

/** The service that a command is about: the one named, or else the one that is installed. */
export function findService(wantsUser: boolean | undefined, env: NodeJS.ProcessEnv): ServiceLayout {
  const own = userLayout(env)
  if (wantsUser) {
    if (existsSync(own.unitFile)) return own
    throw new UsageError('You have no service of your own. Install one with "skein service install --user".')
  }
  const found = [systemLayout, own].find(({ unitFile }) => existsSync(unitFile))
  if (found) return found
  throw new UsageError('Skein is not installed as a service. Install it with "skein service install".')
}

/** Throws unless the user's own systemd can be reached. It runs only after a real login. */
export async function requireUserManager(run: ReturnType<typeof createRunner>, account: string): Promise<void> {
  const outcome = await run(['systemctl', '--user', 'show-environment'])
  if (outcome.status === 'exited' && outcome.code === 0) return
  throw new ConfigError(
    `systemd of the user ${account} cannot be reached. Log in as ${account} on a console or with ssh (su and sudo are not ` +
      'enough), and make sure that libpam-systemd and dbus-user-session are installed. Then run this command again. ' +
      'Or install a service of the system: sudo skein service install',
  )
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}
