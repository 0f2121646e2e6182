// The daemon's side of all runners: who is there, who takes which turn, and who is gone.
//   1. Every two seconds it reads the heartbeat of each runner and writes its own.
//   2. `open` puts a ticket for a turn into a queue (turn-line.ts has the rest of the turn).
//   3. A runner whose heartbeats stop, or which restarts, has lost its turns.
import { randomBytes } from 'node:crypto'
import { Queue } from 'bullmq'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { keys, PREFIX, queueName, type RedisLink } from './redis-link.ts'
import { createOpener, createSealer, type Opener, type Sealer } from './sealed-line.ts'
import { CONTRACT, type DaemonBeat, type RunnerBeat, runnerBeatShape } from './turn-messages.ts'

/** A runner that was paired. */
export interface PairedRunner {
  name: string
  root: Buffer
  pairedAt: Date
}

/** Stores which runners are paired. */
export interface RunnerBook {
  list(): PairedRunner[]
  add(runner: PairedRunner): void
  /** Returns false if there is none of this name. */
  remove(name: string): boolean
}

export interface RunnerStatus {
  name: string
  pairedAt: Date
  state: 'ready' | 'full' | 'draining' | 'resting' | 'other-version' | 'gone' | 'never-seen'
  /** What it last said about itself. */
  beat: RunnerBeat | undefined
  /** How long ago, in milliseconds. */
  seenMs: number | undefined
}

/** What the pool knows about a turn. */
export interface OpenTurn {
  id: string
  /** Who took it. */
  runner?: string
  instance?: string
  sent: number
  received: number
  claimedAt?: number
}

export interface RunnerPool {
  readonly link: RedisLink
  readonly clock: Clock
  /** The turn is open until it is closed: from now on a runner may take it. */
  open(turn: OpenTurn): void
  close(turn: OpenTurn): void
  /** Puts a ticket for the turn into the queue of this runner, or of all. Does nothing while an earlier one waits. */
  ring(turn: OpenTurn, attempt: number, runner: string | undefined): Promise<void>
  withdraw(turn: OpenTurn, attempt: number, runner: string | undefined): Promise<void>
  /** The secret of a paired runner that may take turns now. */
  rootOf(runner: string): Buffer | undefined
  instanceOf(runner: string): string | undefined
  /** Why the turn cannot go on; undefined if it can. */
  whyLost(turn: OpenTurn): string | undefined
  /** A runner that is there and has a free place; for a session the one that has it. */
  candidates(brain: string): { name: string; free: number }[]
  hasFreePlace(runner: string, brain: string): boolean
  /** Whether every runner that is there has this brain. */
  isSharedByAll(brain: string): boolean
  noteEnd(runner: string, isFailure: boolean): void
  forget(brain: string, session: string, runner: string): void
  status(): RunnerStatus[]
  add(runner: PairedRunner): void
  remove(name: string): boolean
  readonly beatMs: number
  stop(): Promise<void>
}

export interface RunnerPoolDeps {
  link: RedisLink
  book: RunnerBook
  clock: Clock
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
  /** 2000 unless a test is in a hurry. */
  beatMs?: number
}

const BEAT_MS = 2_000
/** A runner is gone after so many heartbeats without a new one. */
const MISSED_BEATS = 5
/** Messages that are counted by one side and unknown to the other for so many heartbeats are lost. */
const LOST_AFTER_BEATS = 3
/** After so many failures in a row a runner rests. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 60_000

const never = new AbortController().signal

interface Seen {
  paired: PairedRunner
  sealer: Sealer
  salt: Buffer
  openers: Map<string, Opener>
  beat?: RunnerBeat
  beatAt?: number
  failures: number
  restUntil: number
  forget: [string, string][]
}

export function createRunnerPool(deps: RunnerPoolDeps): RunnerPool {
  const { link, book, clock, log, beatMs = BEAT_MS } = deps
  const instance = randomBytes(16).toString('hex')
  const seen = new Map<string, Seen>()
  const open = new Map<string, OpenTurn>()
  const suspects = new Map<OpenTurn, number>()
  const queues = new Map<string, Queue>()
  for (const runner of book.list()) meet(runner)
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat).catch((err: unknown) => log.warn({ err }, 'a heartbeat of the runners failed'))
  }, beatMs)
  timer.unref()

  function meet(paired: PairedRunner): void {
    const salt = randomBytes(16)
    const sealer = createSealer({
      root: paired.root,
      runner: paired.name,
      line: 'beat',
      direction: 'to-runner',
      salt,
    })
    const restUntil = Number.NEGATIVE_INFINITY
    seen.set(paired.name, { paired, salt, sealer, openers: new Map(), failures: 0, restUntil, forget: [] })
  }

  async function beat(): Promise<void> {
    if (seen.size === 0 || link.redis.status !== 'ready') return
    const runners = [...seen.values()]
    const frames = await link.redis.mgetBuffer(runners.map(({ paired }) => keys.beatOfRunner(paired.name)))
    for (const [at, runner] of runners.entries()) readBeat(runner, frames[at] ?? undefined)
    noteLostMessages()
    // Those that were removed meanwhile have had their last one.
    await Promise.all([...seen.values()].map((runner) => sendBeat(runner, false)))
  }

  async function sendBeat({ paired, beat, forget, salt, sealer }: Seen, isRemoved: boolean): Promise<void> {
    const message: DaemonBeat = {
      instance,
      echo: beat?.instance ?? '',
      contract: CONTRACT,
      open: isRemoved ? [] : [...open.values()].filter(({ runner }) => runner === paired.name).map(({ id }) => id),
      forget,
      isRemoved,
    }
    const frame = Buffer.concat([salt, sealer.seal(message)])
    await link.redis.set(keys.beatOfDaemon(paired.name), frame, 'PX', beatMs * MISSED_BEATS * 2)
  }

  function readBeat(runner: Seen, frame: Buffer | undefined): void {
    if (!frame || frame.length < 16) return
    const salt = frame.subarray(0, 16)
    const key = salt.toString('hex')
    const { name, root } = runner.paired
    const known = runner.openers.get(key)
    const opener =
      known ?? createOpener({ root, runner: name, line: 'beat', direction: 'to-daemon', salt }, { maySkip: true })
    const opened = opener.open(frame.subarray(16))
    const parsed = opened.kind === 'message' ? runnerBeatShape.safeParse(opened.message) : undefined
    if (!parsed?.success) return
    if (!known) runner.openers.set(key, opener)
    // A heartbeat that does not answer ours may be an old one that somebody kept.
    if (parsed.data.echo !== instance) return
    if (runner.beat?.instance !== parsed.data.instance) {
      log.info({ runner: name, host: parsed.data.host, version: parsed.data.version }, 'a runner is here')
      runner.forget = []
    }
    runner.beat = parsed.data
    runner.beatAt = clock.mono()
  }

  /** A message is lost if one side has counted it and the other has not received it for some time. */
  function noteLostMessages(): void {
    for (const turn of open.values()) {
      const counts = turn.runner === undefined ? undefined : seen.get(turn.runner)?.beat?.turns[turn.id]
      const isNew = turn.claimedAt !== undefined && clock.mono() - turn.claimedAt < beatMs * 2
      const isComplete = counts !== undefined && counts[0] <= turn.received && counts[1] >= turn.sent
      if (turn.runner === undefined || isNew || isComplete) suspects.delete(turn)
      else suspects.set(turn, (suspects.get(turn) ?? 0) + 1)
    }
  }

  function isThere(runner: Seen): boolean {
    return runner.beatAt !== undefined && clock.mono() - runner.beatAt < beatMs * MISSED_BEATS
  }

  function stateOf(runner: Seen): RunnerStatus['state'] {
    const { beat } = runner
    if (!beat) return 'never-seen'
    if (!isThere(runner)) return 'gone'
    if (beat.contract !== CONTRACT) return 'other-version'
    if (beat.isDraining) return 'draining'
    if (clock.mono() < runner.restUntil) return 'resting'
    return freeOf(runner) > 0 ? 'ready' : 'full'
  }

  /** Turns that it took since its last heartbeat count too. */
  function freeOf({ paired, beat }: Seen): number {
    const running = [...open.values()].filter((turn) => turn.runner === paired.name).length
    return Math.min(beat?.free ?? 0, (beat?.places ?? 0) - running)
  }

  function queueOf(runner: string | undefined): Queue {
    const name = queueName(runner)
    const queue =
      queues.get(name) ?? new Queue(name, { connection: link.options, prefix: PREFIX, skipMetasUpdate: true })
    if (!queues.has(name)) queue.on('error', (err) => log.warn({ err }, 'the queue for runners has a problem'))
    queues.set(name, queue)
    return queue
  }

  const present = () => [...seen.values()].filter((runner) => ['ready', 'full'].includes(stateOf(runner)))

  return {
    link,
    clock,
    beatMs,
    open: (turn) => void open.set(turn.id, turn),
    close(turn) {
      open.delete(turn.id)
      suspects.delete(turn)
    },
    async ring({ id }, attempt, runner) {
      const jobId = `${id}-${attempt}`
      const options = { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true }
      await queueOf(runner).add('turn', { turn: id }, options)
    },
    async withdraw({ id }, attempt, runner) {
      await queueOf(runner).remove(`${id}-${attempt}`)
    },
    rootOf: (name) => seen.get(name)?.paired.root,
    instanceOf: (name) => seen.get(name)?.beat?.instance,
    whyLost(turn) {
      const runner = turn.runner === undefined ? undefined : seen.get(turn.runner)
      if (!runner) return 'the runner was removed'
      if (!isThere(runner)) return 'the runner sends no heartbeats'
      if (turn.instance !== undefined && runner.beat?.instance !== turn.instance) return 'the runner was restarted'
      return (suspects.get(turn) ?? 0) >= LOST_AFTER_BEATS ? 'messages of the turn were lost' : undefined
    },
    candidates: (brain) =>
      present()
        .filter(({ beat }) => beat?.brains.includes(brain))
        .map((runner) => ({ name: runner.paired.name, free: freeOf(runner) }))
        .sort((a, b) => b.free - a.free),
    hasFreePlace(name, brain) {
      const runner = seen.get(name)
      return runner !== undefined && stateOf(runner) === 'ready' && runner.beat?.brains.includes(brain) === true
    },
    isSharedByAll: (brain) => [...seen.values()].filter(isThere).every(({ beat }) => beat?.brains.includes(brain)),
    noteEnd(name, isFailure) {
      const runner = seen.get(name)
      if (!runner) return
      runner.failures = isFailure ? runner.failures + 1 : 0
      if (runner.failures < FAILURES_BEFORE_REST) return
      runner.failures = 0
      runner.restUntil = clock.mono() + REST_MS
      log.warn({ runner: name }, 'a runner failed several times in a row and rests for a minute')
    },
    forget(brain, session, name) {
      const runner = seen.get(name)
      // A runner that does not hear it removes the session by itself when it was idle for long.
      if (runner) runner.forget = [...runner.forget, [brain, session] satisfies [string, string]].slice(-200)
    },
    status: () =>
      [...seen.values()].map((runner) => ({
        name: runner.paired.name,
        pairedAt: runner.paired.pairedAt,
        state: stateOf(runner),
        beat: runner.beat,
        seenMs: runner.beatAt === undefined ? undefined : Math.round(clock.mono() - runner.beatAt),
      })),
    add(runner) {
      book.add(runner)
      meet(runner)
    },
    remove(name) {
      const runner = seen.get(name)
      seen.delete(name)
      if (runner) void sendBeat(runner, true).catch(() => {})
      return book.remove(name)
    },
    async stop() {
      clearInterval(timer)
      const ended = beating.then(() => Promise.all([...queues.values()].map((queue) => queue.disconnect())))
      // Redis may be away, and then none of this ends.
      await Promise.race([ended, sleep(beatMs, never)])
    },
  }
}
