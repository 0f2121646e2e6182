import { createHash } from 'node:crypto'
import type { Role } from '../../domain/person.ts'
import type { Profile } from '../../gateway/profile.ts'
import type { Skill } from '../../gateway/skills.ts'
import type { Brain } from '../../spawner/spawner.ts'

/** What decides whether the next turn can continue an open epoch. */
export interface EpochFacts {
  /** How long it has been idle, and how long it may be. */
  idleForMs: number
  idleMs: number
  /** The person asked for a new conversation after it was opened. */
  isNewRequested: boolean
  terms: { was: string; is: string }
  contextTokens: number
  windowTokens: number | undefined
}

/** Assumed when the model did not report its window. */
const ASSUMED_WINDOW_TOKENS = 200_000
const FULL_WINDOW_SHARE = 0.6

/** Why the epoch must not continue, or undefined. If there are several reasons, the one that matters most to a person. */
export function closingReason(facts: EpochFacts): string | undefined {
  if (facts.isNewRequested) return 'a new conversation was asked for'
  if (facts.idleForMs > facts.idleMs) return 'nothing was said for a while'
  if (facts.terms.was !== facts.terms.is) return 'a profile, the model or the rights changed'
  if (facts.contextTokens > fullSessionTokens(facts.windowTokens)) return 'the window is filling up'
  return undefined
}

/** A session with more tokens than this is not continued. */
export function fullSessionTokens(windowTokens: number | undefined): number {
  return FULL_WINDOW_SHARE * (windowTokens ?? ASSUMED_WINDOW_TOKENS)
}

interface TermFacts {
  policy: string
  /** Absent if there is none, so that sessions from before there were profiles continue. */
  profile: Profile | undefined
  skills: Skill[] | undefined
  role: Role
  /** Whether the model is offered delegates. */
  hasDelegates: boolean
}

/** A skill that is read in a session does not end it. */
function termsOf({ name, description }: Skill): Skill {
  return { name, description }
}

/** A hash of what an epoch's prompt depends on besides the conversation. `role` is the lowest among those who share it. */
export function epochTerms(
  brain: Brain,
  model: string,
  { policy, profile, skills, role, hasDelegates }: TermFacts,
): string {
  const modelParts = [brain.name, brain.modelFor?.(model) ?? model, brain.sessionTerms?.(model)]
  const profileParts = [...(profile ? [profile] : []), ...(skills ?? []).map(termsOf)]
  return createHash('sha256')
    .update(JSON.stringify([...modelParts, policy, role, ...profileParts, ...(hasDelegates ? ['delegates'] : [])]))
    .digest('hex')
}
