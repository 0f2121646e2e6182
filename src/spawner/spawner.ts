import type { ChatId } from '../domain/ids.ts'
import type { TaskKind } from '../domain/task.ts'

/**
 * Who answers. Failures of a model or a process are events, never rejections:
 * `run` ends with exactly one `done` or `failed` unless the signal aborts, and then it
 * returns only when nothing of the turn is left running.
 */
export interface Brain {
  readonly name: string
  /** How often a task may be tried with this brain when a failure says that trying again can help. */
  readonly attempts: number
  run(turn: Turn, signal: AbortSignal): AsyncIterable<BrainEvent>
  /** Ends whatever is still running; safe to call twice. */
  close(): Promise<void>
}

export interface Turn {
  task: number
  kind: TaskKind
  chat: ChatId
  person: { id: number; name: string }
  /** Layers 1 to 5: for the system prompt. */
  system: string
  /** Layers 6 and 7: the user turn. */
  text: string
  /** The person's own words without any of ours, for a brain that searches instead of thinking. */
  question: string
}

export type BrainEvent =
  /** The whole draft so far. */
  | { kind: 'text'; text: string }
  /** A short human line: "reading report.pdf". */
  | { kind: 'tool'; line: string }
  | { kind: 'usage'; usage: Usage }
  | { kind: 'done'; text: string }
  | { kind: 'failed'; failure: Failure }

export const failureClasses = [
  'missing',
  'auth',
  'billing',
  'rate_limit',
  'overloaded',
  'network',
  'server',
  'model',
  'overflow',
  'too_large',
  'refusal',
  'max_turns',
  'budget',
  'invalid',
  'crash',
  'hang',
  'flood',
] as const
export type FailureClass = (typeof failureClasses)[number]

export interface Failure {
  class: FailureClass
  /** What the person reads: what happened and what they can do. No stack, no secret. */
  sentence: string
  /** Whether the same turn may succeed later. */
  retry: boolean
  /** What the other side asked us to wait. */
  afterMs?: number
  /** For the log and the owner. */
  detail?: string
}

export interface Usage {
  model: string
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  costUsd: number
  firstTextMs: number | undefined
}
