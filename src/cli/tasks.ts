import type { Command } from 'commander'
import { loadConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { printable } from '../lib/text/printable.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import { findOwner } from '../store/people/people.ts'
import { listTasks, type Task } from '../store/work/tasks.ts'
import { describeTask, takeTaskReport } from '../tasks/reports/task-report.ts'
import { placeOf } from './place.ts'
import { withStoreToRead } from './store.ts'
import { whole } from './whole.ts'

export function addTasks(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('tasks [id]')
    .description('list the newest tasks, or tell everything about one: what was asked, done, paid and sent')
    .option('--open', 'only those that have not ended')
    .option('--limit <n>', 'how many', whole, 20)
    .addHelpText('after', '\nExamples:\n  skein tasks --open\n  skein tasks 17')
    .action((id: string | undefined, options: { open?: boolean; limit: number }, command: Command) => {
      const { dataDir, configFile, json } = placeOf(command, env)
      const { timezone } = loadConfig(configFile, env)
      withStoreToRead(dataDir, (db) => {
        const time = (ms: number) => dateAndTime(new Date(ms), findOwner(db)?.timezone ?? timezone)
        if (id !== undefined) {
          const report = takeTaskReport(db, Number(id))
          if (!report) throw new UsageError(`There is no task ${id}.`)
          return console.log(json ? JSON.stringify(report) : describeTask(report, time).join('\n'))
        }
        const tasks = listTasks(db, { limit: options.limit, open: options.open === true })
        if (json) return console.log(JSON.stringify(tasks))
        console.log(tasks.length === 0 ? 'No tasks.' : tasks.map((task) => row(task, time)).join('\n'))
      })
    })
}

function row(task: Task, time: (ms: number) => string): string {
  const reason = task.reason ? `  ${printable(task.reason)}` : ''
  return `${String(task.id).padStart(6)}  ${time(task.createdAt)}  ${task.state.padEnd(11)} ${task.kind} in ${printable(task.lane)}${reason}`
}
