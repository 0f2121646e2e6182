import type { ChatId } from '../domain/ids.ts'
import type { TaskKind } from '../domain/task.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Brain } from './spawner.ts'

/** The facts that decide which brain answers a task. */
export interface TaskFacts {
  id: number
  kind: TaskKind
  chat: ChatId
  personId: number
}

/** The brains of one daemon. */
export interface Brains {
  readonly all: readonly Brain[]
  /** The brain that answers by default. */
  readonly usual: Brain
  for(task: TaskFacts): Brain
  /** Undefined if no brain has this name any more; then nobody can continue its sessions. */
  named(name: string): Brain | undefined
  /** What a person should know or do about the usual brain; shown as a banner on the page. */
  readonly banner?: AnyText | undefined
}

/** `others` are available by name or alias, and to continue their own sessions. */
export function createBrains(
  usual: Brain,
  others: readonly Brain[] = [],
  aliases: ReadonlyMap<string, string> = new Map(),
): Brains {
  const all = [usual, ...others]
  return {
    all,
    usual,
    for: () => usual,
    named: (name) => all.find((brain) => brain.name === (aliases.get(name) ?? name)),
  }
}

/**
 * The same brains, with a choice per task; an unknown name falls back to the default. Everything is looked up when it is
 * used, because brains can be replaced while the daemon runs.
 */
export function withChoice(brains: Brains, choose: (task: TaskFacts) => string | undefined): Brains {
  return {
    get all() {
      return brains.all
    },
    get usual() {
      return brains.usual
    },
    get banner() {
      return brains.banner
    },
    for: (task) => brains.named(choose(task) ?? '') ?? brains.for(task),
    named: brains.named,
  }
}

/** The same choice among wrapped brains. */
export function wrapBrains(brains: Brains, wrap: (brain: Brain) => Brain): Brains {
  const wrapped = new WeakMap<Brain, Brain>()
  const wrappedOf = (brain: Brain) => {
    const wrapper = wrapped.get(brain) ?? wrap(brain)
    wrapped.set(brain, wrapper)
    return wrapper
  }
  return {
    get all() {
      return brains.all.map(wrappedOf)
    },
    get usual() {
      return wrappedOf(brains.usual)
    },
    get banner() {
      return brains.banner
    },
    for: (task) => wrappedOf(brains.for(task)),
    named(name) {
      const brain = brains.named(name)
      return brain && wrappedOf(brain)
    },
  }
}

/** The roles under which a configuration names models. */
export const modelRoles = ['fast', 'general', 'smart'] as const

/** The default role for conversations. */
export const usualRole = 'general'

/** How much a model thinks, from least to most. */
export const effortLevels = ['low', 'medium', 'high'] as const

/** A brain, a role or model, or both. */
export interface NamedModel {
  brain?: string
  model?: string
}

/** Splits "smart high" into the model and its effort. Either can be missing: "high" names no model. */
export function splitEffort(text: string): { model: string; effort: string | undefined } {
  const words = text.split(/\s+/)
  const effort = effortLevels.find((level) => level === words.at(-1)?.toLowerCase())
  return { model: (effort ? words.slice(0, -1) : words).join(' '), effort }
}

export function isRole(model: string): boolean {
  return modelRoles.some((role) => role === model)
}

/**
 * `smart`, `local`, `local/smart`, `local/some-model`, or the name of a model, which may contain slashes. The part
 * before the first slash counts as a brain only if one has that name.
 */
export function parseModel(brains: Pick<Brains, 'named'>, text: string): NamedModel {
  const exactMatch = brains.named(text)
  if (exactMatch) return { brain: exactMatch.name }
  const slash = text.indexOf('/')
  const brain = slash > 0 ? brains.named(text.slice(0, slash)) : undefined
  return brain ? { brain: brain.name, model: text.slice(slash + 1) || usualRole } : { model: text }
}
