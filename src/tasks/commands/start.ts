import type { Command } from './command.ts'

/**
 * What Telegram sends when somebody opens a chat with a bot. A code behind it is for those who are not known yet: it is
 * neither used up nor even looked at, so that nobody's role changes behind their back and nobody learns which codes hold.
 */
export function createStart(): Command {
  return {
    name: 'start',
    summary: 'say hello',
    german: 'Hallo sagen',
    run(args, { prefix, person: { name, role } }) {
      if (args === '') return `Hello, ${name}. Write to me, or send ${prefix}help for what else I can do.`
      const hint =
        role === 'owner' ? '' : ' If it should make this account another one of my owner, ask them to remove it first.'
      return `You are already let in, as ${role === 'owner' ? 'my owner' : `a ${role}`}, so I did not use the code.${hint}`
    },
  }
}
