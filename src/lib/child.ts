import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { execa } from 'execa'

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

/**
 * Starts a process in a session of its own, so that Ctrl-C on our terminal reaches us and not it. Never throws.
 *
 * When no descriptor is free, Node makes a process without streams and reports an error that ends the daemon unless
 * somebody listens. execa fails on the missing streams before it listens, so we listen as soon as Node announces the
 * process.
 */
export function startChild(command: Command): Child {
  if (!hasFreeDescriptors()) return stillborn(Promise.resolve({ status: 'not_started', code: 'EMFILE' }))
  let reported: Error | undefined
  const onAnnounced = (message: unknown) => {
    const { process } = message as { process: ChildProcess }
    process.on('error', (error) => {
      reported = error
    })
  }
  subscribe('child_process', onAnnounced)
  try {
    return toChild(launch(command))
  } catch (error) {
    // What Node reports, it reports before the next turn of its loop.
    return stillborn(setImmediate().then(() => failedToStart(reported ?? error)))
  } finally {
    unsubscribe('child_process', onAnnounced)
  }
}

/** Node needs eight descriptors to start a process; when it finds six or seven, it never gives back three of them. */
function hasFreeDescriptors(): boolean {
  const opened: number[] = []
  try {
    while (opened.length < 8) opened.push(openSync('/', 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function launch({ file, args, env, cwd = currentFolder() }: Command) {
  // With `reject: false` a failure is a value. Nobody reads its message, which holds the whole command line.
  return execa(file, args, { env, extendEnv: false, cwd, buffer: false, reject: false, detached: true })
}

function toChild(started: ReturnType<typeof launch>): Child {
  const { stdin, stdout, stderr } = started
  // A child that dies before it has read everything is told by its exit, not by EPIPE here.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  const exited = new Promise<Exit>((resolve) => {
    started.once('exit', (exitCode, signal) => resolve(toExit({ exitCode, signal })))
  })
  const ended = started.then(toExit, failedToStart)
  return {
    pid: started.pid,
    stdin,
    stdout,
    stderr,
    alive: () => started.pid !== undefined && started.exitCode === null && started.signalCode === null,
    exited: Promise.race([exited, ended]),
    closed: ended.then(() => {}),
    release() {
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
    },
  }
}

/** execa always names a folder, and ours may have been removed; Node may remember the path all the same. */
function currentFolder(): string {
  try {
    const folder = process.cwd()
    return existsSync(folder) ? folder : '/'
  } catch {
    return '/'
  }
}

function stillborn(exited: Promise<Exit>): Child {
  const nobody = () => new Readable({ read() {} }).destroy()
  return {
    pid: undefined,
    stdin: new Writable({ write: (_chunk, _encoding, done) => done() }).on('error', () => {}),
    stdout: nobody(),
    stderr: nobody(),
    alive: () => false,
    exited,
    closed: exited.then(() => {}),
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

function failedToStart(error: unknown): Exit {
  return { status: 'not_started', code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' }
}

/** What any program needs of our environment: what finds programs, speaks the language and reaches the network. */
export function childEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return value !== undefined && (name.startsWith('LC_') || passedOn.has(name))
  })
  return Object.fromEntries(passed)
}

const passedOn = new Set(
  [
    ['PATH', 'LANG', 'LANGUAGE', 'TZ'],
    ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ].flat(),
)
