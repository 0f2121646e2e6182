import type { Command } from '../commands.ts'

/** What Telegram sends when somebody opens a chat with a bot. A code behind it is for those who are not known yet. */
export function createStart(): Command {
  return {
    name: 'start',
    summary: 'say hello',
    run: (_args, { person }) => `Hello, ${person.name}. Write to me, or send /help for what else I can do.`,
  }
}
