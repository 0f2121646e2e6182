import type { Command } from 'commander'
import { ConfigError } from '../domain/errors.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

export function addLink(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('link')
    .description('print a new sign-in link for the local page; it works once, for 15 minutes')
    .addHelpText('after', '\nExample:\n  xdg-open "$(skein link)"')
    .action(async (_options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const { url } = await connectDaemon(dataDir).ask(calls.link, {})
      if (!url) throw new ConfigError('The local page is off; set [web] enabled = true and start again.')
      console.log(json ? JSON.stringify({ url }) : url)
    })
}
