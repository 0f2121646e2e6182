import type { RunOutcome } from '../lib/child.ts'
import { type Account, innermost, type View, viewArgs } from '../lib/sandbox.ts'

// Where a command of a model runs, whichever brain it came from: it sees the folder of its chat and nothing else of ours.

/** What each process that a command starts may use up, and how many there may be. */
export interface CommandLimits {
  memoryMb: number
  processes: number
  cpuSeconds: number
}

export interface CommandBounds {
  limits: CommandLimits
  /** Whether it reaches the network. */
  network: boolean
}

/** Nobody's: between the last dynamic user of systemd and `nobody`, where no account and no container has its own. */
const toolAccount: Account = { uid: 65_530, gid: 65_530 }

/** Whom commands run as under a daemon of this user; undefined means the same. */
export function accountOf(uid: number | undefined): Account | undefined {
  return uid === 0 ? toolAccount : undefined
}

/** Its whole environment. `mark` is what it and its offspring are found by. */
export function commandEnv(workspace: string, mark: string): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: workspace,
    TMPDIR: '/tmp',
    SKEIN_TREE: mark,
  }
}

export function commandView(workspace: string, { limits, network }: CommandBounds): View {
  return { readable: [], writable: [workspace], network, scratchBytes: limits.memoryMb * 1024 * 1024 }
}

/** The words for bwrap, to be followed by the command as one more; it reads the filter of its calls from descriptor 9. */
export function commandWords(view: View, { limits }: CommandBounds, more: string[]): string[] {
  const shell = ['/bin/bash', '-c', limited(limits), 'bash']
  return [...viewArgs(view), ...innermost, '--seccomp', '9', ...more, '--', ...shell]
}

/** For a script. Should the memory of the machine or of the unit run out all the same, it is a command that the kernel ends, and not us. */
export const firstToGo = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj'

/**
 * Set inside, where the kernel counts the processes of this sandbox alone and not all of its user's (since Linux 5.14).
 * Memory is what a process can write to: programs such as Node reserve far more addresses than they ever use.
 * A limit that is lower already stays.
 */
function limited({ memoryMb, processes, cpuSeconds }: CommandLimits): string {
  const limits = { c: 0, d: memoryMb * 1024, t: cpuSeconds, u: processes }
  const set = Object.entries(limits).map(([letter, most]) => `ulimit -${letter} ${most} 2>/dev/null;`)
  return `${set.join(' ')} exec /bin/bash -c "$1"`
}

export function isFine(outcome: RunOutcome): boolean {
  return outcome.status === 'exited' && outcome.code === 0
}

/** Why bwrap did not run what it should have. */
export function whyNot(outcome: RunOutcome): string {
  if (outcome.status !== 'not_started') return `bwrap is not allowed here: ${firstLine(outcome.stderr)}`
  return outcome.code === 'ENOENT'
    ? 'bwrap is not installed; install bubblewrap'
    : `bwrap could not be started (${outcome.code})`
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
