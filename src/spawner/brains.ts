import type { ChatId } from '../domain/ids.ts'
import type { TaskKind } from '../domain/task.ts'
import type { Brain } from './spawner.ts'

/** What decides who answers a task. */
export interface TaskFacts {
  id: number
  kind: TaskKind
  chat: ChatId
  personId: number
}

/** The brains of one daemon. */
export interface Brains {
  readonly all: readonly Brain[]
  /** The one that answers where nothing else is said. */
  readonly usual: Brain
  for(task: TaskFacts): Brain
  /** Undefined when there is none of this name any more: what it left open nobody can go on with. */
  named(name: string): Brain | undefined
}

/** `others` are there for what they left open and for whoever asks for them by name, or by what stands for a name. */
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

/** The same brains, each asked where it was chosen; a choice that is no longer there is none. */
export function chosenBy<B extends Brains>(brains: B, chosen: (task: TaskFacts) => string | undefined): B {
  return { ...brains, for: (task: TaskFacts) => brains.named(chosen(task) ?? '') ?? brains.for(task) }
}

/** The same choice among brains that each have something around them. */
export function eachBrain(brains: Brains, around: (brain: Brain) => Brain): Brains {
  const made = new Map(brains.all.map((brain) => [brain, around(brain)]))
  const of = (brain: Brain) => made.get(brain) ?? around(brain)
  return {
    all: brains.all.map(of),
    usual: of(brains.usual),
    for: (task) => of(brains.for(task)),
    named(name) {
      const brain = brains.named(name)
      return brain && of(brain)
    },
  }
}

/** What a configuration calls models by what they are for. */
export const modelRoles = ['fast', 'general', 'smart'] as const

/** What a conversation is answered with unless somebody chose another. */
export const usualRole = 'general'

/** A brain, or a role or a model, or both. */
export interface NamedModel {
  brain?: string
  model?: string
}

export function isRole(model: string): boolean {
  return modelRoles.some((role) => role === model)
}

/**
 * `smart`, `local`, `local/smart`, `local/some-model`, or a model by its own name, which may have slashes in it: only the
 * name of a brain that is there, up to the first slash, is one.
 */
export function parseModel(brains: Pick<Brains, 'named'>, words: string): NamedModel {
  const whole = brains.named(words)
  if (whole) return { brain: whole.name }
  const slash = words.indexOf('/')
  const brain = slash > 0 ? brains.named(words.slice(0, slash)) : undefined
  return brain ? { brain: brain.name, model: words.slice(slash + 1) || usualRole } : { model: words }
}
