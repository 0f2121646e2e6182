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
export const MOST_MESSAGES = 100

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
