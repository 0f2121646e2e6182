import { type ChatId, isLocal, localOwner, rootLane } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import { momentOf } from '../../lib/time/clock.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type Brains, effortLevels, modelRoles, splitEffort } from '../../spawner/brains.ts'
import type { ModelFacts } from '../../spawner/model-facts.ts'
import type { Brain } from '../../spawner/spawner.ts'
import { ensureChat } from '../../store/messages/chats.ts'
import type { TaskDeps, TaskSettings } from '../task-deps.ts'
import type { BrainChoice } from './brain-choice.ts'
import type { Command } from './command.ts'

export interface PickerPlace {
  chat: ChatId
  person: Person
}

/** Who answers in a chat. */
export interface PickedModel {
  brain: string
  /** Undefined if the brain chooses. */
  model: string | undefined
  effort: Effort | undefined
  /** It was chosen for this chat. */
  isChosen: boolean
}

/** A model that can be chosen for a chat. */
export interface ModelOffer extends ModelFacts {
  /** The argument for /model. */
  name: string
  brain: string
  role: string | undefined
  model: string | undefined
  hasEffort: boolean
  isCurrent: boolean
  /** Why it cannot answer now. */
  problem?: AnyText
}

export type Effort = (typeof effortLevels)[number]

/** The model of a chat for a page: what /brain and /model show and do, without writing into the chat. */
export interface ModelPicker {
  current(place: PickerPlace): PickedModel
  /** Every model with its price and window, and why this person may not choose here. */
  list(place: PickerPlace, signal: AbortSignal): Promise<{ offers: ModelOffer[]; refusal?: AnyText }>
  /** Runs /model, or with undefined the reset of both commands. Returns what the command says. */
  choose(place: PickerPlace, args: string | undefined): AnyText
}

export interface ModelPickerDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  settings(): Pick<TaskSettings, 'timezone'>
  brains: Pick<Brains, 'all' | 'usual'>
  brainChoice: BrainChoice
  brainCommand: Pick<Command, 'run'>
  modelCommand: Pick<Command, 'run'>
}

/** A server that does not answer must not keep the list waiting. */
const MAX_CHECK_MS = 4000

export function createModelPicker(deps: ModelPickerDeps): ModelPicker {
  const { db, clock, brains, brainChoice, brainCommand, modelCommand } = deps

  function current(place: PickerPlace): PickedModel {
    const { brain, model: choice, chosen } = brainChoice.current(place)
    const effort = effortLevels.find((level) => level === splitEffort(choice).effort)
    const isChosen = chosen.brain !== null || chosen.model !== null
    return { brain: brain.name, model: actualModel(brain, choice), effort, isChosen }
  }

  function contextOf({ chat, person }: PickerPlace) {
    const timezone = person.timezone ?? deps.settings().timezone
    return { chat, person, ...momentOf(clock), timezone, prefix: '/' } as const
  }

  /** A brain is checked once for all its models. */
  async function findProblem(brain: Brain, place: PickerPlace, signal: AbortSignal): Promise<AnyText | undefined> {
    const trouble = brainChoice.describeTrouble(brain, contextOf(place))
    if (trouble) return trouble
    const problem = await brain.probe?.(signal)
    return place.person.role === 'owner' ? problem : problem && commandMessages.somethingWrong
  }

  async function offersOf(brain: Brain, place: PickerPlace, signal: AbortSignal): Promise<ModelOffer[]> {
    const now = current(place)
    const models = offeredModels(brain, now)
    const [problem, ...facts] = await Promise.all([
      findProblem(brain, place, signal),
      ...models.map(({ model }) => (model === undefined ? undefined : brain.modelFacts?.(model, signal))),
    ])
    return models.map(({ role, model }, at) => ({
      name: nameOf(brain, role ?? model),
      brain: brain.name,
      role,
      model,
      hasEffort: brain.hasEffort ?? false,
      isCurrent: brain.name === now.brain && model === now.model,
      ...facts[at],
      ...(problem !== undefined && { problem }),
    }))
  }

  return {
    current,
    async list(place, signal) {
      const checking = AbortSignal.any([signal, AbortSignal.timeout(MAX_CHECK_MS)])
      const offers = await Promise.all(brains.all.map((brain) => offersOf(brain, place, checking)))
      const refusal = brainChoice.refusal(place)
      return { offers: offers.flat(), ...(refusal && { refusal }) }
    },
    choose(place, args) {
      const effects: (() => void)[] = []
      const { chat, person } = place
      const context = {
        ...contextOf(place),
        lane: rootLane(chat),
        sender: localOwner,
        route: { chat },
        afterCommit: (effect: () => void) => void effects.push(effect),
      }
      const said = db.transaction(() => {
        // A new chat is stored with its first message, but the choice refers to it already. That message gives it a title.
        if (isLocal(chat)) ensureChat(db, { id: chat, title: chat, ...ownChat(person) }, context.now)
        if (args !== undefined) return textOf(modelCommand.run(args, context))
        const brainReset = textOf(brainCommand.run('default', context))
        modelCommand.run('default', context)
        return brainReset
      })
      for (const effect of effects) effect()
      return said
    },
  }
}

function ownChat({ id }: Person) {
  return { audience: 'private', owner: localOwner, personId: id } as const
}

/** One per model: a role that has the same model as an earlier one is left out. */
function offeredModels(brain: Brain, now: PickedModel): { role?: string; model: string | undefined }[] {
  if (!brain.modelFor) return [{ model: undefined }]
  const offered: { role?: string; model: string | undefined }[] = []
  for (const role of ['general', ...modelRoles]) {
    const model = brain.modelFor(role)
    if (!offered.some((other) => other.model === model)) offered.push({ role, model })
  }
  const isListed = now.brain !== brain.name || offered.some(({ model }) => model === now.model)
  return isListed ? offered : [...offered, { model: now.model }]
}

function nameOf({ name }: Brain, model: string | undefined): string {
  return model === undefined ? name : `${name}/${model}`
}

function actualModel(brain: Brain, choice: string): string | undefined {
  return brain.modelFor?.(splitEffort(choice).model)
}

function textOf(said: ReturnType<Command['run']>): AnyText {
  return typeof said === 'object' && 'text' in said ? said.text : said
}
