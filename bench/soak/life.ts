import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Build } from '../../test/peers/build.ts'
import { createDaemon, type DaemonPeer } from '../../test/peers/daemon.ts'
import type { FastClock } from './fast-clock.ts'
import type { Sample } from './slopes.ts'

/** The daemon over all its starts, on one data folder. */
export interface Life {
  socket: string
  /** Holds its data folder. */
  dir: string
  start(): Promise<void>
  /** Ends it and starts it again, perhaps as another program, and so much later on its clock. */
  restart(how: 'stop' | 'kill', awayMs: number, build?: Build): Promise<void>
  stop(): Promise<void>
  /** The first column of what its store answers; nothing while it is away. */
  query(sql: string, ...values: unknown[]): unknown[]
  measure(): Promise<Omit<Sample, 'messages' | 'costPerMessageMs' | 'promptTokens'>>
  /** Processor time of all its processes so far. */
  usedMs(): number
  starts(): number
  /** Ends what still runs. */
  remove(keepsFiles: boolean): Promise<void>
}

export interface LifeDeps {
  build: Build
  config: string
  clock: FastClock | undefined
}

const HEAP_MS = 30_000
const MB = 1_048_576

// Says how much of the heap is in use after a collection, when it is asked.
const witness = `let collect
process.on('SIGUSR2', () => {
  require('node:v8').setFlagsFromString('--expose-gc')
  collect ??= require('node:vm').runInNewContext('gc')
  collect()
  collect()
  const { writeFileSync, renameSync } = require('node:fs')
  writeFileSync(process.env.SOAK_HEAP + '.new', String(process.memoryUsage().heapUsed))
  renameSync(process.env.SOAK_HEAP + '.new', process.env.SOAK_HEAP)
})`

export function createLife({ build, config, clock }: LifeDeps): Life {
  const dir = mkdtempSync(join(tmpdir(), 'skein-soak-'))
  const [data, heapFile, witnessFile] = ['data', 'heap', 'witness.cjs'].map((name) => join(dir, name)) as Triple
  writeFileSync(witnessFile, witness)
  const make = (from: Build) => createDaemon({ build: from, config, brain: 'box', data })
  const peers: DaemonPeer[] = [make(build)]
  const now = () => peers.at(-1) as DaemonPeer
  let isUp = false
  let starts = 0
  let usedBefore = 0

  async function start(): Promise<void> {
    const options = `--require ${witnessFile}`
    await now().start({ ...clock?.env, NODE_OPTIONS: options, SOAK_HEAP: heapFile })
    isUp = true
    starts += 1
  }

  async function end(how: 'stop' | 'kill'): Promise<void> {
    usedBefore += cpuMs(now().pid())
    isUp = false
    const { code, signal } = await now()[how]()
    if (how === 'stop' && code !== 0)
      throw new Error(`the daemon did not stop in good order (${code ?? signal}): ${now().words().slice(-2000)}`)
  }

  async function heapMb(): Promise<number> {
    rmSync(heapFile, { force: true })
    now().signal('SIGUSR2')
    const began = performance.now()
    while (!existsSync(heapFile)) {
      if (performance.now() - began > HEAP_MS) throw new Error('the daemon does not say how large its heap is')
      await pause(20)
    }
    return Number(readFileSync(heapFile, 'utf8')) / MB
  }

  return {
    socket: now().socket,
    dir,
    start,
    async restart(how, awayMs, next) {
      await end(how)
      clock?.leap(awayMs)
      if (next) peers.push(make(next))
      await start()
    },
    stop: () => end('stop'),
    query: (sql, ...values) => (isUp ? now().query(sql, ...values) : []),
    async measure() {
      const pid = now().pid()
      const rssMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
      return {
        rssMb,
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
        processes: 1 + descendantsOf(pid),
        storeMb: sizeMb(join(data, 'skein.db')),
        walMb: sizeMb(join(data, 'skein.db-wal')),
        logMb: readdirSync(join(data, 'logs')).reduce((sum, name) => sum + sizeMb(join(data, 'logs', name)), 0),
        heapMb: await heapMb(),
      }
    },
    usedMs: () => usedBefore + (isUp ? cpuMs(now().pid()) : 0),
    starts: () => starts,
    async remove(keepsFiles) {
      for (const peer of peers) await peer.remove()
      if (!keepsFiles) rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

type Triple = [string, string, string]

function sizeMb(file: string): number {
  return existsSync(file) ? statSync(file).size / MB : 0
}

function cpuMs(pid: number): number {
  const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = stat.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function descendantsOf(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(name)
    if (stat) parents.set(Number(name), stat)
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)
    return parent !== undefined && (parent === pid || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow).length
}

/** Its parent; undefined where it ended meanwhile. */
function readStat(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return undefined
  }
}
