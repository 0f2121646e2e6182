import { truncate } from '../../lib/text.ts'
import { isPrivateTo } from '../../store/chats.ts'
import type { Command } from '../commands.ts'
import type { Road } from '../road.ts'
import type { Search } from '../search.ts'

const MOST = 8

/** Reaches behind a cleared context, because it is asked for. Where nobody else reads along, the owner finds everything. */
export function createSearchCommand({ db }: Pick<Road, 'db'>, search: Search): Command {
  return {
    name: 'search',
    usage: 'words',
    summary: 'find what was said',
    run(args, { person, chat }) {
      if (args === '') return 'Write what to look for: a few words that were in it.'
      const everywhere = person.role === 'owner' && isPrivateTo(db, chat, person.id)
      const found = search({ personId: person.id, chat, task: 0, everywhere }, args, MOST)
      if (found.length === 0) return `Nothing was found for "${args}". Try other words, or fewer.`
      return found
        .map(({ id, at, who, chatTitle, text }) => {
          const line = truncate(text.replaceAll(/\s+/g, ' '), 200)
          return `- \`[${id}]\` ${at.toISOString().slice(0, 16).replace('T', ' ')} **${who}** in ${chatTitle}: ${line}`
        })
        .join('\n')
    },
  }
}
