import { randomUUID } from 'node:crypto'
import { truncate } from '../../lib/text/text.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { FoundMessage, Reader } from '../../store/recall/search.ts'
import type { Search } from '../recall/search.ts'
import { meaningOf, type Understand } from '../recall/understand.ts'
import type { Road } from '../road.ts'
import { speak } from '../say/speak.ts'
import type { Command, CommandContext } from './command.ts'

const MOST = 8
const MOST_MORE = 4

export interface SearchCommandDeps extends Road {
  understand?: Understand | undefined
}

/** Reaches behind a cleared context, because it is asked for. Where nobody else reads along, the owner finds everything. */
export function createSearchCommand(deps: SearchCommandDeps, search: Search): Command {
  return {
    name: 'search',
    usage: 'words',
    summary: 'find what was said',
    run(args, context) {
      if (args === '') return 'Write what to look for: a few words that were in it.'
      const { person, chat } = context
      const everywhere = person.role === 'owner' && isPrivateTo(deps.db, chat, person.id)
      const reader = { personId: person.id, chat, task: 0, everywhere }
      const found = search(reader, args, MOST)
      if (deps.understand) context.after(() => void tellMore(deps, search, { reader, args, found, context }))
      if (found.length === 0) return `Nothing was found for "${args}". Try other words, or fewer.`
      return describe(found, context.timezone)
    },
  }
}

interface Told {
  reader: Reader
  args: string
  found: FoundMessage[]
  context: CommandContext
}

/**
 * What says the same in other words comes as a second line: the first is part of the commit that takes the command in,
 * and that does not wait for a model.
 */
async function tellMore(
  deps: SearchCommandDeps,
  search: Search,
  { reader, args, found, context }: Told,
): Promise<void> {
  try {
    const meaning = await meaningOf(deps.understand, args)
    if (!meaning) return
    const known = new Set(found.map(({ id }) => id))
    const more = search(reader, args, MOST + MOST_MORE, meaning).filter(({ id }) => !known.has(id))
    if (more.length === 0) return
    const text = `In other words:\n${describe(more.slice(0, MOST_MORE), context.timezone)}`
    const { lane, route } = context
    const line = { key: `search:${randomUUID()}`, kind: 'command', lane, route, text } as const
    await deps.persist(() => deps.db.transaction(() => speak(deps, line, deps.clock.now())))
  } catch (err) {
    deps.log.error({ err }, 'a search by meaning failed')
  }
}

function describe(found: FoundMessage[], timezone: string): string {
  return found
    .map(({ id, at, who, chatTitle, text }) => {
      const line = truncate(text.replaceAll(/\s+/g, ' '), 200)
      return `- \`[${id}]\` ${dateAndTime(at, timezone)} **${who}** in ${chatTitle}: ${line}`
    })
    .join('\n')
}
