import { nearest } from '../../lib/text/text-matching.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { type Brains, isRole } from '../../spawner/brains.ts'
import type { Brain } from '../../spawner/spawner.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { type ChatBrain, clearChatBrain, readChatBrain, setChatBrain } from '../../store/settings.ts'
import type { ModelChoices } from '../context/model-choice.ts'
import type { Breakers } from '../queue/breaker.ts'
import { brainTroubleOf, troubleWords } from '../reports/overview.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

export interface BrainChoiceDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  brains: Brains
  breakers: Pick<Breakers, 'of'>
  choices: Pick<ModelChoices, 'modelFor'>
}

type Place = Pick<CommandContext, 'chat' | 'person'>

/** Who answers in a chat, for the commands that show it and change it. */
export interface BrainChoice {
  here(place: Place): { brain: Brain; model: string; chosen: ChatBrain }
  /** Why whoever asks may not choose here; undefined when they may. */
  refusal(place: Place): LocalizedText | undefined
  choose(context: Pick<CommandContext, 'chat' | 'person' | 'now'>, change: Partial<ChatBrain>): void
  /** Each brain that there is, and what keeps it from answering now. */
  list(context: CommandContext): LocalizedText
  /** What keeps this one from answering now. */
  trouble(
    brain: Brain,
    context: Pick<CommandContext, 'person' | 'now' | 'timezone' | 'prefix'>,
  ): LocalizedText | undefined
}

export function createBrainChoice({ db, clock, brains, breakers, choices }: BrainChoiceDeps): BrainChoice {
  const chosenIn = (chat: Place['chat']): ChatBrain => readChatBrain(db, chat) ?? { brain: null, model: null }

  const trouble: BrainChoice['trouble'] = ({ name }, { person, ...reader }) => {
    const { trouble: found } = brainTroubleOf(breakers.of(name), clock)
    if (!found) return undefined
    const said = person.role === 'owner' ? found : { ...found, sentence: commandMessages.somethingWrong }
    return commandMessages.unavailableNow(troubleWords(said, reader))
  }

  return {
    here({ chat, person }) {
      const task = { id: 0, kind: 'reply', chat, personId: person.id } as const
      const brain = brains.for(task)
      return { brain, model: choices.modelFor(task, brain.name), chosen: chosenIn(chat) }
    },
    refusal({ chat, person }) {
      if (person.role === 'owner') return undefined
      if (person.role === 'guest') return commandMessages.modelChosenByOwner
      return isPrivateTo(db, chat, person.id) ? undefined : commandMessages.modelChosenByOwnerInGroups
    },
    choose({ chat, person, now }, change) {
      const choice = { ...chosenIn(chat), ...change }
      // Another brain knows no model of this one by its own name.
      if (change.model === undefined && choice.model !== null && !isRole(choice.model)) choice.model = null
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
    trouble,
  }
}

/** A role or a model of a brain, with what it comes to. */
export function modelWords(brain: Pick<Brain, 'modelFor'>, model: string): AnyText {
  const comesTo = brain.modelFor?.(model)
  if (comesTo === model) return `\`${model}\``
  return comesTo === undefined ? commandMessages.ownChoice(model) : `\`${model}\` (${comesTo})`
}

const MAX_TYPOS = 2

/** A question about what was most likely meant. */
export function didYouMean(word: string, known: Iterable<string>): LocalizedText | undefined {
  const near = nearest(word, known, MAX_TYPOS)
  return near === undefined ? undefined : commandMessages.didYouMean(near)
}

/** One thing about who answers in a chat that can be chosen there. */
interface Choosable {
  /** What holds here, and what else there is. */
  shown(context: CommandContext): LocalizedText
  /** What takes the choice back, and what holds then. */
  none: Partial<ChatBrain>
  again(context: CommandContext): LocalizedText
  choose(args: string, context: CommandContext): ReturnType<Command['run']>
}

/** Without a word it shows; "default" takes back; and whoever may choose does so with any other. */
export function createChoiceCommand(answerers: BrainChoice, { shown, none, again, choose }: Choosable): Command['run'] {
  return (args, context) => {
    if (args === '') return shown(context)
    const refusal = answerers.refusal(context)
    if (refusal) return refusal
    if (args.toLowerCase() !== 'default') return choose(args, context)
    answerers.choose(context, none)
    return joinTexts([again(context), commandMessages.conversationContinues], ' ')
  }
}

/** What is said once it is chosen: from when on it holds, and what keeps it from answering now. */
export function describeChoice(
  answerers: BrainChoice,
  what: AnyText,
  brain: Brain,
  context: CommandContext,
): LocalizedText {
  return joinTexts([commandMessages.chosen(what), answerers.trouble(brain, context) ?? []].flat(), ' ')
}
