import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Build } from './build.ts'

/** The real daemon in a process of its own, in a folder of its own. */
export interface DaemonPeer {
  data: string
  config: string
  socket: string
  database: string
  /** Resolves with the milliseconds until it said that it is ready; rejects with its last words when it ended before. */
  start(env?: Record<string, string>): Promise<number>
  /** Starts without waiting; `exited` tells how it ends. */
  launch(env?: Record<string, string>): Launched
  pid(): number
  signal(name: NodeJS.Signals): void
  /** Resolves when the process that was started last is gone. */
  exited(): Promise<Exit>
  kill(): Promise<Exit>
  stop(): Promise<Exit>
  /** What the last process wrote to standard error. */
  words(): string
  /** What it said first to standard output: that it is ready. */
  announced(): string
  /** The first column of what its store answers. */
  query(sql: string, ...values: unknown[]): unknown[]
  /** Ends what still runs and takes the folder away. */
  remove(): Promise<void>
}

export interface Launched {
  ready: Promise<number>
  exited: Promise<Exit>
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  ms: number
}

export interface DaemonOptions {
  build: Build
  /** TOML on top of the demo without a page; unless given, there is no crash-loop brake and no ballast. */
  config?: string
  /** With its page, on whatever port is free; `skein link` tells which. */
  page?: boolean
  /** As in a terminal, where its first words hold the link that signs in. */
  terminal?: boolean
  /** Who answers; the demo unless a test brings somebody else. */
  brain?: string
  /** A data directory that exists already. */
  data?: string
  /** A program in front, such as setpriv with its arguments. */
  under?: string[]
}

/** After these it runs on, or will again. */
const goesOn = new Set<NodeJS.Signals>(['SIGUSR1', 'SIGUSR2', 'SIGSTOP', 'SIGCONT'])
const unbraked = '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n'

export function createDaemon({
  build,
  config = unbraked,
  page = false,
  terminal = false,
  brain = 'demo',
  data,
  under = [],
}: DaemonOptions): DaemonPeer {
  const dir = mkdtempSync(join(tmpdir(), 'skein-fault-'))
  const place = data ?? join(dir, 'data')
  const home = join(dir, 'home')
  const configFile = join(dir, 'config.toml')
  const database = join(place, 'skein.db')
  mkdirSync(home)
  writeFileSync(configFile, `[brain]\ndefault = "${brain}"\n[web]\nenabled = ${page}\ntitles = false\n${config}`, {
    mode: 0o600,
  })
  const inTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true', build.main]
  const main = terminal ? inTerminal : [build.main, '--json']
  const args = [...main, '--data', place, '--config', configFile, 'start']
  let child: ChildProcess | undefined
  let exit: Promise<Exit> = Promise.resolve({ code: 0, signal: null, ms: 0 })
  let words = ''
  let announcement = ''
  // Tests that wait for a state ask many times a second, and opening a store takes a hundred times as long as asking it.
  let reader: BetterSqlite3.Database | undefined
  let isReady = false

  function query(sql: string, ...values: unknown[]): unknown[] {
    reader ??= new BetterSqlite3(database, { timeout: 5000, readonly: true, fileMustExist: true })
    try {
      return reader
        .prepare(sql)
        .pluck()
        .all(...values)
    } finally {
      if (!isReady) closeReader()
    }
  }

  /** Before the daemon ends: the last connection to a store puts its files in order, and that is the daemon's task. */
  function closeReader(): void {
    isReady = false
    reader?.close()
    reader = undefined
  }

  function launch(env: Record<string, string> = {}): Launched {
    const [command = process.execPath, ...rest] = [...under, process.execPath, ...args]
    const began = performance.now()
    words = ''
    const started = spawn(command, rest, {
      env: { PATH: process.env.PATH, HOME: home, ...build.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    // A test run that is cut short takes its daemons with it.
    const reap = () => started.kill('SIGKILL')
    process.once('exit', reap)
    started.once('close', () => {
      process.off('exit', reap)
      closeReader()
    })
    started.stderr.on('data', (chunk) => (words = (words + String(chunk)).slice(-100_000)))
    exit = new Promise((resolve, reject) => {
      started.once('error', reject)
      started.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - began }))
    })
    const ready = new Promise<number>((resolve, reject) => {
      started.stdout.once('data', (chunk) => {
        announcement = String(chunk)
        isReady = true
        resolve(performance.now() - began)
      })
      exit.then(() => reject(new Error(`the daemon ended before it was ready: ${words}`)), reject)
    })
    // Who only waits for the end must not be told of the start as well.
    ready.catch(() => {})
    return { ready, exited: exit }
  }

  function signal(name: NodeJS.Signals): void {
    if (!child) throw new Error('the daemon was never started')
    if (!goesOn.has(name)) closeReader()
    child.kill(name)
  }

  function end(name: NodeJS.Signals): Promise<Exit> {
    closeReader()
    if (child && child.exitCode === null && child.signalCode === null) child.kill(name)
    return exit
  }

  return {
    data: place,
    config: configFile,
    socket: join(place, 'skein.sock'),
    database,
    launch,
    query,
    start: (env) => launch(env).ready,
    pid: () => child?.pid ?? 0,
    signal,
    exited: () => exit,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    words: () => words,
    announced: () => announcement,
    async remove() {
      await end('SIGKILL')
      // What a killed daemon had started may write for a moment longer, until it notices that nobody listens.
      await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}
