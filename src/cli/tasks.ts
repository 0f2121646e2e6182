import type { Command } from 'commander'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { systemClock } from '../lib/time/clock.ts'
import { findOwner } from '../store/people/people.ts'
import { describeListed, takeTaskList } from '../tasks/reports/task-list.ts'
import { describeTask, takeTaskReport } from '../tasks/reports/task-report.ts'
import { placeOf } from './place.ts'
import { withStoreToRead } from './store.ts'
import { whole } from './whole.ts'

/** Where nobody looks at a screen, nothing has to fit on one. */
const ANY_WIDTH = 1000

export function addTasks(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('tasks [id]')
    .description('list the newest tasks with their time and cost, or tell everything about one')
    .option('--open', 'only those that have not ended')
    .option('--limit <n>', 'how many', whole, 20)
    .addHelpText('after', '\nExamples:\n  skein tasks --open\n  skein tasks 17')
    .action((id: string | undefined, options: { open?: boolean; limit: number }, command: Command) => {
      const { dataDir, configFile, json } = placeOf(command, env)
      const { timezone } = readConfig({ configFile, dataDir }, env)
      withStoreToRead(dataDir, (db) => {
        const time = (ms: number) => dateAndTime(new Date(ms), findOwner(db)?.timezone ?? timezone)
        if (id !== undefined) {
          const report = takeTaskReport(db, Number(id))
          if (!report) throw new UsageError(`There is no task ${id}.`)
          return console.log(json ? JSON.stringify(report) : describeTask(report, time).join('\n'))
        }
        const wanted = { limit: options.limit, open: options.open === true }
        const tasks = takeTaskList(db, wanted, systemClock.now())
        if (json) return console.log(JSON.stringify(tasks))
        if (tasks.length === 0) return console.log('No tasks.')
        const width = process.stdout.columns ?? ANY_WIDTH
        for (const task of tasks) console.log(describeListed(task, time, width))
      })
    })
}
