import { commandMessages } from '../../../messages/command-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../../messages/localized.ts'
import type { Brain } from '../../../spawner/spawner.ts'
import type { ChatBrain } from '../../../store/settings.ts'
import type { Command, CommandContext } from '../command.ts'
import type { Answerers } from './answerers.ts'

/** One thing about who answers in a chat that can be chosen there. */
export interface Choosable {
  /** What holds here, and what else there is. */
  shown(context: CommandContext): LocalizedText
  /** What takes the choice back, and what holds then. */
  none: Partial<ChatBrain>
  again(context: CommandContext): LocalizedText
  choose(args: string, context: CommandContext): ReturnType<Command['run']>
}

/** Without a word it shows; "default" takes back; and whoever may choose does so with any other. */
export function createChoosing(answerers: Answerers, { shown, none, again, choose }: Choosable): Command['run'] {
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
export function wasChosen(answerers: Answerers, what: AnyText, brain: Brain, context: CommandContext): LocalizedText {
  return joinTexts([commandMessages.chosen(what), answerers.trouble(brain, context) ?? []].flat(), ' ')
}
