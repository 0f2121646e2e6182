import type { Trust } from '../../domain/person.ts'

/** One tool call of the model. */
export interface ToolCall {
  id: string
  name: string
  /** The model's input; undefined if it was not JSON. */
  input: Record<string, unknown> | undefined
}

/** The result of a call. */
export interface CallResult {
  call: string
  text: string
  failed: boolean
}

/** One request to the model and its calls. Calls without a result are running or were interrupted. */
export interface SessionStep {
  said: string
  calls: ToolCall[]
  results: CallResult[]
  /** What the person sent meanwhile, shown after the results. */
  joined: string | undefined
}

export interface SessionFile {
  name: string
  type: string
  path: string
  form: string
}

/** A person's message, all steps, and the answer. */
export interface SessionTurn {
  task: number
  text: string
  files: readonly SessionFile[]
  /** Only replies with calls; the final reply is `answer`. */
  steps: SessionStep[]
  answer: string | undefined
}

/** A stored session, and what its model was last shown of it. */
export interface StoredSession {
  turns: SessionTurn[]
  /** As passed to `saveView`. */
  view: string | undefined
  /** When its last turn began. */
  usedAt: Date | undefined
}

/** Stores a turn step by step; each method returns when the data is on the disk. */
export interface TurnRecord {
  /** The steps of an earlier attempt of the same task; the turn continues from there. */
  readonly steps: SessionStep[]
  /** The lowest trust of those steps. */
  readonly trust: Trust | undefined
  addStep(step: Pick<SessionStep, 'said' | 'calls'>, trust: Trust): void
  /** Adds to the last step. `trust` includes what the model reads with it. */
  addResult(result: CallResult, trust: Trust): void
  addJoined(text: string): void
  finish(answer: string): void
}

/** Where sessions are stored. Stored data is never changed. */
export interface Sessions {
  read(session: string): StoredSession
  begin(session: string, task: number, turn: Pick<SessionTurn, 'text' | 'files'>): TurnRecord
  saveView(session: string, view: string): void
}
