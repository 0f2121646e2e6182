import type { Person, Role } from '../../domain/person.ts'
import { policyFor } from '../../gateway/policy.ts'
import { msBetween, type SteadyClock } from '../../lib/time/clock.ts'
import type { Brain } from '../../spawner/spawner.ts'
import { anewSince } from '../../store/messages/chats.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Epoch, findOpenEpoch } from '../../store/recall/epochs.ts'
import type { Task } from '../../store/work/tasks.ts'
import { closingReason, isOfItsLane, termsOf } from './epoch-rules.ts'
import { identityOf, type Persona } from './gateway-settings.ts'
import { roleIn } from './lane-role.ts'
import type { AskingDeps } from './question.ts'

export interface UsableEpochsDeps extends AskingDeps, Persona {
  clock: SteadyClock
}

/** Who answers, with which of its models: a role or its own name. */
export interface Answerer extends Brain {
  model: string
}

/** The epoch to go on with, or why the open one is none. */
export interface Usable {
  epoch: Epoch | undefined
  reason?: string
}

/** Which session a task is asked in, and on what terms. */
export interface UsableEpochs {
  /** Whether the task has one at all. */
  isKept(brain: Brain, task: Task): boolean
  /** Whose rights its tools are offered by. */
  roleFor(brain: Brain, task: Task, person: Person): Role
  termsNow(brain: Answerer, task: Task): string
  usable(brain: Answerer, task: Task): Usable
}

export function createUsableEpochs(deps: UsableEpochsDeps): UsableEpochs {
  const { db, clock, config } = deps

  function isKept(brain: Brain, task: Task): boolean {
    return isOfItsLane(task) && brain.sessions && config().conversation.enabled
  }

  function roleFor(brain: Brain, task: Task, person: Person): Role {
    return isKept(brain, task) ? roleIn(db, task, person) : person.role
  }

  function termsNow(brain: Answerer, task: Task): string {
    const { assistant, owner } = config()
    const policy = policyFor({ ...identityOf(deps, brain), names: { assistant: assistant.name, owner: owner.name } })
    return termsOf(brain, brain.model, { policy, role: roleFor(brain, task, readPerson(db, task.personId)) })
  }

  return {
    isKept,
    roleFor,
    termsNow,
    usable(brain, task) {
      const epoch = isKept(brain, task) ? findOpenEpoch(db, task.lane) : undefined
      if (!epoch) return { epoch: undefined }
      if (epoch.turns === 0) return { epoch: undefined, reason: 'its first turn was not answered' }
      const reason = closingReason({
        idleForMs: msBetween(epoch.usedAt, clock.steady()),
        idleMs: config().conversation.activeMinutes * 60_000,
        isAnew: anewSince(db, task.lane) > epoch.begunAt,
        terms: { was: epoch.terms, is: termsNow(brain, task) },
        // One that sees to its own growth is never full.
        contextTokens: brain.growth ? 0 : epoch.contextTokens,
        windowTokens: epoch.windowTokens ?? undefined,
      })
      return reason === undefined ? { epoch } : { epoch: undefined, reason }
    },
  }
}
