import type { Command } from 'commander'
import { listSizes, measureData } from '../app/data-sizes.ts'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { formatSizeEnglish } from '../domain/file.ts'
import { printable } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { systemClock } from '../lib/time/clock.ts'
import { measureStore } from '../store/file/store-sizes.ts'
import { findOwner } from '../store/people/people.ts'
import { describeOverview } from '../tasks/reports/overview.ts'
import { describeListed, readTaskList } from '../tasks/reports/task-list.ts'
import { describeTask, readTaskReport } from '../tasks/reports/task-report.ts'
import { describeUsage } from '../tasks/reports/usage-report.ts'
import { calls } from '../web/control/calls.ts'
import { parseWholeNumber } from './arguments.ts'
import { connectDaemon } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

export function addStatus(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('status')
    .description('show the state of the running daemon')
    .option('--sizes', 'show what takes up how much disk space (with or without a running daemon)')
    .addHelpText('after', '\nExamples:\n  skein status --json\n  skein status --sizes')
    .action(async ({ sizes }: { sizes?: true }, command: Command) => {
      const globals = globalOptions(command, env)
      const { dataDir, json } = globals
      if (sizes) return printSizes(globals, env)
      const overview = await connectDaemon(dataDir).ask(calls.status, {})
      if (json) return console.log(toJson(overview))
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

async function printSizes(globals: GlobalOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { dataDir, json } = globals
  const config = readConfig(globals, env)
  if (process.stderr.isTTY) console.error('Measuring. A large database takes a while.')
  const sizes = await measureData(dataDir, withStoreToRead(dataDir, measureStore), config)
  if (json) return console.log(toJson(sizes))
  const lines = listSizes(sizes)
  const total = lines.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { what, bytes } of [...lines, { what: { en: 'Total' }, bytes: total }])
    console.log(`${formatSizeEnglish(bytes).padStart(12)}  ${what.en}`)
}

/** Without a terminal there is no width to fit. */
const DEFAULT_WIDTH = 1000

export function addTasks(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('tasks [id]')
    .description('list recent tasks with their time and cost, or show one in detail')
    .option('--open', 'only unfinished tasks')
    .option('--limit <n>', 'maximum number of tasks', parseWholeNumber, 20)
    .addHelpText('after', '\nExamples:\n  skein tasks --open\n  skein tasks 17')
    .action((id: string | undefined, options: { open?: boolean; limit: number }, command: Command) => {
      const { dataDir, configFile, json } = globalOptions(command, env)
      const { timezone } = readConfig({ configFile, dataDir }, env)
      withStoreToRead(dataDir, (db) => {
        const time = (ms: number) => dateAndTime(new Date(ms), findOwner(db)?.timezone ?? timezone)
        if (id !== undefined) {
          const report = readTaskReport(db, Number(id))
          if (!report) throw new UsageError(`There is no task ${id}.`)
          return console.log(json ? toJson(report) : describeTask(report, time).join('\n'))
        }
        const filter = { limit: options.limit, open: options.open === true }
        const tasks = readTaskList(db, filter, systemClock.now())
        if (json) return console.log(toJson(tasks))
        if (tasks.length === 0) return console.log('No tasks.')
        const width = process.stdout.columns ?? DEFAULT_WIDTH
        for (const task of tasks) console.log(describeListed(task, time, width))
      })
    })
}
