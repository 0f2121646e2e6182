import type { RunExtras } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Task } from '../../store/work/tasks.ts'

/** What background work came to. */
export interface Result extends RunExtras {
  text: string
  trust: Trust
}

/** What was found before a model is asked: that it must be asked, what is said without it, or that there is nothing to say. */
export type Prepared =
  | { status: 'ask' }
  | { status: 'say'; text: string; trust: Trust }
  | { status: 'nothing'; reason: AnyText }

/** Whoever made the work that no message asked for: what it needs, and where its results go. */
export interface Background {
  /** Gathers what the task is about and keeps it. Never rejects for what a source did. */
  prepare(task: Task, signal: AbortSignal): Promise<Prepared>
  /** False when the task is none of theirs, and is answered as any other. Inside the transaction that ends the task. */
  take(task: Task, result: Result, now: Date): boolean
  /** Nothing is said of it. Inside the transaction that ends the task. */
  staySilent(task: Task, reason: AnyText, now: Date): void
  /** A role, or a model by its own name. */
  modelFor(task: Pick<Task, 'id'>): string
}
