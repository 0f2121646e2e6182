// The worker: takes tasks from the queue and runs a limited number of them at the same time.
//   1. `run` loops: hide expired messages, `fill` the free slots, sleep until a task is due or somebody calls `wake`.
//   2. `fill` goes through the kinds of work (answers, scheduled work, upkeep), each with slots of its own.
//   3. `beginNext` claims a task in the store: a lease with a token, so that a worker that was given up cannot write.
//   4. `begin` hands the claim to the runner of its kind (for answers: run/run.ts) with a signal that stops it.
//   5. A heartbeat renews the leases, frees abandoned tasks, expires old ones and forgets idle sessions.
// A task that waits for a person's answer frees its slot (`whileWaiting`) and takes the next free one when it continues.
import { isSuspect, type TaskKind } from '../../domain/task.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { later, momentOf, msBetween } from '../../lib/time/clock.ts'
import { createPausableTimeout, createWaker, type PausableTimeout } from '../../lib/time/timers.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { Brains } from '../../spawner/brains.ts'
import { markExpiredDeleted } from '../../store/messages/deletions.ts'
import { closeEpochs } from '../../store/recall/epochs.ts'
import { type Claim, type ClaimOptions, claimTask, nextDue, renewLease } from '../../store/work/claims.ts'
import { overdueTasks, type Task } from '../../store/work/tasks.ts'
import type { CutReason } from '../run/run-trail.ts'
import { retryCommand } from '../say/channel-access.ts'
import { endWithNotice, showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Admission } from './admission.ts'
import { freeAbandoned } from './recovery.ts'
import { createRunnerTable, type Runner, type WorkerSlots } from './runners.ts'

export interface WorkerDeps extends TaskDeps {
  /** In the order in which their slots are filled. */
  runners: readonly Runner[]
  brains: Pick<Brains, 'named'>
  /** False while no task may start: in safe mode or with a full disk. */
  mayBegin(): boolean
  admission: Pick<Admission, 'over'>
  /** Called when there is something to deliver. */
  wakeDelivery(): void
}

export interface Worker {
  /** Claims and runs tasks until the signal aborts. Then gives running tasks some time to end, and requeues the rest. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
  /** When it last looked for work, or since when a run that was told to end does not. For the watchdog. */
  lastPass(): number
  /** Aborts the runs of these tasks. */
  abort(taskIds: number[]): void
  /** Frees the slot of a task and stops its timer until the promise settles and a slot is free again. */
  whileWaiting<T>(taskId: number, pending: Promise<T>): Promise<T>
}

const LEASE_MS = 30_000
const HEARTBEAT_MS = 10_000
/** Few enough to take only some milliseconds. */
const EXPIRED_PER_PASS = 50
const MIN_SLEEP_MS = 10
/** How long a running task may continue after the daemon was told to stop. */
const SHUTDOWN_GRACE_MS = 10_000

interface Run {
  claim: Claim
  runner: Runner
  control: AbortController
  /** Waits for a person, and so occupies no slot. */
  waits: boolean
  timeout: PausableTimeout
  /** When it was told to end. */
  abortedAt?: number
  done: Promise<void>
}

export function createWorker(deps: WorkerDeps): Worker {
  const { db, clock, log } = deps
  const waker = createWaker()
  const runs = new Set<Run>()
  const table = createRunnerTable(deps.runners)
  let passedAt = clock.mono()
  /** Runs whose person has answered and which need a slot again. They come before new tasks. */
  const returning: { run: Run; resume(): void }[] = []

  function begin(claim: Claim): void {
    const control = new AbortController()
    const timeout = createPausableTimeout(deps.settings().totalMs, clock, () =>
      control.abort('timeout' satisfies CutReason),
    )
    const runner = table.of(claim.task.kind)
    const run: Run = { claim, runner, control, waits: false, timeout, done: Promise.resolve() }
    runs.add(run)
    control.signal.addEventListener('abort', () => {
      run.abortedAt = clock.mono()
    })
    run.done = runner
      .run(claim, control.signal)
      .catch((err: unknown) =>
        log.error({ err, task: claim.task.id }, 'the end of a run was not stored; its lease will expire'),
      )
      .finally(() => {
        timeout.pause()
        runs.delete(run)
        deps.admission.over(claim)
        deps.wakeDelivery()
        waker.wake()
      })
  }

  /** Runs before any task starts, so that no turn sees a message that has disappeared in its chat. */
  function hideExpired(): void {
    if (markExpiredDeleted(db, momentOf(clock), EXPIRED_PER_PASS) === EXPIRED_PER_PASS) waker.wake()
  }

  function fill(): void {
    for (const { slots, kinds } of table.pools) {
      while (isFree(slots) && resumeNext(slots));
      while (isFree(slots) && beginNext(kinds));
    }
  }

  function isFree(slots: WorkerSlots): boolean {
    const occupied = [...runs].filter((run) => !run.waits && run.runner.slots === slots)
    return occupied.length < slots.count()
  }

  function resumeNext(slots: WorkerSlots): boolean {
    const first = returning.findIndex(({ run }) => run.runner.slots === slots)
    const [next] = first === -1 ? [] : returning.splice(first, 1)
    next?.resume()
    return next !== undefined
  }

  function beginNext(kinds: readonly TaskKind[]): boolean {
    if (!deps.mayBegin()) return false
    crashPoint('claim.before-commit')
    const claim = claimOne(deps, { suspects: !isSuspectRunning(), kinds })
    if (!claim) return false
    crashPoint('claim.after-commit')
    begin(claim)
    return true
  }

  /** Suspicious tasks run one at a time, so that another crash shows which one causes it. */
  function isSuspectRunning(): boolean {
    return [...runs].some((run) => isSuspect(run.claim.task))
  }

  /** Renews leases before looking for abandoned tasks, so that our own runs survive a long pause of the whole process. */
  function heartbeat(): void {
    for (const run of runs) {
      if (!renewLease(db, run.claim, clock.mono() + LEASE_MS)) run.control.abort('fenced' satisfies CutReason)
    }
    if (freeAbandoned(deps) + expire(deps) > 0) deps.wakeDelivery()
    forgetIdle(deps)
    if (deps.mayBegin()) table.findWork()
  }

  return {
    wake: () => waker.wake(),
    lastPass: () => Math.min(passedAt, ...[...runs].flatMap(({ abortedAt }) => abortedAt ?? [])),
    abort(taskIds) {
      // After /stop and /retry one task may briefly have two runs: the old one is still ending.
      for (const run of runs) if (taskIds.includes(run.claim.task.id)) run.control.abort('stop' satisfies CutReason)
    },
    async whileWaiting(taskId, pending) {
      const run = [...runs].find(({ claim, control }) => claim.task.id === taskId && !control.signal.aborted)
      if (!run) return await pending
      run.waits = true
      run.timeout.pause()
      waker.wake()
      try {
        return await pending
      } finally {
        const { signal } = run.control
        await new Promise<void>((resolve) => {
          const resume = () => {
            signal.removeEventListener('abort', resume)
            run.waits = false
            resolve()
          }
          if (signal.aborted) return resume()
          returning.push({ run, resume })
          signal.addEventListener('abort', resume)
          waker.wake()
        })
        if (!signal.aborted) run.timeout.resume()
      }
    },
    async run(signal) {
      const beat = setInterval(() => logErrors(deps, heartbeat), HEARTBEAT_MS)
      while (!signal.aborted) {
        passedAt = clock.mono()
        logErrors(deps, hideExpired)
        logErrors(deps, fill)
        const due = logErrors(deps, () => nextDue(db, clock.steady()))
        const untilDue = due ? msBetween(clock.steady(), due) : HEARTBEAT_MS
        await waker.wait(Math.max(MIN_SLEEP_MS, Math.min(untilDue, HEARTBEAT_MS)), signal)
      }
      // A person may take longer to answer than a stop can wait. The question is still open after the next start.
      for (const run of runs) if (run.waits) run.control.abort('shutdown' satisfies CutReason)
      await settle([...runs])
      clearInterval(beat)
    },
  }
}

function claimOne(
  { db, clock, instance }: WorkerDeps,
  filter: Pick<ClaimOptions, 'suspects' | 'kinds'>,
): Claim | undefined {
  const leaseUntil = clock.mono() + LEASE_MS
  return db.transaction(() => claimTask(db, { instance, ...momentOf(clock), leaseUntil, ...filter }))
}

/** Closes the sessions of idle conversations. A new one is opened when the conversation continues. */
function forgetIdle(deps: WorkerDeps): void {
  const { now, steady } = momentOf(deps.clock)
  const unusedSince = later(steady, -deps.settings().idleMs)
  for (const { brain, session } of closeEpochs(deps.db, 'nothing was said for a while', now, unusedSince))
    deps.brains.named(brain)?.forget(session)
}

async function settle(runs: Run[]): Promise<void> {
  const all = Promise.allSettled(runs.map((run) => run.done))
  // Work that nobody waits for does not delay the stop.
  for (const run of runs) if (run.runner.slots.isRequeuedAtStop) run.control.abort('shutdown' satisfies CutReason)
  const graceTimer = setTimeout(() => {
    for (const run of runs) run.control.abort('shutdown' satisfies CutReason)
  }, SHUTDOWN_GRACE_MS)
  await all
  clearTimeout(graceTimer)
}

/** A full disk or a bug in one pass must not end the loop. */
function logErrors<T>(deps: Pick<WorkerDeps, 'log'>, work: () => T): T | undefined {
  try {
    return work()
  } catch (err) {
    deps.log.error({ err }, 'a pass of the worker failed')
    return undefined
  }
}

/** Ends tasks that waited too long, with a notice. Returns how many there were. */
export function expire(deps: TaskDeps): number {
  const now = deps.clock.now()
  const hours = Math.max(1, Math.round(deps.settings().expireMs / 3_600_000))
  const reasonFor = (task: Task) => {
    const retry = retryCommand(deps, task.chat, task.id)
    return task.state === 'interrupted' ? answerMessages.interruptedAgain(retry) : answerMessages.expired(hours, retry)
  }
  const overdue = overdueTasks(deps.db, deps.clock.steady())
  for (const task of overdue) {
    deps.db.transaction(() => endWithNotice(deps, task, 'expired', reasonFor(task), now))
    showState(deps, task, 'expired', { reason: reasonFor(task) })
  }
  return overdue.length
}
