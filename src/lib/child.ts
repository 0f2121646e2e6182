import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'

/** What to start. The environment is given whole: a child inherits nothing of ours. */
export interface Command {
  file: string
  args: string[]
  env: Record<string, string>
  cwd?: string
}

/** How a process ended. `not_started` carries the system's code (ENOENT, EACCES, E2BIG, EMFILE). */
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

/** Starts a process in a session of its own, so that Ctrl-C on our terminal reaches us and not it. Never throws. */
export function startChild(command: Command): Child {
  const started = attempt(command)
  if (typeof started === 'string') return stillborn(started)
  const { stdin, stdout, stderr } = started
  // A child that dies before it has read everything is told by its exit, not by EPIPE here.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  const ended = (event: 'exit' | 'close') =>
    new Promise<Exit>((resolve) => {
      started.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(error.code)))
      started.once(event, (code, signal) => resolve(toExit(code, signal)))
    })
  return {
    pid: started.pid,
    stdin,
    stdout,
    stderr,
    alive: () => started.pid !== undefined && started.exitCode === null && started.signalCode === null,
    exited: ended('exit'),
    closed: ended('close').then(() => {}),
    release() {
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
    },
  }
}

/**
 * The process, or the code of what hinders it. The system tells of some hindrances at once and of others a moment later,
 * and Node, out of file descriptors, leaves the streams out and throws what nobody listens for: so somebody always does.
 */
function attempt({ file, args, env, cwd }: Command): ChildProcessWithoutNullStreams | string {
  try {
    const child: ChildProcess = spawn(file, args, { env, detached: true, ...(cwd === undefined ? {} : { cwd }) })
    child.on('error', () => {})
    return hasStreams(child) ? child : 'EMFILE'
  } catch (error) {
    return codeOf(error)
  }
}

function hasStreams(child: Partial<ChildProcess>): child is ChildProcessWithoutNullStreams {
  return Boolean(child.stdin && child.stdout && child.stderr)
}

function stillborn(code: string): Child {
  const nobody = () => new Readable({ read() {} }).destroy()
  return {
    pid: undefined,
    stdin: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stdout: nobody(),
    stderr: nobody(),
    alive: () => false,
    exited: Promise.resolve(notStarted(code)),
    closed: Promise.resolve(),
    release() {},
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

function toExit(code: number | null, signal: string | null): Exit {
  if (code !== null) return { status: 'exited', code }
  return { status: 'killed', signal: signal ?? 'unknown' }
}

function notStarted(code = 'unknown'): Exit {
  return { status: 'not_started', code }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
