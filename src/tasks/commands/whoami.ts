import type { Command } from './command.ts'

export function createWhoami(): Command {
  return {
    name: 'whoami',
    summary: 'who I take you for',
    german: 'für wen ich dich halte',
    run(_args, { person, lane, sender, chat }) {
      return [
        `You are **${person.name}** (${person.role}), reaching me as \`${sender.channel}:${sender.id}\`.`,
        `This chat is \`${chat}\`, this lane \`${lane}\`.`,
      ].join('\n')
    },
  }
}
