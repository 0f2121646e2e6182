import type { Command } from 'commander'
import { z } from 'zod'
import { describeOverview, type Overview } from '../tasks/overview.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

const overviewShape: z.ZodType<Overview> = z.object({
  version: z.string(),
  pid: z.number(),
  startedAt: z.coerce.date(),
  brain: z.object({ name: z.string(), banner: z.string().exactOptional() }),
  channels: z.array(z.string()),
  tasks: z.object({ waiting: z.number(), running: z.number(), maxRunning: z.number() }),
  deliveries: z.object({ open: z.number(), failed: z.number() }),
  today: z.object({ calls: z.number(), usd: z.number() }),
  safeMode: z.boolean(),
  disk: z.enum(['ok', 'low', 'full']),
})

export function addStatus(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('status')
    .description('how the running daemon is')
    .addHelpText('after', '\nExample:\n  skein status --json')
    .action(async (_options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const overview = await connectDaemon(dataDir).get('/status', overviewShape)
      console.log(json ? JSON.stringify(overview) : describeOverview(overview).replaceAll('**', ''))
    })
}
