import { createHash } from 'node:crypto'
import { laneQueue } from '../../domain/ids.ts'
import type { Role } from '../../domain/person.ts'
import { factsOf } from '../../domain/task.ts'
import type { Brain } from '../../spawner/spawner.ts'
import type { Task } from '../../store/work/tasks.ts'

/** What is known of an open epoch when the next turn comes. */
export interface EpochFacts {
  /** How long nothing was said in it, and how long that may be. */
  idleForMs: number
  idleMs: number
  /** A new conversation was asked for since it was opened. */
  isAnew: boolean
  terms: { was: string; is: string }
  contextTokens: number
  windowTokens: number | undefined
}

/** Where there is no word of the model's own window. */
const ASSUMED_WINDOW_TOKENS = 200_000
const FULL_WINDOW_SHARE = 0.6

/** Why the epoch must not be gone on with, or undefined. The order is the order in which a person would be told. */
export function closingReason(facts: EpochFacts): string | undefined {
  if (facts.isAnew) return 'a new conversation was asked for'
  if (facts.idleForMs > facts.idleMs) return 'nothing was said for a while'
  if (facts.terms.was !== facts.terms.is) return 'the persona, the model or the rights changed'
  if (facts.contextTokens > fullSessionTokens(facts.windowTokens)) return 'the window is filling up'
  return undefined
}

/** From how many tokens on a session is not gone on with. */
export function fullSessionTokens(windowTokens: number | undefined): number {
  return FULL_WINDOW_SHARE * (windowTokens ?? ASSUMED_WINDOW_TOKENS)
}

/** The session of a lane is its conversation's: what runs beside that, or is no part of it, asks by itself. */
export function isLaneTask({ kind, lane, queue }: Pick<Task, 'kind' | 'lane' | 'queue'>): boolean {
  return factsOf(kind).lines === 'chat' && queue === laneQueue(lane)
}

/** What an epoch's prompt depends on beside the conversation itself. The role: the lowest of those who share it. */
export function epochTerms(brain: Brain, model: string, { policy, role }: { policy: string; role: Role }): string {
  const answers = [brain.name, brain.modelFor?.(model) ?? model, brain.terms?.(model)]
  return createHash('sha256')
    .update(JSON.stringify([...answers, policy, role]))
    .digest('hex')
}
