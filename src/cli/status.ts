import type { Command } from 'commander'
import { z } from 'zod'
import { channelNames } from '../domain/ids.ts'
import { printable } from '../lib/text/printable.ts'
import { describeOverview, type Overview, type Wait } from '../tasks/reports/overview.ts'
import { describeUsage, type Share, type SpanReport } from '../tasks/reports/usage-report.ts'
import { sourcedShape } from './config.ts'
import { connectDaemon } from './daemon.ts'
import { placeOf } from './place.ts'

const shareShape: z.ZodType<Share> = z.object({ name: z.string(), calls: z.number(), usd: z.number() })

const spanShape: z.ZodType<SpanReport> = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  usd: z.number(),
  capUsd: z.number().exactOptional(),
  byOrigin: z.array(shareShape),
  byModel: z.array(shareShape),
})

const waitShape: z.ZodType<Wait> = z.object({ reason: z.string(), count: z.number(), until: z.coerce.date() })

const overviewShape: z.ZodType<Overview> = z.object({
  version: z.string(),
  pid: z.number(),
  startedAt: z.coerce.date(),
  brain: z.object({
    name: z.string(),
    banner: z.string().exactOptional(),
    trouble: z.object({ sentence: z.string(), until: z.coerce.date() }).exactOptional(),
  }),
  channels: z.array(z.string()),
  tasks: z.object({ waiting: z.number(), running: z.number(), maxRunning: z.number(), waits: z.array(waitShape) }),
  deliveries: z.object({ open: z.number(), failed: z.number() }),
  unread: z.array(z.object({ channel: z.enum(channelNames), count: z.number(), last: z.coerce.date() })),
  usage: z.object({ today: spanShape, month: spanShape }),
  safeMode: z.boolean(),
  disk: z.enum(['ok', 'low', 'full']),
  timezone: z.string(),
  clockJump: z.object({ at: z.coerce.date(), byMs: z.number() }).exactOptional(),
  settings: z.object({
    running: z.array(sourcedShape.extend({ key: z.string() })),
    dropped: z.array(z.object({ key: z.string(), value: z.string(), now: sourcedShape })),
  }),
})

export function addStatus(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('status')
    .description('how the running daemon is')
    .addHelpText('after', '\nExample:\n  skein status --json')
    .action(async (_options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const overview = await connectDaemon(dataDir).get('/status', overviewShape)
      if (json) return console.log(JSON.stringify(overview))
      const text = [
        describeOverview(overview, {
          owner: true,
          paying: false,
          now: new Date(),
          timezone: overview.timezone,
          prefix: '/',
        }),
        describeUsage(overview.usage),
      ].join('\n\n')
      console.log(printable(text.replaceAll('**', '')))
    })
}
