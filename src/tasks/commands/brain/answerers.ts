import { nearest } from '../../../lib/text/text-matching.ts'
import { type Brains, isRole } from '../../../spawner/brains.ts'
import type { Brain } from '../../../spawner/spawner.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import { type ChatBrain, clearChatBrain, readChatBrain, setChatBrain } from '../../../store/settings.ts'
import type { Choices } from '../../context/choices.ts'
import type { Breakers } from '../../queue/breaker.ts'
import { troubleOf, troubleWords } from '../../reports/overview.ts'
import type { Road } from '../../road.ts'
import type { CommandContext } from '../command.ts'

export interface AnswerersDeps extends Pick<Road, 'db' | 'clock'> {
  brains: Brains
  breakers: Pick<Breakers, 'of'>
  choices: Pick<Choices, 'modelFor'>
}

type Place = Pick<CommandContext, 'chat' | 'person'>

/** Who answers in a chat, for the commands that show it and change it. */
export interface Answerers {
  here(place: Place): { brain: Brain; model: string; chosen: ChatBrain }
  /** Why whoever asks may not choose here; undefined when they may. */
  refusal(place: Place): string | undefined
  choose(context: Pick<CommandContext, 'chat' | 'person' | 'now'>, change: Partial<ChatBrain>): void
  /** Each brain that there is, and what keeps it from answering now. */
  list(context: CommandContext): string
  /** What keeps this one from answering now, as the rest of a sentence about it. */
  trouble(brain: Brain, context: Pick<CommandContext, 'person' | 'now' | 'timezone' | 'prefix'>): string
}

export function createAnswerers({ db, clock, brains, breakers, choices }: AnswerersDeps): Answerers {
  const chosenIn = (chat: Place['chat']): ChatBrain => readChatBrain(db, chat) ?? { brain: null, model: null }

  const trouble: Answerers['trouble'] = ({ name }, { person, ...reader }) => {
    const { trouble: found } = troubleOf(breakers.of(name), clock)
    if (!found) return ''
    const said = person.role === 'owner' ? found : { ...found, sentence: 'Something is wrong.' }
    return ` It cannot be asked now. ${troubleWords(said, reader)}`
  }

  return {
    here({ chat, person }) {
      const task = { id: 0, kind: 'reply', chat, personId: person.id } as const
      const brain = brains.for(task)
      return { brain, model: choices.modelFor(task, brain.name), chosen: chosenIn(chat) }
    },
    refusal({ chat, person }) {
      if (person.role === 'owner') return undefined
      if (person.role === 'guest') return 'Who answers is chosen by my owner.'
      return isPrivateTo(db, chat, person.id) ? undefined : 'Where others read along, my owner chooses who answers.'
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
        const usual = brain === brains.usual ? ', the usual one' : ''
        return `- **${brain.name}**${usual}.${trouble(brain, context)}`
      })
      return lines.join('\n')
    },
    trouble,
  }
}

/** A role or a model of a brain, with what it comes to. */
export function modelWords(brain: Pick<Brain, 'modelFor'>, model: string): string {
  const comesTo = brain.modelFor?.(model)
  if (comesTo === model) return `\`${model}\``
  return comesTo === undefined ? `\`${model}\` (its own choice)` : `\`${model}\` (${comesTo})`
}

const MOST_SLIPS = 2

/** What was most likely meant, as the rest of a sentence that says there is no such thing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearest(word, known, MOST_SLIPS)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
