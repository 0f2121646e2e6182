import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { type ChatId, examples } from '../domain/ids.ts'
import { printable } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { systemClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { remoteIdsOf } from '../store/messages/messages.ts'
import { type FoundMessage, readFound, whoAndWhere, wordsOfFound } from '../store/recall/search.ts'
import { createMessageSearch } from '../tasks/recall/message-search.ts'
import { createSearch, readerOfAll } from '../tasks/recall/search.ts'
import { parseChat } from './arguments.ts'
import { globalOptions, toJson } from './global-options.ts'
import { embedQueryText } from './query-embedding.ts'
import { withOwnerStore } from './store.ts'

export function addSearch(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('search <query>')
    .description('search the messages of one chat or of all chats')
    .option('--chat <chat>', 'only in this chat', parseChat)
    .option('--person <name>', 'only messages by this person ("you" for the answers)')
    .option('--from <when>', 'not before this date: 2026-03-14, 2026-03, yesterday')
    .option('--to <when>', 'not after this date')
    .option('--limit <n>', 'maximum number of results', parseCount, 10)
    .addHelpText('after', `\nExample:\n  skein search "roof repair" --chat ${examples.local} --from 2026-03`)
    .action(async (query: string, options: SearchOptions, command: Command) => {
      const { dataDir, configFile, json } = globalOptions(command, env)
      const config = readConfig({ configFile, dataDir }, env)
      const meaning = await embedQueryText(config, dataDir, query)
      withOwnerStore(dataDir, (db, owner) => {
        const { chat, ...criteria } = options
        const timezone = owner.timezone ?? config.timezone
        const search = createSearch(db, systemClock, () => config.timezone)
        const reader = chat ? { personId: owner.id, chat, task: 0, everywhere: false } : readerOfAll(owner.id)
        const answer = createMessageSearch({ db, clock: systemClock, search })(
          // Cleared contexts hide lines from the model, not from the owner.
          { query, ...criteria, order: 'best', offset: 0, neighbours: 0, cleared: true },
          { reader, timezone, meaning },
        )
        if ('problem' in answer) throw new UsageError(answer.problem)
        const results = readFound(db, answer.ids)
        if (json) return console.log(toJson(withRemoteIds(db, results)))
        if (results.length === 0) return console.log('No results. Try other or fewer words.')
        for (const line of results) {
          const when = dateAndTime(line.at, timezone)
          const mark = line.otherBranch === undefined ? '' : ' (other version)'
          console.log(printable(`[${line.id}] ${when} ${whoAndWhere(line)}${mark}: ${wordsOfFound(line)}`))
        }
        const remaining = answer.matchingAll + answer.matchingSome + answer.similar - results.length
        if (remaining > 0)
          console.error(`${answer.isComplete ? '' : 'At least '}${remaining} more results: use --limit (up to 999).`)
      })
    })
}

interface SearchOptions extends Partial<Record<'person' | 'from' | 'to', string>> {
  chat?: ChatId
  limit: number
}

/** Adds the id that the platform or the import gave each message. */
function withRemoteIds(db: Database, results: FoundMessage[]) {
  const remoteIds = remoteIdsOf(
    db,
    results.map(({ id }) => id),
  )
  return results.map((line) => ({ ...line, message: remoteIds.get(line.id) ?? String(line.id) }))
}

function parseCount(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number up to 999.')
  return Number(text)
}
