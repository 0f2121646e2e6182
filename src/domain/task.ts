import type { ChatId, Lane } from './ids.ts'
import type { Origin, UsageOrigin } from './message.ts'

export const taskKinds = ['reply', 'scheduled', 'briefing', 'heartbeat', 'compaction', 'triage', 'command'] as const
export type TaskKind = (typeof taskKinds)[number]

interface KindFacts {
  /**
   * `answer`: a person asked and waits. `background`: made by the clock, read by a person, no part of a conversation.
   * `upkeep`: work of ours around what was said, in no count of what people asked for.
   */
  work: 'answer' | 'background' | 'upkeep'
  /** What its calls to a model are booked as. */
  usage: UsageOrigin
  /** What its lines are said as: anything but `chat` stays out of the conversation. */
  lines: Origin
  /** Somebody counts on it, and is told when it ends without a result. */
  awaited: boolean
}

const facts: Record<TaskKind, KindFacts> = {
  reply: { work: 'answer', usage: 'chat', lines: 'chat', awaited: true },
  // Whoever made these tells how they ended: one that runs every hour is not worth a notice every hour.
  scheduled: { work: 'background', usage: 'scheduled', lines: 'scheduled', awaited: false },
  briefing: { work: 'background', usage: 'briefing', lines: 'briefing', awaited: false },
  heartbeat: { work: 'background', usage: 'heartbeat', lines: 'heartbeat', awaited: false },
  compaction: { work: 'upkeep', usage: 'compaction', lines: 'chat', awaited: false },
  // The rest of an answer to a command that takes time: ours to say, and asked for by nobody's message.
  command: { work: 'upkeep', usage: 'chat', lines: 'chat', awaited: true },
  triage: { work: 'upkeep', usage: 'triage', lines: 'chat', awaited: false },
}

/** What follows from the kind of a task alone. Everybody who must know asks here. */
export function factsOf(kind: TaskKind): KindFacts {
  return facts[kind]
}

/** More than this in one turn is no conversation any more; the rest becomes the next turn. */
export const MAX_MESSAGES_PER_TASK = 100

/** How long a question to a person stays open; no answer by then means no. */
export const QUESTION_OPEN_MINUTES = 10

/** Nobody's own: in no count of what is done for people. */
export const upkeepKinds = taskKinds.filter((kind) => facts[kind].work === 'upkeep')

/** Asked for by nobody's message: in no count of what a person asked for, and no reason to make anybody wait. */
export const unaskedKinds = taskKinds.filter((kind) => facts[kind].work !== 'answer')

/** States in which a task can still change by itself or by a person. */
export const liveStates = ['queued', 'leased', 'running', 'waiting', 'retry', 'interrupted'] as const

/** Exactly one of these ends every accepted message. */
export const endStates = ['answered', 'refused', 'cancelled', 'expired', 'failed', 'quarantined'] as const

export const taskStates = [...liveStates, ...endStates] as const
export type TaskState = (typeof taskStates)[number]
export type EndState = (typeof endStates)[number]

export function isEnd(state: TaskState): state is EndState {
  return endStates.some((end) => end === state)
}

/**
 * What a death of the daemon says about a task that was running. A kill, or a death that left no word (the kernel's when
 * memory runs out looks like any kill), says little; an exception that nobody caught says more. A stop that was asked
 * for, a power cut and a reboot say nothing.
 */
export type Evidence = 'none' | 'weak' | 'strong'

const points = { none: 0, weak: 2, strong: 3 } as const satisfies Record<Evidence, number>

/** One more death could be enough from here on. */
export const SUSPECT = points.strong

/** Two strong ones in a row, or three weak ones. */
const CONDEMNED = 2 * points.strong

interface Suspected {
  suspicion: number
}

/** Suspects run one at a time, so that a death condemns one at most; whoever is no suspect never waits for them. */
export function isSuspect({ suspicion }: Suspected): boolean {
  return suspicion >= SUSPECT
}

export function isCondemned({ suspicion }: Suspected): boolean {
  return suspicion >= CONDEMNED
}

/** Beside a suspect that was running as well, the others were most likely only there. */
export function afterDeath(task: Suspected, evidence: Evidence, hadSuspect: boolean): number {
  const isOnlyThere = hadSuspect && !isSuspect(task)
  return task.suspicion + points[isOnlyThere && evidence === 'strong' ? 'weak' : evidence]
}

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
