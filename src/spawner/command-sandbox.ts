import type { RunOutcome } from '../lib/child.ts'
import { innermost, type SandboxView, type SystemAccount, viewArgs } from '../lib/sandbox.ts'

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
const toolAccount: SystemAccount = { uid: 65_530, gid: 65_530 }

/** The account for commands if the daemon runs as this user; undefined means the same user. */
export function accountOf(uid: number | undefined): SystemAccount | undefined {
  return uid === 0 ? toolAccount : undefined
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

/**
 * The bwrap arguments, to be followed by the command as one word. bwrap reads the system call filter from descriptor 9.
 */
export function commandWords(view: SandboxView, { limits }: CommandBounds, more: string[]): string[] {
  const shell = ['/bin/bash', '-c', limited(limits), 'bash']
  return [...viewArgs(view), ...innermost, '--seccomp', '9', ...more, '--', ...shell]
}

/** Shell code that makes the kernel end this command, and not us, if memory runs out. */
export const firstToGo = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj'

/**
 * Set inside the sandbox, where the kernel counts only its own processes and not all of the user's (since Linux 5.14).
 * The memory limit covers writable memory, because programs such as Node reserve far more addresses than they use. A
 * lower existing limit stays.
 */
function limited({ memoryMb, processes, cpuSeconds }: CommandLimits): string {
  const limits = { c: 0, d: memoryMb * 1024, t: cpuSeconds, u: processes }
  const set = Object.entries(limits).map(([letter, most]) => `ulimit -${letter} ${most} 2>/dev/null;`)
  return `${set.join(' ')} exec /bin/bash -c "$1"`
}

export function isFine(outcome: RunOutcome): boolean {
  return outcome.status === 'exited' && outcome.code === 0
}

/** Why bwrap failed. */
export function whyNot(outcome: RunOutcome): string {
  if (outcome.status !== 'not_started') return `bwrap is not allowed here: ${firstLine(outcome.stderr)}`
  return outcome.code === 'ENOENT'
    ? 'bwrap is not installed; install bubblewrap'
    : `bwrap could not be started (${outcome.code})`
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
