import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

/** The built daemon as it was when the run began. */
export interface Build {
  dir: string
  main: string
  /** For every start of its daemon. */
  env: Record<string, string>
}

/** One line of the built program put differently: what the tests must notice. */
export interface Sabotage {
  file: string
  from: string
  to: string
}

/** Numbers of the program that some tests change. They are read from the environment, so that one build serves them all. */
const tunables = {
  /** The pace at which the demo types. */
  pieceMs: ['app/brains.js', 'pieceMs: 15'],
  mailSecondMs: ['channels/email/email.js', 'secondMs = 1000'],
  mailReconcileSeconds: ['channels/email/email.js', 'reconcileAfterMs: 90'],
  mailCallMs: ['channels/email/email.js', 'CALL_TIMEOUT_MS = 40_000'],
  mailMinuteMs: ['channels/email/send/receipts.js', 'MINUTE_MS = 60_000'],
  mailSweepSeconds: ['channels/email/receive/folder-listener.js', 'SWEEP_INTERVAL_SECONDS = 150'],
  /** Who answers so often within seconds is a machine. */
  mailsOfMachine: ['channels/email/authority/machine-detection.js', 'MACHINE_AFTER_MAILS = 3'],
  telegramSecondMs: ['channels/telegram/telegram.js', 'secondMs = 1000'],
  talkSecondMs: ['channels/talk/talk.js', 'secondMs = 1000'],
  talkReconcileSeconds: ['channels/talk/talk.js', 'reconcileAfterMs: 60'],
  daemonBeatMs: ['spawner/remote/runner-pool.js', 'BEAT_MS = 2_000'],
  runnerBeatMs: ['spawner/remote/runner-process.js', 'BEAT_MS = 2_000'],
  runnerLockMs: ['spawner/remote/runner-process.js', 'LOCK_MS = 30_000'],
  joinAnswerMs: ['spawner/remote/joining.js', 'ANSWER_TIMEOUT_MS = 30_000'],
  codeMinuteMs: ['spawner/remote/joining.js', 'CODE_LIFE_MS = 15 * 60_000'],
  talkClosedRoomMs: ['channels/talk/send/send-receipts.js', 'CLOSED_ROOM_RETRY_MS = 60_000'],
} as const

/** `crashFile` names, while the daemon runs, the crash point at which it is killed. */
export type Tuning = Partial<Record<keyof typeof tunables | 'dnsPort', number>> & { crashFile?: string }

const newResolver = 'const resolver = new Resolver({ timeout: 5000, tries: 2 });'
const tuned: Sabotage[] = [
  ...Object.entries(tunables).map(([name, [file, from]]) => ({
    file,
    from,
    to: from.replace(/[\d_]+$/, (number) => `Number(process.env.TEST_${name} ?? ${number})`),
  })),
  // Asked for the keys of signatures instead of the resolver of the machine.
  {
    file: 'channels/email/authority/dns.js',
    from: newResolver,
    to: `${newResolver} if (process.env.TEST_dnsPort) resolver.setServers(['127.0.0.1:' + process.env.TEST_dnsPort]);`,
  },
  {
    file: 'lib/crash-point.js',
    from: 'process.env.SKEIN_CRASH_AT',
    to: `(process.env.SKEIN_CRASH_AT ?? (process.env.TEST_crashFile &&
      process.getBuiltinModule('node:fs').readFileSync(process.env.TEST_crashFile, 'utf8')))`,
  },
]

/** The one build that all suites share, or one that is sabotaged: made by who first asks for it, and kept for the run. */
export function createBuild(sabotages: Sabotage[] = []): Build {
  const shared = inject('build')
  if (sabotages.length === 0) return { dir: shared, main: join(shared, 'dist/main.js'), env: {} }
  const name = createHash('sha256').update(JSON.stringify(sabotages)).digest('hex').slice(0, 16)
  const dir = join(shared, 'sabotaged', name)
  once(join(dir, 'modules'), () => sabotage(shared, dir, sabotages))
  return {
    dir,
    env: {},
    // Who only loads single modules needs no program.
    get main() {
      once(join(dir, 'program'), () => bundle(dir))
      return join(dir, 'dist/main.js')
    },
  }
}

/** In which some numbers are others. */
export function createTunedBuild(tuning: Tuning): Build {
  const { dir, main } = createBuild(tuned)
  const env = Object.entries(tuning).map(([name, value]) => [`TEST_${name}`, String(value)])
  return { dir, main, env: Object.fromEntries(env) }
}

/** The page in it. */
export function builtPage(): string {
  return join(inject('build'), 'dist/web/page')
}

function sabotage(shared: string, dir: string, sabotages: Sabotage[]): void {
  const linked = { recursive: true, verbatimSymlinks: true }
  for (const name of readdirSync(shared)) {
    if (name !== 'dist' && name !== 'sabotaged') cpSync(join(shared, name), join(dir, name), linked)
  }
  for (const name of ['modules', 'web']) cpSync(join(shared, 'dist', name), join(dir, 'dist', name), linked)
  for (const each of sabotages) commit(dir, each)
}

/** A sabotage that changes nothing would prove nothing. */
function commit(dir: string, { file, from, to }: Sabotage): void {
  const path = join(dir, 'dist/modules', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer holds "${from}"; put the sabotage where the code is now`)
  writeFileSync(path, text.replaceAll(from, to))
}

/** With what V8 makes of it, as the build does: without, each start takes twice the time. */
function bundle(dir: string): void {
  const dist = join(dir, 'dist')
  run(join(dir, 'scripts/bundle.mjs'), join(dist, 'modules'), dist)
  const program = readdirSync(dist).find((name) => name.endsWith('.cjs')) ?? ''
  run(join(dir, 'scripts/code-cache.mjs'), join(dist, program))
}

function run(script: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the sabotaged build could not be put together: ${stderr}`)
}

/** Does it unless it was done, in whatever worker; who comes meanwhile waits, and learns of a failure too. */
function once(mark: string, work: () => void): void {
  const done = `${mark}.done`
  mkdirSync(dirname(mark), { recursive: true })
  if (isFirst(`${mark}.begun`)) {
    let failure = ''
    try {
      work()
    } catch (error) {
      failure = String(error)
    }
    writeFileSync(done, failure)
  }
  while (!existsSync(done)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  const failure = readFileSync(done, 'utf8')
  if (failure) throw new Error(failure)
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
