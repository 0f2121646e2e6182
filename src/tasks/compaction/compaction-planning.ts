import type { Route } from '../../domain/delivery.ts'
import { besideLane, type Lane } from '../../domain/ids.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { ownerId } from '../../store/people/people.ts'
import { isUpkeepAtRest, laneFacts, silentLanes } from '../../store/recall/summary-backlog.ts'
import { endTasks, enqueueTask, liveInQueue, recordEvent, setDue, taskEvents } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { nextStep } from './next-step.ts'
import { type CompactionSettings, type ModelUse, silentSince } from './summary-step.ts'

export interface CompactionDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  config(): CompactionSettings
}

/**
 * Why a lane is compacted: a conversation is over, enough has accumulated, a prompt did not fit, somebody asked, or a
 * wanted compaction has more to do. The last three do not wait until enough has accumulated.
 */
export type CompactionReason = 'over' | 'due' | 'overflow' | 'asked' | 'rest'

export function isUrgent(reason: string): boolean {
  return reason === 'overflow' || reason === 'asked' || reason === 'rest'
}

/** The reasons of a task, from its events. */
export function compactionReasons(db: Database, task: number): string[] {
  return taskEvents(db, task).flatMap(({ kind, data }) =>
    kind === REASON_EVENT && typeof data === 'string' ? [data] : [],
  )
}

const REASON_EVENT = 'wanted'
const WORK = 'compaction'

const DAY_MS = 86_400_000
/** How many lanes one heartbeat handles. */
const MAX_LANES_PER_HEARTBEAT = 20

/** Plans summaries for lanes in which a conversation has ended. */
export function planDueCompactions(deps: CompactionDeps): void {
  const settings = deps.config()
  if (!settings.conversation.enabled) return
  const { now, steady } = momentOf(deps.clock)
  for (const lane of silentLanes(deps.db, {
    silentSince: silentSince(settings, now),
    work: WORK,
    steady,
    limit: MAX_LANES_PER_HEARTBEAT,
  }))
    planCompaction(deps, lane, 'over')
}

/** Plans a summary for one lane if it needs one, after a new or imported message. */
export function planCompactionIfDue(deps: CompactionDeps, lane: Lane, modelUse: ModelUse): void {
  const settings = deps.config()
  const options = { settings, now: deps.clock.now(), wanted: false, modelUse }
  if (settings.conversation.enabled && nextStep(deps.db, lane, options)) planCompaction(deps, lane, 'due')
}

/**
 * Creates a compaction task in a queue of its own. Each lane has at most one open task; one that is wanted now replaces a
 * waiting one and follows a running one.
 */
export function planCompaction(
  { db, clock }: Pick<TaskDeps, 'db' | 'clock'>,
  lane: Lane,
  reason: CompactionReason,
  { afterMs = 0, route }: { afterMs?: number; route?: Route } = {},
): void {
  const { now, steady } = momentOf(clock)
  const dueAt = later(steady, afterMs)
  const queue = besideLane(WORK, lane)
  db.transaction(() => {
    const chat = laneFacts(db, lane)?.chat
    if (chat === undefined) return
    // A person who asks still gets an answer.
    if (reason !== 'asked' && isUpkeepAtRest(db, lane)) return
    const open = liveInQueue(db, queue)
    const waiting = open.filter(({ state }) => state === 'queued' || state === 'retry')
    if (!isUrgent(reason) && open.length > 0) {
      // A failed task keeps its retry time.
      for (const task of waiting) if (task.state === 'queued' && task.dueAt > dueAt) setDue(db, task.id, dueAt)
      return
    }
    const waitingIds = waiting.map(({ id }) => id)
    // The task that a person asked for does this work too, and they wait for its answer.
    if (reason !== 'asked' && waitingIds.some((id) => compactionReasons(db, id).includes('asked'))) return
    endTasks(db, waitingIds, 'cancelled', 'another one takes its place', now)
    const task = enqueueTask(
      db,
      {
        kind: WORK,
        chat,
        lane,
        queue,
        personId: ownerId(db),
        route: route ?? { chat },
        dueAt,
        deadlineAt: later(dueAt, 7 * DAY_MS),
        queuedAt: steady,
      },
      now,
    )
    recordEvent(db, task, REASON_EVENT, reason, now)
  })
}
