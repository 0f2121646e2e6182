import { isLessTrusted, type Person, type Role } from '../../domain/person.ts'
import { isLaneTask } from '../../domain/task.ts'
import { policyFor } from '../../gateway/policy.ts'
import { msBetween, type SteadyClock } from '../../lib/time/clock.ts'
import type { Brain, Turn } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { anewSince, audienceOf } from '../../store/messages/chats.ts'
import { rolesIn } from '../../store/people/participants.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Epoch, findOpenEpoch } from '../../store/recall/epochs.ts'
import type { Task } from '../../store/work/tasks.ts'
import { closingReason, epochTerms } from './epoch-rules.ts'
import type { QuestionDeps, TaskQuestion } from './question.ts'

export interface UsableEpochsDeps extends QuestionDeps {
  clock: SteadyClock
}

/** A brain and the model to use with it: a role such as "fast", or the model's own name. */
export interface BrainWithModel extends Brain {
  model: string
}

/** The epoch to continue, or why the open one cannot be continued. */
export interface UsableEpoch {
  epoch: Epoch | undefined
  reason?: string
}

/** Who the model is asked to be, and whom it answers. */
type AskedIdentity = Pick<TaskQuestion, 'persona' | 'profile' | 'skills' | 'place'>

/** Finds the session for a task and checks that it can be continued. */
export interface UsableEpochs {
  /** Whether the task uses a session at all. */
  usesSession(brain: Brain, task: Task): boolean
  /** The role whose tools are offered. */
  roleFor(brain: Brain, task: Task, person: Person): Role
  /** What the delegates of its turns may use; undefined if there may be none. */
  delegatesFor(role: Role): Turn['delegates']
  termsNow(brain: BrainWithModel, task: Task, asked: AskedIdentity): string
  usable(brain: BrainWithModel, task: Task, asked: AskedIdentity): UsableEpoch
}

export function createUsableEpochs(deps: UsableEpochsDeps): UsableEpochs {
  const { db, clock, config } = deps

  function usesSession(brain: Brain, task: Task): boolean {
    return isLaneTask(task) && brain.hasSessions && config().conversation.enabled
  }

  function roleFor(brain: Brain, task: Task, person: Person): Role {
    return usesSession(brain, task) ? lowestRoleIn(db, task, person) : person.role
  }

  function termsNow(brain: BrainWithModel, task: Task, { persona, profile, skills, place }: AskedIdentity): string {
    const policy = policyFor({ tools: brain.hasTools, note: brain.promptNote, persona, names: place })
    const role = roleFor(brain, task, readPerson(db, task.personId))
    return epochTerms(brain, brain.model, {
      policy,
      profile,
      skills,
      role,
      hasDelegates: delegatesFor(role) !== undefined,
    })
  }

  function delegatesFor(role: Role): Turn['delegates'] {
    const { delegates, delegateCount, delegateTokens, delegateUsd } = config().brain
    if (!delegates || role === 'guest') return undefined
    return { count: delegateCount, tokens: delegateTokens, usd: delegateUsd }
  }

  return {
    usesSession,
    roleFor,
    delegatesFor,
    termsNow,
    usable(brain, task, asked) {
      const epoch = usesSession(brain, task) ? findOpenEpoch(db, task.lane) : undefined
      if (!epoch) return { epoch: undefined }
      if (epoch.turns === 0) return { epoch: undefined, reason: 'its first turn was not answered' }
      const reason = closingReason({
        idleForMs: msBetween(epoch.usedAt, clock.steady()),
        idleMs: config().conversation.activeMinutes * 60_000,
        isNewRequested: anewSince(db, task.lane) > epoch.begunAt,
        terms: { was: epoch.terms, is: termsNow(brain, task, asked) },
        // A brain that shortens its own sessions never counts as full.
        contextTokens: brain.growth ? 0 : epoch.contextTokens,
        windowTokens: epoch.windowTokens ?? undefined,
      })
      return reason === undefined ? { epoch } : { epoch: undefined, reason }
    },
  }
}

/**
 * The lowest role among those who write in a lane. A session is opened for it, so that people can share the session and
 * nobody finds tools there that only others may use. Each call is checked against the person's own rights as well.
 */
function lowestRoleIn(db: Database, { chat, lane }: Pick<Task, 'chat' | 'lane'>, person: Pick<Person, 'role'>): Role {
  if (audienceOf(db, chat) === 'private') return person.role
  return rolesIn(db, lane).reduce((lowest, role) => (isLessTrusted(role, lowest) ? role : lowest), person.role)
}
