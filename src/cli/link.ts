import type { Command } from 'commander'
import { ConfigError } from '../domain/errors.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

export function addLink(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('link')
    .description('print a new sign-in link for the local page; it works once, for 15 minutes')
    .option('--public', 'for a browser on another machine, where [web] bind or public_url is set')
    .addHelpText('after', '\nExample:\n  xdg-open "$(skein link)"')
    .action(async (options: { public?: boolean }, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const { url } = await connectDaemon(dataDir).ask(calls.link, options)
      if (!url && options.public)
        throw new ConfigError('The page is for this machine only; set [web] bind or public_url and start again.')
      if (!url) throw new ConfigError('The local page is off; set [web] enabled = true and start again.')
      console.log(json ? JSON.stringify({ url }) : url)
    })
}
