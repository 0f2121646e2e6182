import type { AnyText } from '../messages/localized.ts'
import { type ChatId, type Lane, laneQueue, type Queue } from './ids.ts'
import type { Origin, UsageOrigin } from './message.ts'

export const taskKinds = [
  'reply',
  'aside',
  'scheduled',
  'briefing',
  'heartbeat',
  'compaction',
  'facts',
  'notes',
  'title',
  'triage',
  'command',
] as const
export type TaskKind = (typeof taskKinds)[number]

interface KindFacts {
  /** Its progress is shown in the chat. */
  isShownLive?: true
  /**
   * `answer`: a person asked and waits. `background`: scheduled work that a person reads but that is not part of a
   * conversation. `upkeep`: internal work that does not count as a request of a person.
   */
  work: 'answer' | 'background' | 'upkeep'
  /** How its calls to a model are booked. */
  usage: UsageOrigin
  /** The origin of its lines; anything but `chat` stays out of the conversation. */
  lines: Origin
  /** Somebody waits for it and is told if it ends without a result. */
  awaited: boolean
}

const facts: Record<TaskKind, KindFacts> = {
  reply: { work: 'answer', usage: 'chat', lines: 'chat', awaited: true, isShownLive: true },
  // Work beside the chat: its request and its result belong to the conversation, but the chat goes on meanwhile.
  aside: { work: 'answer', usage: 'chat', lines: 'chat', awaited: true },
  // The scheduler reports how these ended, because an hourly job should not cause a notice every hour.
  scheduled: { work: 'background', usage: 'scheduled', lines: 'scheduled', awaited: false },
  briefing: { work: 'background', usage: 'briefing', lines: 'briefing', awaited: false },
  heartbeat: { work: 'background', usage: 'heartbeat', lines: 'heartbeat', awaited: false },
  compaction: { work: 'upkeep', usage: 'compaction', lines: 'chat', awaited: false },
  facts: { work: 'upkeep', usage: 'facts', lines: 'chat', awaited: false },
  notes: { work: 'upkeep', usage: 'notes', lines: 'chat', awaited: false },
  title: { work: 'upkeep', usage: 'compaction', lines: 'chat', awaited: false },
  // The rest of an answer to a slow command.
  command: { work: 'upkeep', usage: 'chat', lines: 'chat', awaited: true },
  triage: { work: 'upkeep', usage: 'triage', lines: 'chat', awaited: false },
}

/** The facts that depend only on the kind of a task. */
export function factsOf(kind: TaskKind): KindFacts {
  return facts[kind]
}

/** Whether a task belongs to the conversation of its lane. Only such tasks share the lane's session. */
export function isLaneTask({ kind, lane, queue }: { kind: TaskKind; lane: Lane; queue: Queue }): boolean {
  return facts[kind].lines === 'chat' && queue === laneQueue(lane)
}

/** More messages than this in one turn are not a conversation; the rest becomes the next turn. */
export const MAX_MESSAGES_PER_TASK = 100

/** How long a question to a person stays open. No answer means no. */
export const QUESTION_OPEN_MINUTES = 10

/** Internal work that is not counted for any person. */
export const upkeepKinds = taskKinds.filter((kind) => facts[kind].work === 'upkeep')

/** Tasks that no message asked for: they do not count as requests, and nobody waits for them. */
export const unaskedKinds = taskKinds.filter((kind) => facts[kind].work !== 'answer')

/** States in which a task can still change by itself or by a person. */
export const liveStates = ['queued', 'leased', 'running', 'waiting', 'retry', 'interrupted'] as const

/** Every accepted message ends in exactly one of these. */
export const endStates = ['answered', 'refused', 'cancelled', 'expired', 'failed', 'quarantined'] as const

export const taskStates = [...liveStates, ...endStates] as const
export type TaskState = (typeof taskStates)[number]
export type EndState = (typeof endStates)[number]

export function isEnd(state: TaskState): state is EndState {
  return endStates.some((end) => end === state)
}

/**
 * What a crash of the daemon says about a task that was running. A kill, or a crash without a reason (which is how an
 * out-of-memory kill looks), is weak evidence; an uncaught exception is strong. A requested stop, a power cut and a
 * reboot are no evidence.
 */
export type Evidence = 'none' | 'weak' | 'strong'

const points = { none: 0, weak: 2, strong: 3 } as const satisfies Record<Evidence, number>

/** From here on one more crash could be enough. */
export const SUSPECT = points.strong

/** Two strong crashes in a row, or three weak ones. */
const CONDEMNED = 2 * points.strong

interface Suspected {
  suspicion: number
}

/** Suspects run one at a time, so that a crash condemns only one. Other tasks never wait for them. */
export function isSuspect({ suspicion }: Suspected): boolean {
  return suspicion >= SUSPECT
}

export function isCondemned({ suspicion }: Suspected): boolean {
  return suspicion >= CONDEMNED
}

/** If a suspect was running too, the others were most likely innocent. */
export function afterDeath(task: Suspected, evidence: Evidence, hadSuspect: boolean): number {
  const isOnlyThere = hadSuspect && !isSuspect(task)
  return task.suspicion + points[isOnlyThere && evidence === 'strong' ? 'weak' : evidence]
}

/** The progress of a task. Best effort: losing an event does no harm. */
export type Progress = { chat: ChatId; lane: Lane; task: number } & (
  | {
      kind: 'state'
      state: TaskState
      messages: number[]
      reason?: AnyText
      retryAt?: Date
      /** The text so far follows as a line, so a draft of it can stay until then. */
      kept?: boolean
    }
  /** The whole draft so far, not a delta; it may shrink if a model starts over. After `isOver` a new one begins. */
  | { kind: 'draft'; text: string; isOver?: true }
  /** The whole thinking so far. */
  | { kind: 'thought'; text: string }
  | { kind: 'tool'; line: string }
  /** The question in this message is settled, so its buttons can go. */
  | { kind: 'settled'; message: number; remoteId?: string; outcome: string; shrunk?: Shrunk }
)

/** A settled question shrinks to one line. */
export interface Shrunk {
  /** Markdown: what it was, who settled it and when. */
  instead: string
  /** The platform's ids of its other parts, which can be removed. */
  beside: string[]
}

/** Tools that act on the chat or the answer. Delegates do not get them. */
export const NOT_FOR_DELEGATES: readonly string[] = ['begin_aside', 'stay_silent']

/** What the delegates of one turn may use together. */
export interface DelegateLimits {
  count: number
  /** Read and written, cached or not. */
  tokens: number
  usd: number
}
