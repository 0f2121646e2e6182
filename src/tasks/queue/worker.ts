import type { Lane } from '../../domain/ids.ts'
import { isSuspect } from '../../domain/suspicion.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { later, momentOf, msBetween } from '../../lib/time/clock.ts'
import { createStopwatch, type Stopwatch } from '../../lib/time/stopwatch.ts'
import { createWake } from '../../lib/time/wake.ts'
import { closeEpochs } from '../../store/recall/epochs.ts'
import { type Claim, claimTask, nextDue, renewLease } from '../../store/work/claims.ts'
import { type Cut, type RunDeps, runTask } from '../run/run.ts'
import type { Admission } from './admission.ts'
import { expire } from './expiry.ts'
import { freeAbandoned } from './recovery.ts'

/** Work on what was said, apart from answering: never in the way of an answer. */
export interface Upkeep {
  /** Looks for what there is to do; at every heartbeat. */
  look(): void
  /** The same for one lane, after an answer in it. */
  consider(lane: Lane): void
  /** What was said in this lane is too long for the model. */
  overflowed(lane: Lane): void
  run(claim: Claim, signal: AbortSignal): Promise<void>
}

export interface WorkerDeps extends Omit<RunDeps, 'overflowed'> {
  upkeep: Upkeep
  /** False while nothing new may begin: safe mode, a full disk. */
  mayBegin(): boolean
  admission: Admission
  /** There is something to deliver. */
  delivered(): void
}

export interface Worker {
  /** Claims and runs until the signal aborts; then gives running tasks a while to end, and puts the rest back. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
  /** Ends the runs of these tasks now; what they started is gone when it resolves. */
  abort(taskIds: number[]): void
  /** The task's run gives up its place and its time stands still until the promise is settled and a place is free. */
  whileWaiting<T>(taskId: number, pending: Promise<T>): Promise<T>
}

const LEASE_MS = 30_000
const HEARTBEAT_MS = 10_000
/** How long a running task may go on after the daemon was told to stop. */
const GRACE_MS = 10_000

interface Run {
  claim: Claim
  control: AbortController
  /** Waiting for a person, and so not in anybody's way. */
  waits: boolean
  stopwatch: Stopwatch
  done: Promise<void>
}

export function createWorker(deps: WorkerDeps): Worker {
  const { db, clock, log } = deps
  const wake = createWake()
  const runs = new Set<Run>()
  /** Those that have their answer and want their place back; they come before anything new. */
  const returning: (() => void)[] = []

  function begin(claim: Claim): void {
    const control = new AbortController()
    const stopwatch = createStopwatch(deps.settings().totalMs, clock, () => control.abort('timeout' satisfies Cut))
    const run: Run = { claim, control, waits: false, stopwatch, done: Promise.resolve() }
    runs.add(run)
    run.done = attempt(deps, claim, control.signal)
      .catch((err: unknown) => log.error({ err, task: claim.task.id }, 'a run ended unwritten; its lease will free it'))
      .finally(() => {
        stopwatch.pause()
        runs.delete(run)
        deps.admission.over(claim)
        deps.delivered()
        wake.ring()
      })
  }

  /** Fills the free slots, and then the one for upkeep. */
  function fill(): void {
    const isPlaceFree = () => countRuns(false) < deps.settings().maxWorkers
    while (isPlaceFree() && returning.length > 0) returning.shift()?.()
    while (isPlaceFree() && beginNext(false));
    if (countRuns(true) === 0) beginNext(true)
  }

  function countRuns(upkeep: boolean): number {
    return [...runs].filter((run) => !run.waits && isUpkeep(run.claim) === upkeep).length
  }

  function beginNext(upkeep: boolean): boolean {
    if (!deps.mayBegin()) return false
    crashPoint('claim.before-commit')
    const claim = claimOne(deps, { suspects: !isSuspectUnderWay(), upkeep })
    if (!claim) return false
    crashPoint('claim.after-commit')
    begin(claim)
    return true
  }

  /** One at a time: if the daemon dies again, it is known which of them it was. */
  function isSuspectUnderWay(): boolean {
    return [...runs].some((run) => isSuspect(run.claim.task))
  }

  /** Renewing comes before looking for the abandoned: after a long pause of the whole process our own runs are not abandoned. */
  function heartbeat(): void {
    for (const run of runs) {
      if (!renewLease(db, run.claim, clock.mono() + LEASE_MS)) run.control.abort('fenced' satisfies Cut)
    }
    if (freeAbandoned(deps) + expire(deps) > 0) deps.delivered()
    forgetIdle(deps)
    if (deps.mayBegin()) deps.upkeep.look()
  }

  return {
    wake: () => wake.ring(),
    abort(taskIds) {
      // After /stop and /retry one task may have two runs for a moment: the old one still dying, the new one just begun.
      for (const run of runs) if (taskIds.includes(run.claim.task.id)) run.control.abort('stop' satisfies Cut)
    },
    async whileWaiting(taskId, pending) {
      const run = [...runs].find(({ claim, control }) => claim.task.id === taskId && !control.signal.aborted)
      if (!run) return await pending
      run.waits = true
      run.stopwatch.pause()
      wake.ring()
      try {
        return await pending
      } finally {
        const { signal } = run.control
        await new Promise<void>((resolve) => {
          const back = () => {
            signal.removeEventListener('abort', back)
            run.waits = false
            resolve()
          }
          if (signal.aborted) return back()
          returning.push(back)
          signal.addEventListener('abort', back)
          wake.ring()
        })
        if (!signal.aborted) run.stopwatch.go()
      }
    },
    async run(signal) {
      const beat = setInterval(() => guarded(deps, heartbeat), HEARTBEAT_MS)
      while (!signal.aborted) {
        guarded(deps, fill)
        const due = guarded(deps, () => nextDue(db, clock.steady()))
        const untilDue = due ? msBetween(clock.steady(), due) : HEARTBEAT_MS
        await wake.wait(Math.max(10, Math.min(untilDue, HEARTBEAT_MS)), signal)
      }
      // Whoever waits for a person may wait longer than a stop can take; the question is still open after the next start.
      for (const run of runs) if (run.waits) run.control.abort('shutdown' satisfies Cut)
      await settle([...runs])
      clearInterval(beat)
    },
  }
}

function claimOne(
  { db, clock, instance }: WorkerDeps,
  which: { suspects: boolean; upkeep: boolean },
): Claim | undefined {
  const leaseUntil = clock.mono() + LEASE_MS
  return db.transaction(() => claimTask(db, { instance, ...momentOf(clock), leaseUntil, ...which }))
}

/** A conversation that fell silent is opened anew when it goes on; until then nothing of its session need be kept. */
function forgetIdle(deps: WorkerDeps): void {
  const { now, steady } = momentOf(deps.clock)
  const unusedSince = later(steady, -deps.settings().idleMs)
  for (const session of closeEpochs(deps.db, 'nothing was said for a while', now, unusedSince))
    deps.brain.forget(session)
}

async function attempt(deps: WorkerDeps, claim: Claim, signal: AbortSignal): Promise<void> {
  if (isUpkeep(claim)) return await deps.upkeep.run(claim, signal)
  if (!(await deps.admission.admit(claim))) return
  await runTask({ ...deps, overflowed: deps.upkeep.overflowed }, claim, signal)
  deps.upkeep.consider(claim.task.lane)
}

function isUpkeep({ task }: Claim): boolean {
  return task.kind === 'compaction'
}

async function settle(runs: Run[]): Promise<void> {
  const all = Promise.allSettled(runs.map((run) => run.done))
  // Nobody waits for upkeep: it goes back at once, so that it does not hold up the stop.
  for (const run of runs) if (isUpkeep(run.claim)) run.control.abort('shutdown' satisfies Cut)
  const late = setTimeout(() => {
    for (const run of runs) run.control.abort('shutdown' satisfies Cut)
  }, GRACE_MS)
  await all
  clearTimeout(late)
}

/** The outermost loop goes on whatever happens; a full disk or a bug in one pass must not end it. */
function guarded<T>(deps: Pick<WorkerDeps, 'log'>, work: () => T): T | undefined {
  try {
    return work()
  } catch (err) {
    deps.log.error({ err }, 'the worker stumbled')
    return undefined
  }
}
