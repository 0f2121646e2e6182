import type { RunExtras } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type Claim, releaseClaim } from '../../store/work/claims.ts'
import { recordEvent, type Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { CutReason } from './run-trail.ts'

/** The result of background work. */
export interface BackgroundResult extends RunExtras {
  text: string
  trust: Trust
}

/** The result of preparing background work: ask a model, send this text without one, or send nothing. */
export type PreparedRun =
  | { status: 'ask' }
  | { status: 'say'; text: string; trust: Trust }
  | { status: 'nothing'; reason: AnyText }

/** Prepares background work and receives its results. The scheduler implements this. */
export interface Background {
  /** Gathers and stores the sources of the task. Never rejects because of a source. */
  prepare(task: Task, signal: AbortSignal): Promise<PreparedRun>
  /** Returns false if the task has no job, so its result is a normal answer. Inside the transaction that ends the task. */
  take(task: Task, result: BackgroundResult, now: Date): boolean
  /** Sends nothing. Inside the transaction that ends the task. */
  staySilent(task: Task, reason: AnyText, now: Date): void
  /** A role such as "fast", or a model's own name. */
  modelFor(task: Pick<Task, 'id'>): string
}

type Ending = Pick<TaskDeps, 'db' | 'clock'> & { background: Pick<Background, 'take' | 'staySilent'> }

/** Ends background work that needs no model. */
export function endWithoutModel(deps: Ending, claim: Claim, prepared: Exclude<PreparedRun, { status: 'ask' }>): void {
  const { db, clock, background } = deps
  const now = clock.now()
  db.transaction(() => {
    const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
    if (!releaseClaim(db, claim, end)) return
    recordEvent(db, claim.task.id, 'answered', 'no model was asked', now)
    if (prepared.status === 'nothing') return background.staySilent(claim.task, prepared.reason, now)
    const { text, trust } = prepared
    background.take(claim.task, { text, trust, files: [], actions: [] }, now)
  })
}

/** Returns a task to the queue that was cut short before its turn began. One that was stopped has already ended. */
export function requeueUnstarted({ db, clock }: Ending, claim: Claim, cut: CutReason): void {
  if (cut === 'stop' || cut === 'fenced') return
  if (releaseClaim(db, claim, { state: 'queued', attempt: claim.task.attempt - 1 }))
    recordEvent(db, claim.task.id, 'queued', null, clock.now())
}
