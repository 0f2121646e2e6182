// The daemon's side of all runners: who is there, who takes which turn, and who is gone.
//   1. Every two seconds it reads the heartbeat of each runner and writes its own.
//   2. `open` puts a ticket for a turn into a queue (turn-line.ts has the rest of the turn).
//   3. A runner whose heartbeats stop, or which restarts, has lost its turns.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type BeatLine, createBeatLine } from './beat-line.ts'
import { createFailureRest, type FailureRest } from './failure-rest.ts'
import { createPlaceWaiters, freePlaces, type PlaceWaiters } from './place-waiters.ts'
import { keys, type RedisLink } from './redis-link.ts'
import { createRemovedRunners } from './removed-runners.ts'
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
  /** Whether it has not confirmed yet that it has erased something from its disk. */
  mustErase: boolean
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
  /** After a runner had no place. Resolves when one has a place for the turn, in the order of the calls. */
  untilPlace: PlaceWaiters['wait']
  /** After our own start, waits for the first heartbeat of a runner, for as long as it may take. */
  untilSeen(runner: string | undefined, signal: AbortSignal): Promise<void>
  /** Whether every runner that is there has this brain, and none rests while another works. */
  isSharedByAll(brain: string): boolean
  noteEnd(runner: string, isFailure: boolean, claimedAt: number): void
  forget(session: string, runner: string): void
  status(): RunnerStatus[]
  add(runner: PairedRunner): void
  /** For a runner that was removed before, stops waiting for it. Returns false if no runner has this name. */
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
/** A runner counts as gone after this many missing heartbeats. */
const MISSED_BEATS = 5
/** Messages are lost if one side counts them and the other does not know them for this many heartbeats. */
const LOST_AFTER_BEATS = 3

const never = new AbortController().signal

interface Seen {
  paired: PairedRunner
  line: BeatLine
  beat?: RunnerBeat
  beatAt?: number
  rest: FailureRest
  forget: string[]
}

export function createRunnerPool(deps: RunnerPoolDeps): RunnerPool {
  const { link, book, clock, log, beatMs = BEAT_MS } = deps
  const instance = randomBytes(16).toString('hex')
  const seen = new Map<string, Seen>()
  const open = new Map<string, OpenTurn>()
  const suspects = new Map<OpenTurn, number>()
  const queues = createTicketQueues(link, (err) => log.warn({ err }, 'the queue for runners has a problem'))
  const lifeMs = beatMs * MISSED_BEATS * 2
  const removed = createRemovedRunners({ link, book, queues, lifeMs, log })
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
    seen.set(paired.name, { paired, line, rest: createFailureRest(clock), forget: [] })
  }

  async function beat(): Promise<void> {
    if (link.redis.status !== 'ready') return
    await removed.tell()
    if (seen.size === 0) return
    const runners = [...seen.values()]
    const frames = await link.redis.mgetBuffer(runners.map(({ paired }) => keys.beatOfRunner(paired.name)))
    for (const [at, runner] of runners.entries())
      if (readBeat(runner, frames[at] ?? undefined)) noteLostMessages(runner)
    waiters.wake()
    // Runners that were removed meanwhile have already had their last heartbeat.
    const say = (runner: Seen) => link.redis.set(keys.beatOfDaemon(runner.paired.name), frameFor(runner), 'PX', lifeMs)
    await Promise.all([...seen.values()].map(say))
  }

  function frameFor(runner: Seen): Buffer {
    const { name } = runner.paired
    const erase = isThere(runner) ? book.nextErasure(name) : undefined
    const running = [...open.values()].filter((turn) => turn.runner === name).map(({ id }) => id)
    return seal(runner, { open: running, forget: runner.forget, ...(erase && { erase }), isRemoved: false })
  }

  function seal({ beat, line }: Seen, message: Omit<DaemonBeat, 'instance' | 'echo' | 'contract'>): Buffer {
    return line.seal({ instance, echo: beat?.instance ?? '', contract: CONTRACT, ...message } satisfies DaemonBeat)
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
    if (next.erased !== undefined && next.erased !== runner.beat?.erased)
      book.confirmErasure(runner.paired.name, next.erased)
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
    if (runner.rest.isResting()) return 'resting'
    return freeOf(runner) > 0 ? 'ready' : 'full'
  }

  const freeOf = ({ paired, beat }: Seen) => (beat ? freePlaces(paired.name, beat, open) : 0)

  const waiters = createPlaceWaiters(candidates)

  function candidates(brain: string): { name: string; free: number }[] {
    return present()
      .filter((runner) => hasBrain(runner, brain))
      .map((runner) => ({ name: runner.paired.name, free: freeOf(runner) }))
      .sort((a, b) => b.free - a.free)
  }

  const hasBrain = ({ beat }: Seen, brain: string) => beat?.brains.includes(brain) === true

  /** Resting runners are used only if all of them rest: then the failures may have another cause. */
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
      waiters.wake()
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
    candidates,
    untilPlace: waiters.wait,
    hasFreePlace: (runner, brain) => candidates(brain).some(({ name, free }) => name === runner && free > 0),
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
      if (seen.get(name)?.rest.noteEnd(isFailure, claimedAt))
        log.warn({ runner: name }, 'a runner failed several times in a row and rests for a minute')
    },
    forget(session, name) {
      const runner = seen.get(name)
      // A runner that does not hear it removes the session when it was idle for long.
      if (runner) runner.forget = [...runner.forget, session].slice(-200)
    },
    status: () =>
      [...seen.values()].map((runner) => ({
        name: runner.paired.name,
        pairedAt: runner.paired.pairedAt,
        state: stateOf(runner),
        beat: runner.beat,
        seenMs: runner.beatAt === undefined ? undefined : Math.round(clock.mono() - runner.beatAt),
        mustErase: book.nextErasure(runner.paired.name) !== undefined,
      })),
    add(runner) {
      book.add(runner)
      removed.drop(runner.name)
      meet(runner)
    },
    remove(name) {
      const runner = seen.get(name)
      if (!runner) return removed.giveUp(name)
      seen.delete(name)
      return removed.add(name, (receipt) => seal(runner, { open: [], forget: [], isRemoved: true, receipt }))
    },
    async stop() {
      clearInterval(timer)
      const ended = Promise.resolve(beating).then(() => queues.close())
      // Redis may be away, and then none of this ends.
      await Promise.race([ended, sleep(beatMs, never)])
    },
  }
}
