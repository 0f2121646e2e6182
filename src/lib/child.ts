import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { execa } from 'execa'
import { loopbackEntries } from './http/proxy-rules.ts'

/** What to start. The environment must be complete, because a child inherits nothing from us. */
export interface ProcessCommand {
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
  /** Undefined if it could not be started; `exited` says why. */
  pid: number | undefined
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** False once the system has reported its end; after that the pid may belong to another process. */
  alive(): boolean
  /** Never rejects, and does not wait for output that a grandchild may hold open. */
  exited: Promise<Exit>
  /** All output has been read, or was thrown away by `release`. Never rejects. */
  closed: Promise<void>
  /** Closes the pipes, even if another process still holds the other end. */
  release(): void
}

/**
 * Starts a process in a session of its own, so that Ctrl-C on our terminal reaches us and not it. Never throws.
 *
 * When no descriptor is free, Node makes a process without streams and reports an error that ends the daemon unless
 * somebody listens. execa fails on the missing streams before it listens, so we listen as soon as Node announces the
 * process.
 */
export function startChild(command: ProcessCommand): Child {
  if (!hasFreeDescriptors()) return createFailedChild(Promise.resolve({ status: 'not_started', code: 'EMFILE' }))
  let reportedError: Error | undefined
  const onAnnounced = (message: unknown) => {
    const { process } = message as { process: ChildProcess }
    process.on('error', (error) => {
      reportedError = error
    })
  }
  subscribe('child_process', onAnnounced)
  try {
    return toChild(launch(command))
  } catch (error) {
    // Node reports the error before the next turn of its event loop.
    return createFailedChild(setImmediate().then(() => failedToStart(reportedError ?? error)))
  } finally {
    unsubscribe('child_process', onAnnounced)
  }
}

/** Node needs eight descriptors to start a process. If it finds only six or seven, it leaks three of them. */
function hasFreeDescriptors(): boolean {
  const descriptors: number[] = []
  try {
    while (descriptors.length < 8) descriptors.push(openSync('/', 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor)
  }
}

function launch({ file, args, env, cwd = currentFolder() }: ProcessCommand) {
  // With `reject: false` a failure is a value. Its message is not used, because it contains the whole command line.
  return execa(file, args, { env, extendEnv: false, cwd, buffer: false, reject: false, detached: true })
}

function toChild(started: ReturnType<typeof launch>): Child {
  const { stdin, stdout, stderr } = started
  // If a child dies before it has read everything, its exit tells us so; EPIPE adds nothing.
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

/** execa always passes a folder, and ours may have been removed. Node may still remember its path. */
function currentFolder(): string {
  try {
    const folder = process.cwd()
    return existsSync(folder) ? folder : '/'
  } catch {
    return '/'
  }
}

function createFailedChild(exited: Promise<Exit>): Child {
  const emptyStream = () => new Readable({ read() {} }).destroy()
  return {
    pid: undefined,
    stdin: new Writable({ write: (_chunk, _encoding, done) => done() }).on('error', () => {}),
    stdout: emptyStream(),
    stderr: emptyStream(),
    alive: () => false,
    exited,
    closed: exited.then(() => {}),
    release() {},
  }
}

/** Limits for a process that runs to its end. `maxBytes` applies to stdout and stderr separately. */
export interface RunLimits {
  timeoutMs: number
  maxBytes: number
  /** What the process reads from its stdin; nothing by default. */
  input?: Buffer
}

/** The result of a process that ran to its end, or why it was ended early. */
export type RunOutcome = (Exit | { status: Cut }) & { stdout: string; stderr: string }
type Cut = 'timeout' | 'flood' | 'aborted'

/** Runs a process to its end. Never rejects because of what the process did. */
export async function runChild(command: ProcessCommand, limits: RunLimits, signal: AbortSignal): Promise<RunOutcome> {
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
  child.stdin.end(limits.input)
  const stdout = collect(child.stdout, limits.maxBytes, () => cutShort('flood'))
  const stderr = collect(child.stderr, limits.maxBytes, () => cutShort('flood'))

  // The output is complete when the pipes close. If a grandchild keeps them open, the timeout ends the wait.
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
    // It has already ended, which is what we want.
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

interface RawExit {
  exitCode?: number | null | undefined
  signal?: string | null | undefined
  code?: string | undefined
}

function toExit({ exitCode, signal, code }: RawExit): Exit {
  if (typeof exitCode === 'number') return { status: 'exited', code: exitCode }
  if (signal) return { status: 'killed', signal }
  return { status: 'not_started', code: code ?? 'unknown' }
}

function failedToStart(error: unknown): Exit {
  return { status: 'not_started', code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' }
}

/**
 * The variables any program needs: to find programs, choose the language and reach the network. A program that uses a
 * proxy is told to leave it out on this machine, where our own servers are.
 */
export function childEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = passedTo(env)
  if (!Object.keys(passed).some((name) => /^https?_proxy$/i.test(name))) return passed
  const exceptions = [passed.no_proxy ?? passed.NO_PROXY, loopbackEntries].filter(Boolean).join(',')
  return { ...passed, no_proxy: exceptions, NO_PROXY: exceptions }
}

function passedTo(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return value !== undefined && (name.startsWith('LC_') || passedVariables.has(name))
  })
  return Object.fromEntries(entries)
}

const passedVariables = new Set(
  [
    ['PATH', 'LANG', 'LANGUAGE', 'TZ'],
    ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ].flat(),
)

/** For root: runs a command in this terminal as another user, to its end, and returns its exit code. */
export function runAsUser(user: string, [file = '', ...args]: string[], env: NodeJS.ProcessEnv): number {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  // Ctrl-C reaches both processes, and the command decides what it means.
  process.on('SIGINT', () => {})
  const { status, error } = spawnSync(file, args, { uid: id('-u'), gid: id('-g'), env, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
