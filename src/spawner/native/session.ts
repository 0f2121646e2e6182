import type { Trust } from '../../domain/person.ts'

/** One use of a tool that the model asked for. */
export interface Call {
  id: string
  name: string
  /** As the model wrote it; undefined where what it wrote was no JSON. */
  input: Record<string, unknown> | undefined
}

/** What came of a call. */
export interface Result {
  call: string
  text: string
  failed: boolean
}

/** One request to the model and what came of it: calls that have no result yet are under way, or were cut short. */
export interface Step {
  said: string
  calls: Call[]
  results: Result[]
  /** What the person sent meanwhile, shown after the results. */
  joined: string | undefined
}

export interface SessionFile {
  name: string
  type: string
  path: string
  form: string
}

/** From what a person wrote to the answer, with everything in between. */
export interface SessionTurn {
  task: number
  text: string
  files: readonly SessionFile[]
  /** Those with calls; the one that answers is `answer`. */
  steps: Step[]
  answer: string | undefined
}

/** What was kept of a session, and what its model was last shown of it. */
export interface KeptSession {
  turns: SessionTurn[]
  /** As `keepView` got it. */
  view: string | undefined
  /** When its last turn began. */
  usedAt: Date | undefined
}

/** A turn that is being written down, step by step: each call returns when it is on the disk. */
export interface TurnRecord {
  /** What an earlier try of the same task got to, if it got anywhere: the turn goes on from there. */
  readonly steps: Step[]
  /** The lowest of what was before the model in those. */
  readonly trust: Trust | undefined
  addStep(step: Pick<Step, 'said' | 'calls'>, trust: Trust): void
  /** To the last step. `trust`: of what is before the model with it. */
  addResult(result: Result, trust: Trust): void
  addJoined(text: string): void
  finish(answer: string): void
}

/** Where sessions are kept. Nothing that was written down is ever changed. */
export interface Sessions {
  read(session: string): KeptSession
  begin(session: string, task: number, turn: Pick<SessionTurn, 'text' | 'files'>): TurnRecord
  keepView(session: string, view: string): void
}
