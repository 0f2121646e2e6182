import type { Readable, Writable } from 'node:stream'
import { execa } from 'execa'

/** What to start. The environment is given whole: a child inherits nothing of ours. */
export interface Command {
  file: string
  args: string[]
  env: Record<string, string>
  cwd?: string
}

/** How a process ended. `not_started` carries the system's code (ENOENT, EACCES, E2BIG). */
export type Exit =
  | { status: 'exited'; code: number }
  | { status: 'killed'; signal: string }
  | { status: 'not_started'; code: string }

/** A running process whose output the caller reads. */
export interface Child {
  /** Undefined when it could not be started; `exited` says why. */
  pid: number | undefined
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** False once the system has told us of its end; after that the pid may be somebody else's. */
  alive(): boolean
  /** Never rejects, and does not wait for output that a grandchild may hold open. */
  exited: Promise<Exit>
  /** All output has been read, or was thrown away by `release`. Never rejects. */
  closed: Promise<void>
  /** Drops the pipes, whoever still holds the other end. */
  release(): void
}

/** Starts a process in a session of its own, so that Ctrl-C on our terminal reaches us and not it. */
export function startChild(command: Command): Child {
  // With reject false a failed result is a value, and its message is never read: it holds the whole command line.
  const child = execa(command.file, command.args, {
    env: command.env,
    extendEnv: false,
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    buffer: false,
    reject: false,
    cleanup: false,
    detached: true,
  })
  // A child that dies before it has read everything is told by its exit, not by EPIPE here.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  const ended = child.then(toExit)
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    alive: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    exited: Promise.race([
      ended,
      new Promise<Exit>((resolve) => {
        child.once('exit', (exitCode, signal) => resolve(toExit({ exitCode, signal })))
      }),
    ]),
    closed: ended.then(() => {}),
    release() {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    },
  }
}

/** Bounds of a process that is run to its end. `maxBytes` holds for each of stdout and stderr. */
export interface RunLimits {
  timeoutMs: number
  maxBytes: number
}

/** What came of a process that was run to its end, or why it was cut short. */
export type RunOutcome = (Exit | { status: Cut }) & { stdout: string; stderr: string }
type Cut = 'timeout' | 'flood' | 'aborted'

/** Runs a process to its end with nothing on stdin. Never rejects for what the process did. */
export async function runChild(command: Command, limits: RunLimits, signal: AbortSignal): Promise<RunOutcome> {
  if (signal.aborted) return { status: 'aborted', stdout: '', stderr: '' }
  const child = startChild(command)
  let cut: Cut | undefined
  const cutShort = (reason: Cut) => {
    cut ??= reason
    killGroup(child.pid)
    child.release()
  }
  const onAbort = () => cutShort('aborted')
  const timer = setTimeout(() => cutShort('timeout'), limits.timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  child.stdin.end()
  const stdout = collect(child.stdout, limits.maxBytes, () => cutShort('flood'))
  const stderr = collect(child.stderr, limits.maxBytes, () => cutShort('flood'))

  // Output is complete when the pipes close; a grandchild that keeps them open meets the timeout.
  const exit = await child.exited
  await child.closed
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  return { ...(cut ? { status: cut } : exit), stdout: stdout(), stderr: stderr() }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone, which is what we want.
  }
}

function collect(stream: Readable, maxBytes: number, onFlood: () => void): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) onFlood()
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

interface Ended {
  exitCode?: number | null | undefined
  signal?: string | null | undefined
  code?: string | undefined
}

function toExit({ exitCode, signal, code }: Ended): Exit {
  if (typeof exitCode === 'number') return { status: 'exited', code: exitCode }
  if (signal) return { status: 'killed', signal }
  return { status: 'not_started', code: code ?? 'unknown' }
}
