import { readFileSync, realpathSync, type StatsFs, statfsSync, statSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { runChild } from '../../lib/child.ts'
import { installedPath } from '../../lib/folders.ts'
import { descriptorLimit } from '../../lib/process-start.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'

/** Facts about the machine and about this process. */
export interface Machine {
  now(): Date
  nodeVersion: string
  /** How many files a process may open; undefined if unknown. */
  openFiles: number | undefined
  /** What this process may use. */
  memoryBytes: number
  temporaryFolder: string
  /** The folder of this program. */
  programFolder: string
  zone: string
  /** Undefined on systems without such ids. */
  userId: number | undefined
  fileSystem(path: string): StatsFs
  /** Equal for two folders on the same disk. */
  diskOf(path: string): number
  /** The user of a process; undefined if unknown. */
  ownerOf(pid: number): number | undefined
  /** Whether the system keeps its clock right; undefined if it does not say. */
  isClockSynchronised(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<boolean | undefined>
  /** The properties of a systemd unit; undefined without systemd. */
  unit(name: string, isUser: boolean, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<UnitFacts | undefined>
}

/** As `systemctl show` prints them. */
export type UnitFacts = Partial<Record<'LoadState' | 'ActiveState' | 'UnitFileState' | 'WatchdogUSec' | 'User', string>>

const ASK_LIMITS = { timeoutMs: 5000, maxBytes: 64_000 }

export function createMachine(): Machine {
  return {
    now: () => new Date(),
    nodeVersion: process.version,
    openFiles: descriptorLimit(),
    memoryBytes: limitedMemory(),
    temporaryFolder: tmpdir(),
    programFolder: realpathSync(installedPath('.')),
    zone: machineZone(),
    userId: process.geteuid?.(),
    fileSystem: (path) => statfsSync(path),
    diskOf: (path) => statSync(path).dev,
    ownerOf: (pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid,
    async isClockSynchronised(env, signal) {
      const shown = await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value'], env, signal)
      return shown === undefined ? undefined : shown.trim() !== 'no'
    },
    async unit(name, isUser, env, signal) {
      const properties = '--property=LoadState,ActiveState,UnitFileState,WatchdogUSec,User'
      const args = [...(isUser ? ['--user'] : []), 'show', name, properties]
      const shown = await ask('systemctl', args, env, signal)
      if (shown === undefined) return undefined
      return Object.fromEntries(
        shown.split('\n').flatMap((line) => {
          const at = line.indexOf('=')
          return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]]
        }),
      )
    },
  }
}

/** A container may have less memory than its machine. */
function limitedMemory(): number {
  try {
    const limit = Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8'))
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  } catch {
    return totalmem()
  }
}

/** What the program prints; undefined if it is not there or fails. */
async function ask(
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { PATH = '', XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS } = env
  const complete = {
    PATH,
    ...(XDG_RUNTIME_DIR !== undefined && { XDG_RUNTIME_DIR }),
    ...(DBUS_SESSION_BUS_ADDRESS !== undefined && { DBUS_SESSION_BUS_ADDRESS }),
  }
  const outcome = await runChild({ file, args, env: complete }, ASK_LIMITS, signal)
  return outcome.status === 'exited' && outcome.code === 0 ? outcome.stdout : undefined
}
