import type { Command } from 'commander'
import { readConfig } from '../config/load.ts'
import { printable } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { listChats } from '../store/messages/lines.ts'
import { findOwner } from '../store/people/people.ts'
import { parseWholeNumber } from './arguments.ts'
import { globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

export function addChats(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('chats')
    .description('list the chats of all channels, most recent first')
    .option('--limit <n>', 'maximum number of chats', parseWholeNumber, 50)
    .option('--ids', 'only their ids, one per line')
    .addHelpText('after', '\nExample:\n  skein chats --limit 10')
    .action(({ limit, ids }: { limit: number; ids?: boolean }, command: Command) => {
      const { dataDir, configFile, json } = globalOptions(command, env)
      const { timezone } = readConfig({ configFile, dataDir }, env)
      withStoreToRead(dataDir, (db) => {
        const chats = listChats(db, { limit })
        if (json) return console.log(toJson(chats))
        if (ids) return console.log(chats.map(({ id }) => printable(id)).join('\n'))
        if (chats.length === 0) return console.log('No chats yet.')
        const zone = findOwner(db)?.timezone ?? timezone
        const idWidth = Math.max(...chats.map(({ id }) => id.length))
        for (const { id, title, lastAt } of chats)
          console.log(
            printable(`${dateAndTime(lastAt, zone)}  ${id.padEnd(idWidth)}  ${title.replaceAll(/\s+/g, ' ')}`),
          )
      })
    })
}
