import type { Brain } from '../../../spawner/spawner.ts'
import type { ChatBrain } from '../../../store/settings.ts'
import type { Command, CommandContext } from '../command.ts'
import type { Answerers } from './answerers.ts'

/** One thing about who answers in a chat that can be chosen there. */
export interface Choosable {
  /** What holds here, and what else there is. */
  shown(context: CommandContext): string
  /** What takes the choice back, and what holds then. */
  none: Partial<ChatBrain>
  again(context: CommandContext): string
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
    return `${again(context)} The conversation goes on.`
  }
}

/** What is said once it is chosen: from when on it holds, and what keeps it from answering now. */
export function wasChosen(answerers: Answerers, what: string, brain: Brain, context: CommandContext): string {
  const fromNowOn = 'It answers from your next message on; the conversation goes on, and it is shown what was said.'
  return `${what} was chosen. ${fromNowOn}${answerers.trouble(brain, context)}`
}
