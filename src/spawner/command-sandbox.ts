import type { RunOutcome } from '../lib/child.ts'
import { innerSandboxArgs, type SandboxView, type SystemAccount, viewArgs } from '../lib/sandbox.ts'
import type { LocalizedText } from '../messages/localized.ts'
import { programMessages as texts } from './program-messages.ts'

// The sandbox for commands of a model, whichever brain it uses: they see the folder of their chat and nothing else of
// ours.

/** The resource limits of each process that a command starts, and how many there may be. */
export interface CommandLimits {
  memoryMb: number
  processes: number
  cpuSeconds: number
}

export interface CommandBounds {
  limits: CommandLimits
  /** Whether it may use the network. */
  network: boolean
}

/** An unused id: between systemd's last dynamic user and `nobody`, where no account or container has its own. */
const COMMAND_ACCOUNT: SystemAccount = { uid: 65_530, gid: 65_530 }

/** The account for commands if the daemon runs as this user; undefined means the same user. */
export function accountOf(uid: number | undefined): SystemAccount | undefined {
  return uid === 0 ? COMMAND_ACCOUNT : undefined
}

/** The complete environment. `mark` identifies the command and its descendants. */
export function commandEnv(workspace: string, mark: string): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: workspace,
    TMPDIR: '/tmp',
    SKEIN_TREE: mark,
  }
}

export function commandView(workspace: string, { limits, network }: CommandBounds): SandboxView {
  return { readable: [], writable: [workspace], network, scratchBytes: limits.memoryMb * 1024 * 1024 }
}

const FILTER_DESCRIPTOR = '9'

/**
 * The bwrap arguments, to be followed by the command as one argument. bwrap reads the system call filter from a
 * descriptor.
 */
export function commandSandboxArgs(view: SandboxView, { limits }: CommandBounds, extraArgs: string[]): string[] {
  const shell = ['/bin/bash', '-c', limitedShell(limits), 'bash']
  return [...viewArgs(view), ...innerSandboxArgs, '--seccomp', FILTER_DESCRIPTOR, ...extraArgs, '--', ...shell]
}

/** Shell code that makes the kernel's OOM killer end this command first, and not the daemon. */
export const preferAsOomVictim = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj'

/**
 * Set inside the sandbox, where the kernel counts only its own processes and not all of the user's (since Linux 5.14).
 * The memory limit covers writable memory, because programs such as Node reserve far more addresses than they use. A
 * lower existing limit stays.
 */
function limitedShell({ memoryMb, processes, cpuSeconds }: CommandLimits): string {
  const limits = { c: 0, d: memoryMb * 1024, t: cpuSeconds, u: processes }
  const ulimits = Object.entries(limits).map(([letter, limit]) => `ulimit -${letter} ${limit} 2>/dev/null;`)
  return `${ulimits.join(' ')} exec /bin/bash -c "$1"`
}

export function hasSucceeded(outcome: RunOutcome): boolean {
  return outcome.status === 'exited' && outcome.code === 0
}

export function describeBwrapFailure(outcome: RunOutcome): LocalizedText {
  if (outcome.status !== 'not_started') return texts.bwrapNotAllowed(firstLine(outcome.stderr))
  return outcome.code === 'ENOENT' ? texts.bwrapMissing : texts.bwrapNotStarted(outcome.code)
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
