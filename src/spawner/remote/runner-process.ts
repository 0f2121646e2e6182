// The runner: takes tickets from the queue of all runners and from its own, and runs their turns.
//   1. Heartbeats in both directions tell which turns should be running. A turn that the daemon does not name any more
//      is ended. All turns are ended when a new daemon appears, or when no daemon has been heard for a while.
//   2. A ticket is taken if there is a free place and enough memory; otherwise it is handed back.
//   3. A job whose lock is lost (Redis was emptied, or this process was stopped for long) ends its turn.
import { randomBytes } from 'node:crypto'
import { freemem, hostname } from 'node:os'
import { Worker } from 'bullmq'
import { z } from 'zod'
import { sleep, untilAborted } from '../../lib/time/timers.ts'
import { createBeatLine } from './beat-line.ts'
import { createHostedSessions, type RunnerCopies } from './hosted-sessions.ts'
import { type HostDeps, type HostedTurn, hostTurn } from './hosted-turn.ts'
import { keys, PREFIX, queueName, streamLifeMs } from './redis-link.ts'
import { CONTRACT, type DaemonBeat, daemonBeatShape, type RunnerBeat } from './turn-messages.ts'

export interface RunnerProcessDeps extends Omit<HostDeps, 'instance' | 'streamLifeMs'> {
  version: string
  places: number
  /** No turn is taken while less memory than this is free. */
  minFreeMb: number
  /** 2000 unless a test is in a hurry. */
  beatMs?: number
  /** 30 seconds unless a test is in a hurry. */
  lockMs?: number
  /** How long turns may take after `stop`: 20 seconds unless a test is in a hurry. */
  drainMs?: number
  /** What turns have left on the disk. */
  copies: RunnerCopies
}

/** A runner that was removed confirms it when it has erased everything. */
export type RunnerEnd = { kind: 'stopped' } | { kind: 'removed'; confirm(): Promise<void> }

export interface RunnerProcess {
  /**
   * Runs until a signal aborts, and then takes nothing more: after `drain` its turns finish, after `stop` they have
   * only a limited time. If the daemon has removed this runner, its turns end at once.
   */
  run(signals: { stop: AbortSignal; drain: AbortSignal }): Promise<RunnerEnd>
  running(): number
  /** Whether its heart beats, with or without Redis. For the watchdog. */
  isAlive(): boolean
}

const BEAT_MS = 2_000
const MISSED_BEATS = 5
/** Long enough for a process that is busy for a few seconds. */
const LOCK_MS = 30_000
const DRAIN_MS = 20_000
const CLOSE_MS = 3_000
/** The daemon may be away. It deletes the confirmation when it has read it. */
const CONFIRMATION_LIFE_MS = 7 * 86_400_000
const MB = 1024 * 1024

const ticketShape = z.object({ turn: z.string().regex(/^[0-9a-f]{32}$/) })

export function createRunnerProcess(deps: RunnerProcessDeps): RunnerProcess {
  const { link, clock, log, runner, root, places, beatMs = BEAT_MS, lockMs = LOCK_MS, drainMs = DRAIN_MS } = deps
  const instance = randomBytes(16).toString('hex')
  const line = createBeatLine(runner, root, 'runner')
  const turns = new Map<string, HostedTurn>()
  const sessions = createHostedSessions(deps)
  let daemon: { beat: DaemonBeat; at: number } | undefined
  const removed = new AbortController()
  let isDraining = false
  let beatTriedAt = clock.mono()

  const host: HostDeps = {
    ...deps,
    instance,
    streamLifeMs: streamLifeMs(beatMs),
    bind(turn, calls, signal) {
      const release = deps.bind(turn, calls, signal)
      const end = turn.session && sessions.begin(calls.work.brain, turn.session.id)
      return () => {
        release()
        end?.()
      }
    },
  }

  const isHeard = () => daemon !== undefined && clock.mono() - daemon.at < beatMs * MISSED_BEATS

  async function beat(): Promise<void> {
    const erased = sessions.erased()
    const message: RunnerBeat = {
      instance,
      echo: daemon?.beat.instance ?? '',
      contract: CONTRACT,
      version: deps.version,
      host: hostname(),
      places,
      free: hasMemory() ? Math.max(0, places - taken()) : 0,
      memoryMb: Math.round(freemem() / MB),
      sessions: sessions.count(),
      brains: [...deps.brains.keys()],
      isDraining,
      turns: Object.fromEntries([...turns.values()].map(({ id, sent, received }) => [id, [sent, received]])),
      ...(erased !== undefined && { erased }),
    }
    const frame = line.seal(message)
    const answers = await link.redis
      .pipeline()
      .set(keys.beatOfRunner(runner), frame, 'PX', beatMs * MISSED_BEATS * 2)
      .getBuffer(keys.beatOfDaemon(runner))
      .exec()
    const received = answers?.[1]?.[1]
    if (Buffer.isBuffer(received)) readBeat(received)
  }

  function readBeat(frame: Buffer): void {
    const next = line.open(frame, (message) => daemonBeatShape.safeParse(message).data)
    if (!next) return
    if (next.isRemoved) return removed.abort(next.receipt)
    // The first heartbeat of a new daemon cannot know us yet. Later ones without our instance are old.
    const isNew = daemon?.beat.instance !== next.instance
    if (!isNew && next.echo !== instance && daemon?.beat.echo === instance) return
    daemon = { beat: next, at: clock.mono() }
    for (const turn of turns.values()) {
      const isKnown = clock.mono() - turn.startedAt > beatMs * 3
      if (isKnown && !next.open.includes(turn.id)) turn.control.abort()
    }
    for (const session of next.forget) sessions.forget(session)
    // A heartbeat that does not answer ours may be an old one that somebody has kept and sends again.
    if (next.erase && next.echo === instance) sessions.erase(next.erase)
  }

  const taken = () => [...turns.values()].filter(({ isOver }) => !isOver).length
  const hasMemory = () => freemem() / MB >= deps.minFreeMb

  async function takeTicket(data: unknown, jobId: string): Promise<void> {
    const ticket = ticketShape.safeParse(data)
    if (!ticket.success || turns.has(ticket.data.turn)) return
    const isWelcome = !isDraining && taken() < places && hasMemory() && daemon?.beat.contract === CONTRACT
    const turn: HostedTurn = {
      id: ticket.data.turn,
      sent: 0,
      received: 0,
      startedAt: clock.mono(),
      isOver: false,
      control: new AbortController(),
    }
    if (!isWelcome) return await hostTurn(host, turn, false)
    turns.set(turn.id, turn)
    jobs.set(jobId, turn)
    try {
      await hostTurn(host, turn, true)
    } finally {
      turns.delete(turn.id)
      jobs.delete(jobId)
    }
  }

  const jobs = new Map<string, HostedTurn>()

  function createWorker(name: string): Worker {
    const worker = new Worker(
      name,
      async ({ data, id = '' }: { data: unknown; id?: string }) => await takeTicket(data, `${name} ${id}`),
      {
        connection: link.options,
        prefix: PREFIX,
        concurrency: places,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        maxStalledCount: 0,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
        autorun: false,
        skipVersionCheck: true,
      },
    )
    worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) jobs.get(`${name} ${id}`)?.control.abort()
    })
    worker.on('error', (err) => log.warn({ err: err.message }, 'the queue has a problem'))
    return worker
  }

  return {
    running: () => turns.size,
    isAlive: () => clock.mono() - beatTriedAt < beatMs * MISSED_BEATS,
    async run({ stop, drain }) {
      const workers = [createWorker(queueName()), createWorker(queueName(runner))]
      const stopped = new AbortController()
      const beats = keepBeating(stopped.signal)
      const ended = AbortSignal.any([stop, drain, removed.signal])
      // A runner that was removed while it was away would only take tickets from the others.
      while (!isHeard() && !ended.aborted) await sleep(beatMs / 4, ended)
      if (!ended.aborted)
        for (const worker of workers) void worker.run().catch((err: unknown) => log.warn({ err }, 'a queue ended'))
      await untilAborted(ended)
      isDraining = true
      if (removed.signal.aborted) for (const turn of turns.values()) turn.control.abort()
      // Redis may be away, and then neither of these ends.
      await Promise.race([Promise.all(workers.map((worker) => worker.pause(true))), sleep(CLOSE_MS, stopped.signal)])
      let stoppedAt: number | undefined
      while (turns.size > 0) {
        if (stop.aborted || removed.signal.aborted) stoppedAt ??= clock.mono()
        if (stoppedAt !== undefined && clock.mono() > stoppedAt + drainMs) break
        await sleep(100, stopped.signal)
      }
      for (const turn of turns.values()) turn.control.abort()
      await Promise.race([Promise.all(workers.map((worker) => worker.close())), sleep(CLOSE_MS, stopped.signal)])
      stopped.abort()
      await beats
      return removed.signal.aborted ? { kind: 'removed', confirm } : { kind: 'stopped' }
    },
  }

  async function confirm(): Promise<void> {
    const receipt: unknown = removed.signal.reason
    if (typeof receipt !== 'string') return
    const written = link.redis.set(keys.beatOfRunner(runner), receipt, 'PX', CONFIRMATION_LIFE_MS)
    await Promise.race([written, sleep(CLOSE_MS, new AbortController().signal)])
  }

  async function keepBeating(signal: AbortSignal): Promise<void> {
    let last = clock.mono()
    while (!signal.aborted) {
      beatTriedAt = clock.mono()
      const tooLate = sleep(beatMs * 2, signal)
      const lastDaemon = daemon?.beat.instance
      await Promise.race([beat(), tooLate]).catch((err: unknown) => log.warn({ err }, 'a heartbeat failed'))
      // If this process was stopped for long, the daemon has given up its turns.
      const wasStopped = clock.mono() - last > beatMs * MISSED_BEATS
      last = clock.mono()
      if (wasStopped || (daemon !== undefined && !isHeard())) for (const turn of turns.values()) turn.control.abort()
      // A new daemon trusts us as soon as we have answered its heartbeat.
      if (daemon?.beat.instance === lastDaemon) await sleep(beatMs, signal)
    }
  }
}
