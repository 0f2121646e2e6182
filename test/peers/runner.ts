import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Build } from './build.ts'
import { finished, type Ran } from './ran.ts'

/** A real runner in a process of its own, with a folder and a configuration of its own. */
export interface RunnerPeer {
  dir: string
  /** Joins with a code; throws with its words if it is refused. */
  join(code: string): void
  start(): Promise<void>
  pid(): number
  signal(name: NodeJS.Signals): void
  /** `skein runner` with these options beside the one that is running. */
  run(...options: string[]): Promise<Ran>
  exited(): Promise<void>
  words(): string
  remove(): Promise<void>
}

export interface RunnerOptions {
  build: Build
  config: string
  /** Programs in front, such as nsenter with its arguments. */
  under?: string[]
}

export function createRunner({ build, config, under = [] }: RunnerOptions): RunnerPeer {
  const dir = mkdtempSync(join(tmpdir(), 'skein-runner-'))
  const home = join(dir, 'home')
  const configFile = join(dir, 'config.toml')
  mkdirSync(home)
  writeFileSync(configFile, config, { mode: 0o600 })
  const [program, ...args] = [
    ...under,
    process.execPath,
    build.main,
    '--json',
    '--data',
    join(dir, 'data'),
    '--config',
    configFile,
    'runner',
  ]
  const env = { PATH: process.env.PATH, HOME: home, ...build.env }
  let child: ChildProcess | undefined
  let exit = Promise.resolve()
  let words = ''
  const reap = () => void child?.kill('SIGKILL')
  process.once('exit', reap)

  return {
    dir,
    join(code) {
      const { status, stderr } = spawnSync(program, [...args, '--join', code], { env, encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
    async start() {
      const started = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      started.stderr.on('data', (chunk) => (words = (words + String(chunk)).slice(-100_000)))
      exit = new Promise((resolve) => void started.once('close', () => resolve()))
      const ended = exit.then(() => Promise.reject(new Error(`the runner ended: ${words}`)))
      ended.catch(() => {})
      await Promise.race([new Promise((resolve) => void started.stdout.once('data', resolve)), ended])
    },
    pid: () => child?.pid ?? 0,
    signal: (name) => void child?.kill(name),
    run: (...options) =>
      finished(spawn(process.execPath, [...args, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })),
    exited: () => exit,
    words: () => words,
    async remove() {
      child?.kill('SIGKILL')
      await exit
      process.off('exit', reap)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
