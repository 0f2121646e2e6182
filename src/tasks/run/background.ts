import type { RunExtras } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type Claim, releaseClaim } from '../../store/work/claims.ts'
import { recordEvent, type Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { CutReason } from './run.ts'

/** What background work came to. */
export interface BackgroundResult extends RunExtras {
  text: string
  trust: Trust
}

/** What was found before a model is asked: that it must be asked, what is said without it, or that there is nothing to say. */
export type PreparedRun =
  | { status: 'ask' }
  | { status: 'say'; text: string; trust: Trust }
  | { status: 'nothing'; reason: AnyText }

/** Whoever made the work that no message asked for: what it needs, and where its results go. */
export interface Background {
  /** Gathers what the task is about and keeps it. Never rejects for what a source did. */
  prepare(task: Task, signal: AbortSignal): Promise<PreparedRun>
  /** False when the task is none of theirs, and is answered as any other. Inside the transaction that ends the task. */
  take(task: Task, result: BackgroundResult, now: Date): boolean
  /** Nothing is said of it. Inside the transaction that ends the task. */
  staySilent(task: Task, reason: AnyText, now: Date): void
  /** A role, or a model by its own name. */
  modelFor(task: Pick<Task, 'id'>): string
}

type Ending = Pick<TaskDeps, 'db' | 'clock'> & { background: Pick<Background, 'take' | 'staySilent'> }

/** Background work for which no model has to be asked. */
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

/** Cut short while it was prepared: nothing was begun. Whoever stopped it has ended it already. */
export function requeueUnstarted({ db, clock }: Ending, claim: Claim, cut: CutReason): void {
  if (cut === 'stop' || cut === 'fenced') return
  if (releaseClaim(db, claim, { state: 'queued', attempt: claim.task.attempt - 1 }))
    recordEvent(db, claim.task.id, 'queued', null, clock.now())
}
