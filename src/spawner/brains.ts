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
