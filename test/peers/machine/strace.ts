import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Containers often forbid ptrace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/**
 * A program to put in front of another: strace, which changes what some calls of it do. `what` is strace's own wording of
 * the fault and when it comes, such as `pwrite64:signal=SIGKILL:when=12` or `fsync:error=EIO:when=3..9`. Each thread counts
 * for itself; SQLite does all its work on the first. (With --seccomp-bpf it would be faster, and inject nothing.) What it
 * did stands in `trace`.
 */
export function injecting(what: string, trace: string): string[] {
  const call = what.slice(0, what.indexOf(':'))
  return ['strace', '-f', '-qqq', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${what}`]
}

/** Whether the fault came. */
export function wasMet(trace: string): boolean {
  return readFileSync(trace, 'utf8').includes('(INJECTED)')
}
