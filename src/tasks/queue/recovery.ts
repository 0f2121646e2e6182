import { afterDeath, type Evidence, isCondemned, isSuspect, SUSPECT, type TaskState } from '../../domain/task.ts'
import { later, longAgo, momentOf } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type ClosedSession, closeEpoch, closeEpochs } from '../../store/recall/epochs.ts'
import { abandonedTasks, clearSuspicionOfIdle, freeTask } from '../../store/work/claims.ts'
import { recordCrash } from '../../store/work/crashes.ts'
import { evidenceOf, lastInstance, uncleanStarts } from '../../store/work/instances.ts'
import { markUnknown, orphanedSends } from '../../store/work/outbox.ts'
import { splitTask } from '../../store/work/task-regrouping.ts'
import { messageIdsOf, readTasks, type Task } from '../../store/work/tasks.ts'
import { retryCommand } from '../say/channel-access.ts'
import { endWithNotice, showState, tellAboutTask } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import { retryEverything } from './reopen.ts'

/** Cleans up at the start what an earlier run of the daemon left behind. */
export function recover(deps: TaskDeps): Recovered {
  const { db, instance } = deps
  const { now, steady } = momentOf(deps.clock)
  // It is unknown what a session remembers of a turn that was cut off when the daemon died.
  const wasKilled = uncleanStarts(db, instance, longAgo) > 0
  const sessions = wasKilled ? closeEpochs(db, 'the daemon died', now) : []
  const sends = db.transaction(() => {
    const orphans = orphanedSends(db, instance)
    for (const { id, channel } of orphans) {
      // A message on its way may arrive later. If we looked too soon, we would miss it and send it twice.
      const { reconcileAfterMs = 0 } = deps.channels.get(channel)?.manners ?? {}
      markUnknown(db, id, later(steady, reconcileAfterMs), deliveryMessages.daemonDied)
    }
    return orphans.length
  })
  const last = lastInstance(db, instance)
  // Before its tasks are freed, because then nobody knows any more what it was working on.
  if (wasKilled && last !== undefined) recordCrash(db, instance, last, now)
  if (last !== undefined && evidenceOf(db, last, instance) !== 'none') clearSuspicionOfIdle(db)
  // A person who restarts Skein may have replaced a token or a key. After a kill nobody has, and the next may follow.
  if (!wasKilled) retryEverything(deps)
  return { tasks: freeAbandoned(deps), sends, sessions }
}

export interface Recovered {
  tasks: number
  sends: number
  /** The sessions of epochs that ended with the daemon. Their brains can forget them. */
  sessions: ClosedSession[]
}

/** A suspicious task waits this long, so that innocent tasks are answered first. */
const SUSPECT_PAUSE_MS = 5_000

/** Requeues abandoned tasks. One that may have changed something is reported to the person instead. */
export function freeAbandoned(deps: TaskDeps): number {
  const now = deps.clock.now()
  const abandoned = abandonedTasks(deps.db, deps.instance, deps.clock.mono())
  const rateSuspicion = createSuspicionRating(deps, abandoned)
  const freed = deps.db.transaction(() => abandoned.flatMap((task) => freeOne(deps, task, rateSuspicion(task), now)))
  for (const { task, state, reason } of freed) showState(deps, task, state, reason === undefined ? {} : { reason })
  return abandoned.length
}

/** Rates how likely each task is the cause of the crash in which its run ended. */
function createSuspicionRating({ db, instance: ownInstance }: TaskDeps, abandoned: Task[]): (task: Task) => number {
  const wereRunning = abandoned.filter(({ state }) => state !== 'waiting')
  const evidence = (instance: number | null): Evidence =>
    // A run of our own that ended without a result counts like a crash of the daemon.
    instance === null || instance === ownInstance ? 'strong' : evidenceOf(db, instance, ownInstance)
  return (task) => {
    if (!wereRunning.includes(task)) return task.suspicion
    const sameInstance = wereRunning.filter(({ leaseInstance }) => leaseInstance === task.leaseInstance)
    return afterDeath(task, evidence(task.leaseInstance), sameInstance.some(isSuspect))
  }
}

interface FreedTask {
  task: Task
  state: TaskState
  reason?: AnyText
}

function freeOne(deps: TaskDeps, task: Task, suspicion: number, now: Date): FreedTask[] {
  const { db } = deps
  const dueAt = later(deps.clock.steady(), isSuspect({ suspicion }) ? SUSPECT_PAUSE_MS : 0)
  const state = freeTask(db, task, { suspicion, dueAt }, now)
  if (task.epochId !== null) closeEpoch(db, task.epochId, 'its turn was abandoned', now)
  if (state === 'interrupted') {
    tellAboutTask(deps, task, 'interrupted', answerMessages.interrupted(retryCommand(deps, task.chat, task.id)), now)
    return [{ task, state }]
  }
  if (!isCondemned({ suspicion })) return [{ task, state }]
  // Any one of these messages may be the one that crashes the daemon. Only that one should be quarantined.
  if (messageIdsOf(db, task.id).length > 1) {
    const others = readTasks(db, splitTask(db, task, SUSPECT, now))
    return [task, ...others].map((splitPart) => ({ task: splitPart, state: 'queued' }))
  }
  const reason = answerMessages.quarantined(retryCommand(deps, task.chat, task.id))
  endWithNotice(deps, task, 'quarantined', reason, now)
  return [{ task, state: 'quarantined', reason }]
}
