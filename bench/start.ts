import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { judge, median, ms, print } from './figures.ts'
import { withScratch } from './scratch.ts'

const STARTS = 7
const IDLE_MS = 5000
const GOAL_MS = 2000
const GOAL_MB = 90

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const build = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))

/** From the start of the process to its word that it is ready, in a data directory that it knows already. */
export async function benchStart(): Promise<void> {
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
  await withScratch(async (home) => {
    print('the very first start', ms(await startAndStop(home)))
    const took: number[] = []
    for (let n = 0; n < STARTS; n++) took.push(await startAndStop(home))
    judge('start to ready', `median of ${STARTS} ${ms(median(took))}, slowest ${ms(Math.max(...took))}`, {
      says: `under ${GOAL_MS} ms`,
      met: median(took) < GOAL_MS,
    })
    await measureIdle(home)
  })
}

async function startAndStop(home: string): Promise<number> {
  const { daemon, readyMs } = await start(home)
  await stop(daemon)
  return readyMs
}

async function measureIdle(home: string): Promise<void> {
  const { daemon } = await start(home)
  await sleep(IDLE_MS)
  const mb = residentMb(daemon.pid ?? 0)
  await stop(daemon)
  if (mb === undefined) return print('memory when idle', 'not measured: this system has no /proc')
  judge('memory when idle', `${mb.toFixed(0)} MB`, { says: `at most ${GOAL_MB} MB`, met: mb <= GOAL_MB })
}

async function start(home: string): Promise<{ daemon: ChildProcess; readyMs: number }> {
  const began = performance.now()
  // Its own home and nothing else of ours: the defaults are what a person meets.
  const daemon = spawn(process.execPath, [program, 'start', '--json'], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  daemon.stderr.on('data', (chunk) => said.push(String(chunk)))
  const ready = once(createInterface({ input: daemon.stdout }), 'line')
  const ended = once(daemon, 'exit').then(([code]) => {
    throw new Error(`the daemon ended with ${code} before it was ready:\n${said.join('')}`)
  })
  await Promise.race([ready, ended])
  ended.catch(() => {})
  return { daemon, readyMs: performance.now() - began }
}

async function stop(daemon: ChildProcess): Promise<void> {
  const ended = once(daemon, 'exit')
  daemon.kill('SIGTERM')
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
