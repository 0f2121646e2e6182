import { commandMessages } from '../../messages/command-messages.ts'
import type { Command } from './command.ts'

/**
 * What Telegram sends when somebody opens a chat with a bot. A code behind it is for those who are not known yet: it is
 * neither used up nor even looked at, so that nobody's role changes behind their back and nobody learns which codes hold.
 */
export function createStart(): Command {
  return {
    name: 'start',
    summary: commandMessages.summaries.start,
    run(args, { prefix, person: { name, role } }) {
      if (args === '') return commandMessages.hello(name, prefix)
      return commandMessages.alreadyLetIn(role)
    },
  }
}
