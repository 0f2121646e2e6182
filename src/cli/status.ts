import type { Command } from 'commander'
import { printable } from '../lib/text/visible.ts'
import { describeOverview } from '../tasks/reports/overview.ts'
import { describeUsage } from '../tasks/reports/usage-report.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

export function addStatus(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('status')
    .description('how the running daemon is')
    .addHelpText('after', '\nExample:\n  skein status --json')
    .action(async (_options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const overview = await connectDaemon(dataDir).ask(calls.status, {})
      if (json) return console.log(JSON.stringify(overview))
      const text = [
        describeOverview(overview, {
          owner: true,
          paying: false,
          now: new Date(),
          timezone: overview.timezone,
          prefix: '/',
        }).en,
        describeUsage(overview.usage).en,
      ].join('\n\n')
      console.log(printable(text.replaceAll('**', '')))
    })
}
