// The worker: takes tasks from the queue and runs them, so many at a time.
//   1. `run` loops: hide what expired, `fill` the free places, sleep until a task is due or somebody calls `wake`.
//   2. `fill` goes through the kinds of work (answers, scheduled work, upkeep), each with places of its own.
//   3. `beginNext` claims a task in the store: a lease with a token, so that a worker that was taken for dead cannot write.
//   4. `begin` hands the claim to the runner of its kind (for answers: run/run.ts) with a signal that stops it.
//   5. A heartbeat renews the leases, frees abandoned tasks, expires old ones and forgets idle sessions.
// A task that waits for a person's answer gives up its place (`whileWaiting`) and takes the next free one when it goes on.
import { isSuspect, type TaskKind } from '../../domain/task.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { later, momentOf, msBetween } from '../../lib/time/clock.ts'
import { createStopwatch, createWake, type Stopwatch } from '../../lib/time/timers.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { Brains } from '../../spawner/brains.ts'
import { takeBackExpired } from '../../store/messages/deletions.ts'
import { closeEpochs } from '../../store/recall/epochs.ts'
import { type Claim, type ClaimOptions, claimTask, nextDue, renewLease } from '../../store/work/claims.ts'
import { overdueTasks, type Task } from '../../store/work/tasks.ts'
import type { CutReason } from '../run/run.ts'
import { retryCommand } from '../say/channel-access.ts'
import { endWithNotice, showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Admission } from './admission.ts'
import { freeAbandoned } from './recovery.ts'
import { createRunnerTable, type Runner, type WorkerSlots } from './runners.ts'

export interface WorkerDeps extends TaskDeps {
  /** In the order in which their places are filled. */
  runners: readonly Runner[]
  brains: Pick<Brains, 'named'>
  /** False while nothing new may begin: safe mode, a full disk. */
  mayBegin(): boolean
  admission: Pick<Admission, 'over'>
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
/** A few milliseconds of writing. */
const EXPIRED_PER_PASS = 50
/** How long a running task may go on after the daemon was told to stop. */
const SHUTDOWN_GRACE_MS = 10_000

interface Run {
  claim: Claim
  runner: Runner
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
  const table = createRunnerTable(deps.runners)
  /** Those that have their answer and want their place back; they come before anything new. */
  const returning: { run: Run; back(): void }[] = []

  function begin(claim: Claim): void {
    const control = new AbortController()
    const stopwatch = createStopwatch(deps.settings().totalMs, clock, () =>
      control.abort('timeout' satisfies CutReason),
    )
    const runner = table.of(claim.task.kind)
    const run: Run = { claim, runner, control, waits: false, stopwatch, done: Promise.resolve() }
    runs.add(run)
    run.done = runner
      .run(claim, control.signal)
      .catch((err: unknown) => log.error({ err, task: claim.task.id }, 'a run ended unwritten; its lease will free it'))
      .finally(() => {
        stopwatch.pause()
        runs.delete(run)
        deps.admission.over(claim)
        deps.delivered()
        wake.ring()
      })
  }

  /** Before anything begins, so that no turn sees a line that is gone where it was said. The next pass takes the rest. */
  function hideExpired(): void {
    if (takeBackExpired(db, momentOf(clock), EXPIRED_PER_PASS) === EXPIRED_PER_PASS) wake.ring()
  }

  function fill(): void {
    for (const { places, kinds } of table.pools) {
      while (isFree(places) && takeBack(places));
      while (isFree(places) && beginNext(kinds));
    }
  }

  function isFree(places: WorkerSlots): boolean {
    const taken = [...runs].filter((run) => !run.waits && run.runner.places === places)
    return taken.length < places.count()
  }

  function takeBack(places: WorkerSlots): boolean {
    const first = returning.findIndex(({ run }) => run.runner.places === places)
    const [next] = first === -1 ? [] : returning.splice(first, 1)
    next?.back()
    return next !== undefined
  }

  function beginNext(kinds: readonly TaskKind[]): boolean {
    if (!deps.mayBegin()) return false
    crashPoint('claim.before-commit')
    const claim = claimOne(deps, { suspects: !isSuspectUnderWay(), kinds })
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
      if (!renewLease(db, run.claim, clock.mono() + LEASE_MS)) run.control.abort('fenced' satisfies CutReason)
    }
    if (freeAbandoned(deps) + expire(deps) > 0) deps.delivered()
    forgetIdle(deps)
    if (deps.mayBegin()) table.look()
  }

  return {
    wake: () => wake.ring(),
    abort(taskIds) {
      // After /stop and /retry one task may have two runs for a moment: the old one still dying, the new one just begun.
      for (const run of runs) if (taskIds.includes(run.claim.task.id)) run.control.abort('stop' satisfies CutReason)
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
          returning.push({ run, back })
          signal.addEventListener('abort', back)
          wake.ring()
        })
        if (!signal.aborted) run.stopwatch.go()
      }
    },
    async run(signal) {
      const beat = setInterval(() => guarded(deps, heartbeat), HEARTBEAT_MS)
      while (!signal.aborted) {
        guarded(deps, hideExpired)
        guarded(deps, fill)
        const due = guarded(deps, () => nextDue(db, clock.steady()))
        const untilDue = due ? msBetween(clock.steady(), due) : HEARTBEAT_MS
        await wake.wait(Math.max(10, Math.min(untilDue, HEARTBEAT_MS)), signal)
      }
      // Whoever waits for a person may wait longer than a stop can take; the question is still open after the next start.
      for (const run of runs) if (run.waits) run.control.abort('shutdown' satisfies CutReason)
      await settle([...runs])
      clearInterval(beat)
    },
  }
}

function claimOne(
  { db, clock, instance }: WorkerDeps,
  which: Pick<ClaimOptions, 'suspects' | 'kinds'>,
): Claim | undefined {
  const leaseUntil = clock.mono() + LEASE_MS
  return db.transaction(() => claimTask(db, { instance, ...momentOf(clock), leaseUntil, ...which }))
}

/** A conversation that fell silent is opened anew when it goes on; until then nothing of its session need be kept. */
function forgetIdle(deps: WorkerDeps): void {
  const { now, steady } = momentOf(deps.clock)
  const unusedSince = later(steady, -deps.settings().idleMs)
  for (const { brain, session } of closeEpochs(deps.db, 'nothing was said for a while', now, unusedSince))
    deps.brains.named(brain)?.forget(session)
}

async function settle(runs: Run[]): Promise<void> {
  const all = Promise.allSettled(runs.map((run) => run.done))
  // What nobody waits for does not hold up the stop.
  for (const run of runs) if (run.runner.places.givesWay) run.control.abort('shutdown' satisfies CutReason)
  const late = setTimeout(() => {
    for (const run of runs) run.control.abort('shutdown' satisfies CutReason)
  }, SHUTDOWN_GRACE_MS)
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

/** Ends what waited too long, with a notice. Returns how many there were. */
export function expire(road: TaskDeps): number {
  const now = road.clock.now()
  const hours = Math.max(1, Math.round(road.settings().expireMs / 3_600_000))
  const why = (task: Task) => {
    const retry = retryCommand(road, task.chat, task.id)
    return task.state === 'interrupted' ? answerMessages.interruptedAgain(retry) : answerMessages.expired(hours, retry)
  }
  const overdue = overdueTasks(road.db, road.clock.steady())
  for (const task of overdue) {
    road.db.transaction(() => endWithNotice(road, task, 'expired', why(task), now))
    showState(road, task, 'expired', { reason: why(task) })
  }
  return overdue.length
}
