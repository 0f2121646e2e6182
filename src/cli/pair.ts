import type { Command } from 'commander'
import { calls } from '../web/control/wire.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

export function addPair(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('pair')
    .description('make a code that lets somebody talk to Skein; it works once, for 15 minutes')
    .option('--owner', 'for an account of your own, which may then do what you may')
    .addHelpText(
      'after',
      '\nExample:\n  skein pair --owner\nThen send the bot "/start CODE" in a private chat, or "!start CODE" where commands begin with "!".',
    )
    .action(async ({ owner = false }: { owner?: boolean }, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const made = await connectDaemon(dataDir).ask(calls.pair, { role: owner ? 'owner' : 'member' })
      console.log(
        json ? JSON.stringify(made) : `/start ${made.code}\n(where commands begin with "!": !start ${made.code})`,
      )
    })
}
