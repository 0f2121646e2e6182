import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { createTelegram, type Telegram } from '../test/peers/telegram/telegram.ts'
import { judge, median, ms, print, times } from './figures.ts'
import { withScratch } from './scratch.ts'

const STARTS = 7
const IDLE_MS = 6000
const GOAL_MS = 2000
const GOAL_TIMES = 4
const GOAL_BESIDE_READER = 1.5
const GOAL_MB = 95

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))
const bare = fileURLToPath(new URL('../bench/bare-start.mjs', import.meta.url))

/** From the start of the process to its word that it is ready, in a data directory that it knows already. */
export async function benchStart(): Promise<void> {
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  await withScratch(async (home) => {
    print('the very first start', ms(await startAndStop(home, skein)))
    const took: number[] = []
    const bareTook: number[] = []
    // In turns: whatever else the machine does hits both alike.
    for (let n = 0; n < STARTS; n++) {
      took.push(await startAndStop(home, skein))
      bareTook.push(await startAndStop(home, bareNode(home)))
    }
    judge('start to ready', `median of ${STARTS} ${ms(median(took))}, slowest ${ms(Math.max(...took))}`, {
      says: `under ${GOAL_MS} ms`,
      met: median(took) < GOAL_MS,
    })
    const ratio = median(took) / median(bareTook)
    judge('beside a bare node with the same database', `${times(ratio)} its ${ms(median(bareTook))}`, {
      says: `at most ${GOAL_TIMES} times`,
      met: ratio <= GOAL_TIMES,
    })
    await measureBesideReader(home)
    await measureIdle(home, 'memory when idle, with the page')
    const telegram = await createTelegram({ secondMs: 1000 })
    try {
      writeConfig(home, telegram)
      await measureIdle(home, 'memory when idle, with the page and Telegram', telegram)
    } finally {
      await telegram.close()
    }
  })
}

/** A start waits for no program that keeps reading the store, as one that copies its log does. */
async function measureBesideReader(home: string): Promise<void> {
  const file = join(home, '.local/share/skein/skein.db')
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let n = 0; n < STARTS; n++) {
    const reader = new BetterSqlite3(file)
    reader.exec('BEGIN; SELECT count(*) FROM meta')
    beside.push(await startAndStop(home, skein))
    reader.close()
    alone.push(await startAndStop(home, skein))
  }
  const ratio = median(beside) / median(alone)
  judge('beside a program that reads the store', `${times(ratio)} a start without it`, {
    says: `at most ${GOAL_BESIDE_READER} times`,
    met: ratio <= GOAL_BESIDE_READER,
  })
}

const skein = [program, 'start', '--json']
const bareNode = (home: string) => [bare, join(home, '.local/share/skein/skein.db')]

function writeConfig(home: string, telegram: Telegram): void {
  const folder = join(home, '.config/skein')
  mkdirSync(folder, { recursive: true })
  const place = `token = "${telegram.token()}"\napi_root = "${telegram.url()}"`
  writeFileSync(join(folder, 'config.toml'), `[telegram]\n${place}\nowner_ids = [42]\n`, { mode: 0o600 })
}

async function startAndStop(home: string, command: string[]): Promise<number> {
  const { child, readyMs } = await start(home, command)
  await stop(child)
  return readyMs
}

async function measureIdle(home: string, what: string, telegram?: Telegram): Promise<void> {
  const { child } = await start(home, skein)
  await telegram?.listening()
  await sleep(IDLE_MS)
  const mb = residentMb(child.pid ?? 0)
  await stop(child)
  if (mb === undefined) return print(what, 'not measured: this system has no /proc')
  judge(what, `${mb.toFixed(0)} MB`, { says: `at most ${GOAL_MB} MB`, met: mb <= GOAL_MB })
}

/** Ready is what says a first line. */
async function start(home: string, command: string[]): Promise<{ child: ChildProcess; readyMs: number }> {
  const began = performance.now()
  // Its own home and nothing else of ours: the defaults are what a person meets.
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const ready = once(createInterface({ input: child.stdout }), 'line')
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the program ended with ${code} before it was ready:\n${said.join('')}`)
  })
  await Promise.race([ready, ended])
  ended.catch(() => {})
  return { child, readyMs: performance.now() - began }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function residentMb(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1_000_000
  } catch {
    return undefined
  }
}
