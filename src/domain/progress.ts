import type { ChatId, Lane } from './ids.ts'
import type { TaskState } from './task.ts'

/** A sign of life while a task is under way. Best effort: losing one loses nothing. */
export type Progress = { chat: ChatId; lane: Lane; task: number } & (
  | {
      kind: 'state'
      state: TaskState
      messages: number[]
      reason?: string
      retryAt?: Date
      /** What was said until then follows as a line: a draft of it can stay until it is there. */
      kept?: boolean
    }
  /** The whole draft so far, not a delta: it may shrink when a model starts over. */
  | { kind: 'draft'; text: string }
  | { kind: 'tool'; line: string }
  /** The question in this message of ours has come to its end: there is nothing left to press. */
  | { kind: 'settled'; message: number; remoteId?: string; outcome: string; shrunk?: Shrunk }
)

/** A question that is over takes one line. */
export interface Shrunk {
  /** Markdown: what it was, who settled it and when. */
  instead: string
  /** The platform's ids of its other parts, which say nothing any more. */
  beside: string[]
}
