import { factsOf } from '../../domain/task.ts'
import {
  type Brains,
  isRole,
  type NamedModel,
  parseModel,
  splitEffort,
  type TaskFacts,
  usualRole,
} from '../../spawner/brains.ts'
import type { Database } from '../../store/database.ts'
import { readChatBrain } from '../../store/settings.ts'

/** Which brain and which of its models answer a task. */
export interface ModelChoices {
  /** The name of the chosen brain; undefined if nobody chose one. */
  brainFor(task: TaskFacts): string | undefined
  /**
   * The model to use with this brain, with its effort if one was chosen. A stand-in does not know a model that was chosen
   * by another brain's name for it.
   */
  modelFor(task: TaskFacts, brain: string): string
}

export interface ModelChoicesDeps {
  db: Database
  brains: Pick<Brains, 'named' | 'usual'>
  /** The model that the job of a background task names. */
  modelOfJob(task: Pick<TaskFacts, 'id'>): string
}

/** Background work uses the choice of its chat, unless its job names a model. */
export function createModelChoices({ db, brains, modelOfJob }: ModelChoicesDeps): ModelChoices {
  function requestedModel(task: TaskFacts): NamedModel {
    const { brain, model } = readChatBrain(db, task.chat) ?? { brain: null, model: null }
    const chosenHere = { ...(brain !== null && { brain }), ...(model !== null && { model }) }
    if (factsOf(task.kind).work !== 'background') return chosenHere
    const jobModel = parseModel(brains, modelOfJob(task))
    return jobModel.brain === undefined && brain !== null ? { brain, ...jobModel } : jobModel
  }

  return {
    brainFor: (task) => requestedModel(task).brain,
    modelFor(task, brain) {
      const { model: requested = usualRole, brain: chosen } = requestedModel(task)
      const { model, effort } = splitEffort(requested)
      const owner = chosen === undefined ? brains.usual : brains.named(chosen)
      const known = model !== '' && (isRole(model) || owner?.name === brain) ? model : usualRole
      return effort !== undefined && brains.named(brain)?.hasEffort ? `${known} ${effort}` : known
    },
  }
}
