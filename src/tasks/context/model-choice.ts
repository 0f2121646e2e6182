import { factsOf } from '../../domain/task.ts'
import { type Brains, isRole, type NamedModel, parseModel, type TaskFacts, usualRole } from '../../spawner/brains.ts'
import type { Database } from '../../store/database.ts'
import { readChatBrain } from '../../store/settings.ts'

/** Who was chosen to answer, and with which model of theirs. */
export interface ModelChoices {
  /** By name; undefined where nobody chose. */
  brainFor(task: TaskFacts): string | undefined
  /** Also of a brain that stands in for the chosen one, which knows no model of the other by its own name. */
  modelFor(task: TaskFacts, brain: string): string
}

export interface ModelChoicesDeps {
  db: Database
  brains: Pick<Brains, 'named' | 'usual'>
  /** What work that no message asked for is answered with, as its job says it. */
  modelOfJob(task: Pick<TaskFacts, 'id'>): string
}

/** Work that no message asked for follows the chat it belongs to, but for what its job says. */
export function createModelChoices({ db, brains, modelOfJob }: ModelChoicesDeps): ModelChoices {
  function wanted(task: TaskFacts): NamedModel {
    const { brain, model } = readChatBrain(db, task.chat) ?? { brain: null, model: null }
    const here = { ...(brain !== null && { brain }), ...(model !== null && { model }) }
    if (factsOf(task.kind).work !== 'background') return here
    const named = parseModel(brains, modelOfJob(task))
    return named.brain === undefined && brain !== null ? { brain, ...named } : named
  }

  return {
    brainFor: (task) => wanted(task).brain,
    modelFor(task, brain) {
      const { model = usualRole, brain: chosen } = wanted(task)
      const owner = chosen === undefined ? brains.usual : brains.named(chosen)
      return isRole(model) || owner?.name === brain ? model : usualRole
    },
  }
}
