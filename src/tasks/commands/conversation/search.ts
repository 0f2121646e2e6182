import { truncate } from '../../../lib/text/text.ts'
import { dateAndTime } from '../../../lib/time/calendar.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import { type FoundMessage, type SearchReader, whoAndWhere, wordsOfFound } from '../../../store/recall/search.ts'
import type { Search } from '../../recall/search.ts'
import { meaningOf, type Understand } from '../../recall/understand.ts'
import type { Road } from '../../road.ts'
import type { Command, CommandContext } from '../command.ts'

const MOST_FOUND = 8
const MOST_IN_OTHER_WORDS = 4

export interface SearchCommandDeps extends Pick<Road, 'db'> {
  understand?: Understand | undefined
}

/** Reaches behind a cleared context, because it is asked for. Where nobody else reads along, the owner finds everything. */
export function createSearchCommand(deps: SearchCommandDeps, search: Search): Command {
  return {
    name: 'search',
    usage: commandMessages.usages.search,
    summary: commandMessages.summaries.search,
    run(args, context) {
      if (args === '') return commandMessages.searchWhat
      const found = search(readerOf(deps, context), args, MOST_FOUND)
      // What says the same in other words follows: the commit that takes the command in does not wait for a model.
      const goesOn = deps.understand !== undefined
      if (found.length === 0) return { text: commandMessages.nothingFound(args), goesOn }
      return { text: describe(found, context.timezone), goesOn }
    },
    async later(args, context, signal) {
      const meaning = await meaningOf(deps.understand, args, signal)
      if (!meaning) return undefined
      const reader = readerOf(deps, context)
      const known = new Set(search(reader, args, MOST_FOUND).map(({ id }) => id))
      const more = search(reader, args, MOST_FOUND + MOST_IN_OTHER_WORDS, meaning).filter(({ id }) => !known.has(id))
      if (more.length === 0) return undefined
      return commandMessages.foundByMeaning(describe(more.slice(0, MOST_IN_OTHER_WORDS), context.timezone))
    },
  }
}

function readerOf({ db }: Pick<Road, 'db'>, { person, chat }: Pick<CommandContext, 'person' | 'chat'>): SearchReader {
  const everywhere = person.role === 'owner' && isPrivateTo(db, chat, person.id)
  return { personId: person.id, chat, task: 0, everywhere }
}

function describe(found: FoundMessage[], timezone: string): string {
  return found
    .map((line) => {
      const words = truncate(wordsOfFound(line).replaceAll(/\s+/g, ' '), 200)
      return `- \`[${line.id}]\` ${dateAndTime(line.at, timezone)} ${whoAndWhere(line, `**${line.who}**`)}: ${words}`
    })
    .join('\n')
}
