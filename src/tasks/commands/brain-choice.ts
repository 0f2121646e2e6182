import { nearestWord } from '../../lib/text/text-matching.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { type Brains, isRole, splitEffort } from '../../spawner/brains.ts'
import type { Brain } from '../../spawner/spawner.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { type ChatBrain, clearChatBrain, readChatBrain, setChatBrain } from '../../store/settings.ts'
import type { ModelChoices } from '../context/model-choice.ts'
import type { Breakers } from '../queue/breaker.ts'
import { brainTroubleOf, describeBrainTrouble } from '../reports/overview.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

export interface BrainChoiceDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  brains: Brains
  breakers: Pick<Breakers, 'of'>
  choices: Pick<ModelChoices, 'modelFor'>
}

type Place = Pick<CommandContext, 'chat' | 'person'>

/** Which brain and model answer in a chat, for the commands that show and change this. */
export interface BrainChoice {
  current(place: Place): { brain: Brain; model: string; chosen: ChatBrain }
  /** Why this person may not choose here; undefined if they may. */
  refusal(place: Place): LocalizedText | undefined
  choose(context: Pick<CommandContext, 'chat' | 'person' | 'now'>, change: Partial<ChatBrain>): void
  /** Every brain, and why it cannot answer now if it cannot. */
  list(context: CommandContext): LocalizedText
  /** Why this brain cannot answer now. */
  describeTrouble(
    brain: Brain,
    context: Pick<CommandContext, 'person' | 'now' | 'timezone' | 'prefix'>,
  ): LocalizedText | undefined
}

export function createBrainChoice({ db, clock, brains, breakers, choices }: BrainChoiceDeps): BrainChoice {
  const readChoice = (chat: Place['chat']): ChatBrain => readChatBrain(db, chat) ?? { brain: null, model: null }

  const trouble: BrainChoice['describeTrouble'] = ({ name }, { person, ...reader }) => {
    const { trouble: full } = brainTroubleOf(breakers.of(name), clock)
    if (!full) return undefined
    const visible = person.role === 'owner' ? full : { ...full, sentence: commandMessages.somethingWrong }
    return commandMessages.unavailableNow(describeBrainTrouble(visible, reader))
  }

  return {
    current({ chat, person }) {
      const task = { id: 0, kind: 'reply', chat, personId: person.id } as const
      const brain = brains.for(task)
      return { brain, model: choices.modelFor(task, brain.name), chosen: readChoice(chat) }
    },
    refusal({ chat, person }) {
      if (person.role === 'owner') return undefined
      if (person.role === 'guest') return commandMessages.modelChosenByOwner
      return isPrivateTo(db, chat, person.id) ? undefined : commandMessages.modelChosenByOwnerInGroups
    },
    choose({ chat, person, now }, change) {
      const choice = { ...readChoice(chat), ...change }
      // Another brain does not know this brain's name for a model.
      if (change.model === undefined && choice.model !== null && !isRole(splitEffort(choice.model).model)) {
        choice.model = null
      }
      if (choice.brain === null && choice.model === null) clearChatBrain(db, chat)
      else setChatBrain(db, chat, choice, person.id, now)
    },
    list(context) {
      const lines = brains.all.map((brain) => {
        const line = brain === brains.usual ? commandMessages.providerUsual : commandMessages.providerOther
        return joinTexts([line(brain.name), trouble(brain, context) ?? []].flat(), ' ')
      })
      return joinTexts(lines, '\n')
    },
    describeTrouble: trouble,
  }
}

/** A role or model name, with the actual model behind it and the chosen effort. */
export function describeModel(brain: Pick<Brain, 'modelFor'>, choice: string): AnyText {
  const { model, effort } = splitEffort(choice)
  const name = describeName(model, brain.modelFor?.(model))
  return effort === undefined ? name : commandMessages.withEffort(name, effort)
}

function describeName(model: string, actualModel: string | undefined): AnyText {
  if (actualModel === model) return `\`${model}\``
  return actualModel === undefined ? commandMessages.ownChoice(model) : `\`${model}\` (${actualModel})`
}

const MAX_TYPOS = 2

/** Suggests the known word that was most likely meant. */
export function didYouMean(word: string, candidates: Iterable<string>): LocalizedText | undefined {
  const near = nearestWord(word, candidates, MAX_TYPOS)
  return near === undefined ? undefined : commandMessages.didYouMean(near)
}

/** Something that can be chosen for a chat: its brain or its model. */
interface Choosable {
  /** Shows the current choice and the alternatives. */
  describe(context: CommandContext): LocalizedText
  /** Resets the choice; `again` describes what applies then. */
  reset: Partial<ChatBrain>
  describeReset(context: CommandContext): LocalizedText
  choose(args: string, context: CommandContext): ReturnType<Command['run']>
}

/** Without an argument it shows the choice, "default" resets it, and any other word chooses. */
export function createChoiceCommand(
  brainChoice: BrainChoice,
  { describe, reset, describeReset, choose }: Choosable,
): Command['run'] {
  return (args, context) => {
    if (args === '') return describe(context)
    const refusal = brainChoice.refusal(context)
    if (refusal) return refusal
    if (args.toLowerCase() !== 'default') return choose(args, context)
    brainChoice.choose(context, reset)
    return joinTexts([describeReset(context), commandMessages.conversationContinues], ' ')
  }
}

/** The reply to a choice, with a warning if the brain cannot answer now. */
export function describeChoice(
  brainChoice: BrainChoice,
  what: AnyText,
  brain: Brain,
  context: CommandContext,
): LocalizedText {
  return joinTexts([commandMessages.chosen(what), brainChoice.describeTrouble(brain, context) ?? []].flat(), ' ')
}
