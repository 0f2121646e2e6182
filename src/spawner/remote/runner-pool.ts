// The daemon's side of all runners: who is there, who takes which turn, and who is gone.
//   1. Every two seconds it reads the heartbeat of each runner and writes its own.
//   2. `open` puts a ticket for a turn into a queue (turn-line.ts has the rest of the turn).
//   3. A runner whose heartbeats stop, or which restarts, has lost its turns.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type BeatLine, createBeatLine } from './beat-line.ts'
import { keys, type RedisLink } from './redis-link.ts'
import type { PairedRunner, RunnerBook } from './runner-book.ts'
import { createTicketQueues, type Ticket } from './ticket-queues.ts'
import { CONTRACT, type DaemonBeat, type RunnerBeat, runnerBeatShape } from './turn-messages.ts'

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
  /** Puts a ticket for the turn into a queue. Does nothing while the same one waits. */
  ring(turn: OpenTurn, ticket: Ticket): Promise<void>
  withdraw(turn: OpenTurn, ticket: Ticket): Promise<void>
  /** The secret of a paired runner that may take turns now. */
  rootOf(runner: string): Buffer | undefined
  /** Why the turn cannot go on; undefined if it can. */
  whyLost(turn: OpenTurn): string | undefined
  /** A runner that is there and has a free place; for a session the one that has it. */
  candidates(brain: string): { name: string; free: number }[]
  hasFreePlace(runner: string, brain: string): boolean
  /** After our own start, waits for the first heartbeat of a runner, for as long as it may take. */
  untilSeen(runner: string | undefined, signal: AbortSignal): Promise<void>
  /** Whether every runner that is there has this brain, and none rests while another one works. */
  isSharedByAll(brain: string): boolean
  noteEnd(runner: string, isFailure: boolean, claimedAt: number): void
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
const longAgo = Number.NEGATIVE_INFINITY

const never = new AbortController().signal

interface Seen {
  paired: PairedRunner
  line: BeatLine
  beat?: RunnerBeat
  beatAt?: number
  failures: number
  failedAt: number
  restUntil: number
  forget: [string, string][]
}

export function createRunnerPool(deps: RunnerPoolDeps): RunnerPool {
  const { link, book, clock, log, beatMs = BEAT_MS } = deps
  const instance = randomBytes(16).toString('hex')
  const seen = new Map<string, Seen>()
  const open = new Map<string, OpenTurn>()
  const suspects = new Map<OpenTurn, number>()
  const queues = createTicketQueues(link, (err) => log.warn({ err }, 'the queue for runners has a problem'))
  const farewells = new Map(book.farewells().map(({ name, farewell }) => [name, farewell]))
  const startedAt = clock.mono()
  for (const runner of book.list()) meet(runner)
  let beating: Promise<void> | undefined
  // One at a time: Redis may be slow or away.
  const beatSoon = () => {
    beating ??= beat()
      .catch((err: unknown) => log.warn({ err }, 'a heartbeat of the runners failed'))
      .finally(() => {
        beating = undefined
      })
  }
  link.redis.once('ready', beatSoon)
  const timer = setInterval(beatSoon, beatMs).unref()

  function meet(paired: PairedRunner): void {
    const line = createBeatLine(paired.name, paired.root, 'daemon')
    seen.set(paired.name, { paired, line, failures: 0, failedAt: longAgo, restUntil: longAgo, forget: [] })
  }

  async function beat(): Promise<void> {
    if (link.redis.status !== 'ready') return
    await Promise.all([...farewells.keys()].map(sayFarewell))
    if (seen.size === 0) return
    const runners = [...seen.values()]
    const frames = await link.redis.mgetBuffer(runners.map(({ paired }) => keys.beatOfRunner(paired.name)))
    for (const [at, runner] of runners.entries())
      if (readBeat(runner, frames[at] ?? undefined)) noteLostMessages(runner)
    // Those that were removed meanwhile have had their last one.
    await Promise.all([...seen.values()].map((runner) => send(runner.paired.name, frameFor(runner))))
  }

  async function send(name: string, frame: Buffer): Promise<void> {
    await link.redis.set(keys.beatOfDaemon(name), frame, 'PX', beatMs * MISSED_BEATS * 2)
  }

  /** Only if it is there, so that nothing is left in Redis. */
  async function sayFarewell(name: string): Promise<void> {
    const farewell = farewells.get(name)
    if (farewell && (await link.redis.exists(keys.beatOfRunner(name))) === 1) await send(name, farewell)
  }

  function frameFor({ paired, beat, forget, line }: Seen, isRemoved = false): Buffer {
    const message: DaemonBeat = {
      instance,
      echo: beat?.instance ?? '',
      contract: CONTRACT,
      open: isRemoved ? [] : [...open.values()].filter(({ runner }) => runner === paired.name).map(({ id }) => id),
      forget,
      isRemoved,
    }
    return line.seal(message)
  }

  /** Returns whether it is a new one. */
  function readBeat(runner: Seen, frame: Buffer | undefined): boolean {
    const next = frame && runner.line.open(frame, (message) => runnerBeatShape.safeParse(message).data)
    // A heartbeat that does not answer ours may be an old one that somebody kept.
    if (next?.echo !== instance) return false
    if (runner.beat?.instance !== next.instance) {
      log.info({ runner: runner.paired.name, host: next.host, version: next.version }, 'a runner is here')
      runner.forget = []
    }
    runner.beat = next
    runner.beatAt = clock.mono()
    return true
  }

  /** A message is lost if one side has counted it and the other has not received it for some time. */
  function noteLostMessages({ paired, beat }: Seen): void {
    for (const turn of [...open.values()].filter(({ runner }) => runner === paired.name)) {
      const counts = beat?.turns[turn.id]
      const isNew = turn.claimedAt !== undefined && clock.mono() - turn.claimedAt < beatMs * 2
      const isComplete = counts !== undefined && counts[0] <= turn.received && counts[1] >= turn.sent
      if (isNew || isComplete) suspects.delete(turn)
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

  const hasBrain = ({ beat }: Seen, brain: string) => beat?.brains.includes(brain) === true

  /** Those that rest are used if all do: the failures may have another cause. */
  function present(): Seen[] {
    const inState = (...states: RunnerStatus['state'][]) =>
      [...seen.values()].filter((runner) => states.includes(stateOf(runner)))
    const able = inState('ready', 'full')
    return able.length > 0 ? able : inState('resting')
  }

  return {
    link,
    clock,
    beatMs,
    open: (turn) => void open.set(turn.id, turn),
    close(turn) {
      open.delete(turn.id)
      suspects.delete(turn)
    },
    ring: async ({ id }, ticket) => await queues.ring(id, ticket),
    withdraw: async ({ id }, ticket) => await queues.withdraw(id, ticket),
    rootOf: (name) => seen.get(name)?.paired.root,
    whyLost(turn) {
      const runner = turn.runner === undefined ? undefined : seen.get(turn.runner)
      if (!runner) return 'the runner was removed'
      if (!isThere(runner)) return 'the runner sends no heartbeats'
      // The heartbeat may be older than the claim of a runner that has just started.
      const isNewer = (runner.beatAt ?? 0) > (turn.claimedAt ?? 0)
      if (isNewer && runner.beat?.instance !== turn.instance) return 'the runner was restarted'
      return (suspects.get(turn) ?? 0) >= LOST_AFTER_BEATS ? 'messages of the turn were lost' : undefined
    },
    candidates: (brain) =>
      present()
        .filter((runner) => hasBrain(runner, brain))
        .map((runner) => ({ name: runner.paired.name, free: freeOf(runner) }))
        .sort((a, b) => b.free - a.free),
    hasFreePlace(name, brain) {
      const runner = seen.get(name)
      return runner !== undefined && present().includes(runner) && freeOf(runner) > 0 && hasBrain(runner, brain)
    },
    async untilSeen(name, signal) {
      const isAwaited = () => name !== undefined && seen.has(name) && seen.get(name)?.beat === undefined
      while (isAwaited() && clock.mono() - startedAt < beatMs * MISSED_BEATS && !signal.aborted)
        await sleep(beatMs / 4, signal)
    },
    isSharedByAll(brain) {
      const able = present()
      const there = [...seen.values()].filter(isThere)
      return there.every(
        (runner) => hasBrain(runner, brain) && (able.includes(runner) || stateOf(runner) !== 'resting'),
      )
    },
    noteEnd(name, isFailure, claimedAt) {
      const runner = seen.get(name)
      // What ended several turns at the same time is one failure.
      if (!runner || (isFailure && claimedAt < runner.failedAt)) return
      runner.failures = isFailure ? runner.failures + 1 : 0
      if (isFailure) runner.failedAt = clock.mono()
      else runner.restUntil = longAgo
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
      farewells.delete(runner.name)
      meet(runner)
    },
    remove(name) {
      const runner = seen.get(name)
      if (!runner) return false
      const farewell = frameFor(runner, true)
      seen.delete(name)
      farewells.set(name, farewell)
      void sayFarewell(name).catch(() => {})
      return book.remove(name, farewell)
    },
    async stop() {
      clearInterval(timer)
      const ended = Promise.resolve(beating).then(() => queues.close())
      // Redis may be away, and then none of this ends.
      await Promise.race([ended, sleep(beatMs, never)])
    },
  }
}
