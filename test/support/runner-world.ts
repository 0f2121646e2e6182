import { randomBytes } from 'node:crypto'
import { makeChatId } from '../../src/domain/ids.ts'
import { type Clock, systemClock } from '../../src/lib/time/clock.ts'
import { sleep } from '../../src/lib/time/timers.ts'
import type { RunnerCopies } from '../../src/spawner/remote/hosted-sessions.ts'
import type { DaemonCalls, HostDeps } from '../../src/spawner/remote/hosted-turn.ts'
import { openRedis } from '../../src/spawner/remote/redis-link.ts'
import { createRemoteBrain } from '../../src/spawner/remote/remote-brain.ts'
import type { PairedRunner, RunnerBook } from '../../src/spawner/remote/runner-book.ts'
import { createRunnerPool, type RunnerPool } from '../../src/spawner/remote/runner-pool.ts'
import { createRunnerProcess, type RunnerProcess } from '../../src/spawner/remote/runner-process.ts'
import { createUseMarks } from '../../src/spawner/remote/use-marks.ts'
import type { Brain, BrainEvent, Permissions, Tools, Turn } from '../../src/spawner/spawner.ts'
import type { RedisPeer } from '../peers/redis/redis.ts'
import { createScriptedBrain, echo, type ScriptedBrain } from './scripted-brain.ts'
import { silentLog } from './silent-log.ts'

/** A daemon's end and runners in this process, connected by a real Redis. */
export interface RunnerWorld {
  pool: RunnerPool
  /** With their secrets. */
  paired: readonly PairedRunner[]
  remote: Brain
  runner(name: string): RunnerProcess
  brain(name: string): ScriptedBrain
  /** What a running turn of a runner can call. */
  boundTo(turn: Turn): { calls: DaemonCalls }
  ask(turn: Turn): Promise<BrainEvent[]>
  /** Until what is done in the background is done. */
  settled(): Promise<void>
  /** A runner cannot reach Redis any more. */
  cutOff(name: string): Promise<void>
  /** Ends one runner as TERM does. */
  stop(name: string): Promise<void>
  /** Lets its turns finish, however long they take. */
  drain(name: string): Promise<void>
  close(): Promise<void>
}

export interface RunnerWorldOptions {
  tools?: Partial<Tools>
  permissions?: Permissions
  places?: number
  /** How long the turns of a runner may take after TERM. */
  drainMs?: number
  beatMs?: number
  /** The daemon's. */
  clock?: Clock
  /** Files stay at the daemon unless a test brings what fetches them. */
  furnish?: HostDeps['furnish']
}

const BEAT_MS = 300
const never = new AbortController().signal

export async function createRunnerWorld(
  redis: RedisPeer,
  brains: Record<string, ScriptedBrain>,
  options: RunnerWorldOptions = {},
): Promise<RunnerWorld> {
  const { tools = {}, permissions = allowAll, places = 4, furnish = async (turn) => turn, beatMs = BEAT_MS } = options
  const bound = new WeakMap<Turn, { calls: DaemonCalls }>()
  const paired = Object.keys(brains).map(
    (name): PairedRunner => ({
      name: `${name}-${randomBytes(3).toString('hex')}`,
      root: randomBytes(32),
      pairedAt: new Date(),
    }),
  )
  const nameOf = (name: string) => paired.find((runner) => runner.name.startsWith(`${name}-`))?.name ?? ''
  const link = openRedis(redis.settings, () => {})
  const pool = createRunnerPool({
    link,
    clock: options.clock ?? systemClock,
    log: silentLog,
    beatMs,
    book: { ...emptyBook, list: () => paired, add: (runner) => void paired.push(runner) },
  })
  const started = Object.entries(brains).map(([name, brain]) => {
    const { name: runner, root } = paired.find((one) => one.name === nameOf(name)) as PairedRunner
    const ownLink = openRedis(redis.settings, () => {})
    const runnerProcess = createRunnerProcess({
      link: ownLink,
      clock: systemClock,
      log: silentLog,
      runner,
      root,
      brains: new Map([[brain.name, brain]]),
      furnish,
      bind(turn, calls) {
        bound.set(turn, { calls })
        return () => {}
      },
      copies: noCopies,
      marks: createUseMarks(),
      version: '0',
      places,
      minFreeMb: 0,
      lockMs: 5000,
      beatMs,
      ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
    })
    const [stop, drain] = [new AbortController(), new AbortController()]
    const ended = runnerProcess.run({ stop: stop.signal, drain: drain.signal })
    const end = async (how = stop) => {
      how.abort()
      await ended
      await ownLink.close()
    }
    return { name, process: runnerProcess, link: ownLink, end, drain: () => end(drain) }
  })
  const holders = new Map<string, string>()
  const first = Object.values(brains)[0] ?? createScriptedBrain(echo)
  const remote = createRemoteBrain(first, {
    pool,
    permissions,
    toolsFor: () => ({ ...noTools, ...tools }),
    sessionRunners: {
      ofSession: (session) => holders.get(session),
      ofChat: (chat) => holders.get(chat),
      note(chat, session, runner) {
        for (const place of [chat, session ?? '']) holders.set(place, runner)
      },
    },
  })
  while (pool.candidates(first.name).length < paired.length) await sleep(10, never)
  return {
    pool,
    paired,
    remote,
    runner: (name) => (started.find((one) => one.name === name) as (typeof started)[number]).process,
    brain: (name) => brains[name] as ScriptedBrain,
    boundTo: (turn) => bound.get(turn) as { calls: DaemonCalls },
    async ask(turn) {
      const events: BrainEvent[] = []
      for await (const event of remote.run(turn, new AbortController().signal)) events.push(event)
      return events
    },
    settled: async () => void (await new Promise((resolve) => setTimeout(resolve, 50))),
    async cutOff(name) {
      await started.find((one) => one.name === name)?.link.close()
    },
    async stop(name) {
      await started.find((one) => one.name === name)?.end()
    },
    async drain(name) {
      await started.find((one) => one.name === name)?.drain()
    },
    async close() {
      await remote.close()
      await Promise.all(started.map(({ end }) => end()))
      await pool.stop()
      await link.close()
    },
  }
}

/** Stores nothing. */
export const emptyBook: RunnerBook = {
  list: () => [],
  add() {},
  remove: () => true,
  farewells: () => [],
  forget() {},
  nextErasure: () => undefined,
  confirmErasure() {},
}

/** For runners that leave nothing on a disk. */
export const noCopies: RunnerCopies = { removeSession() {}, remove: async () => {} }

const allowAll: Permissions = { judge: () => ({ verdict: 'allow' }), ask: async () => ({ verdict: 'allow' }) }

const noTools: Tools = {
  list: () => [],
  trust: () => 'owner',
  noteForeign() {},
  call: async () => ({ text: 'There are no tools.', failed: true }),
  line: (name) => `using ${name}`,
}

export function turnOf(change: Partial<Turn>): Turn {
  return {
    task: 1,
    kind: 'reply',
    chat: makeChatId('web', 'a'),
    person: { id: 1, name: 'Ana' },
    model: 'general',
    trust: 'owner',
    foreign: [],
    system: 'You help.',
    text: '',
    question: change.text ?? '',
    files: [],
    ...change,
  }
}
