import { commandMessages } from '../../messages/command-messages.ts'
import type { Command } from './command.ts'

export function createWhoami(): Command {
  return {
    name: 'whoami',
    summary: commandMessages.summaries.whoami,
    run(_args, { person, lane, sender, chat }) {
      return commandMessages.whoami(person, `${sender.channel}:${sender.id}`, { chat, lane })
    },
  }
}
