import type { Command } from 'commander'
import { readConfig } from '../../config/load.ts'
import { UsageError } from '../../domain/errors.ts'
import { type ChatId, examples, localChat } from '../../domain/ids.ts'
import type { Asker, JobReader, JobView } from '../../domain/job-service.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { calls } from '../../web/control/calls.ts'
import { parseChat, parseWholeNumber } from '../arguments.ts'
import { connectDaemon } from '../daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'
import { withOwnerStore } from '../store.ts'
import { briefingLine, changeLine, describeJob, describeRun, jobTable } from './job-lines.ts'

/** Reads the schedule from the store. Changes go through the daemon, because it runs the jobs. */
export function addSchedule(program: Command, env: NodeJS.ProcessEnv): void {
  const schedule = program
    .command('schedule')
    .description('list, add and change reminders, tasks and briefings')
    .addHelpText('after', examplesText)
    .action((_options, command: Command) =>
      withSchedule(command, env, ({ jobs, asker, timezone }, { json }) => {
        const list = jobs.list({ ...asker, everybody: true })
        console.log(json ? toJson(list) : printable(jobTable(list, timezone)))
      }),
    )
  addReading(schedule, env)
  addChanges(schedule, env)
}

const examplesText = `
Examples:
  skein schedule
  skein schedule add "remind me on Friday at nine to call Ana"
  skein schedule add "every weekday at 7 tell me what is open" --chat ${examples.remote}
  skein schedule add "0 18 L * * list what I spent this month"
  skein schedule edit 3 --when "every Monday at 8"
  skein schedule snooze 4 "1 hour"`

const NEXT_TIMES_SHOWN = 5
const LAST_RUNS_SHOWN = 10

function addReading(schedule: Command, env: NodeJS.ProcessEnv): void {
  schedule
    .command('show')
    .argument('<number>', 'the number of the job', parseWholeNumber)
    .description('show a job with its next times and last runs')
    .addHelpText('after', '\nExample:\n  skein schedule show 3')
    .action((id: number, _options, command: Command) =>
      withSchedule(command, env, ({ jobs, asker }, { json }) => {
        const job = jobs.read(asker, id)
        if (!job) throw new UsageError(noSuchJob(id))
        const details = {
          job,
          coming: jobs.nextTimes(asker, id, NEXT_TIMES_SHOWN),
          runs: jobs.runs(asker, id, LAST_RUNS_SHOWN),
        }
        console.log(json ? toJson(details) : printable(describeJob(details)))
      }),
    )

  schedule
    .command('history')
    .argument('<number>', 'the number of the job', parseWholeNumber)
    .description('show the runs of a job and their output, newest first')
    .option('--limit <n>', 'maximum number', parseWholeNumber, 20)
    .addHelpText('after', '\nExample:\n  skein schedule history 3 --limit 100')
    .action((id: number, { limit }: { limit: number }, command: Command) =>
      withSchedule(command, env, ({ jobs, asker }, { json }) => {
        const job = jobs.read(asker, id)
        if (!job) throw new UsageError(noSuchJob(id))
        const runs = jobs.runs(asker, id, limit)
        if (json) return console.log(toJson(runs))
        const lines = runs.map((run) => describeRun(run, job.timezone))
        console.log(lines.length === 0 ? 'Not run yet.' : printable(lines.join('\n')))
      }),
    )

  schedule
    .command('briefings')
    .argument('[run]', 'the number of a briefing, to read it', parseWholeNumber)
    .description('list past briefings, newest first, or show one')
    .option('--limit <n>', 'maximum number', parseWholeNumber, 20)
    .addHelpText('after', '\nExamples:\n  skein schedule briefings\n  skein schedule briefings 17')
    .action((run: number | undefined, { limit }: { limit: number }, command: Command) =>
      withSchedule(command, env, ({ jobs, asker, timezone }, { json }) => {
        if (run === undefined) {
          const briefings = jobs.briefings(asker, limit)
          if (json) return console.log(toJson(briefings))
          const lines = briefings.map((briefing) => briefingLine(briefing, timezone))
          return console.log(lines.length === 0 ? 'No briefings yet.' : printable(lines.join('\n')))
        }
        const briefing = jobs.briefing(asker, run)
        if (!briefing)
          throw new UsageError(`There is no briefing number ${run}. "skein schedule briefings" lists all briefings.`)
        console.log(json ? toJson(briefing) : printable(briefing.result ?? ''))
      }),
    )
}

function noSuchJob(id: number): string {
  return `There is no job number ${id}. "skein schedule" lists all jobs.`
}

function addChanges(schedule: Command, env: NodeJS.ProcessEnv): void {
  schedule
    .command('add <words>')
    .description('add a job in your own words: what to do, and when')
    .option('--chat <chat>', 'the chat it reports to', parseChat, localChat('terminal'))
    .addHelpText('after', '\nExample:\n  skein schedule add "remind me on Friday at nine to call Ana"')
    .action(async (words: string, { chat }: { chat: ChatId }, command: Command) => {
      const globals = globalOptions(command, env)
      printChange(globals, 'Scheduled', await connectDaemon(globals.dataDir).ask(calls.addJob, { words, chat }))
    })

  schedule
    .command('edit')
    .argument('<number>', 'the number of the job', parseWholeNumber)
    .description('change the time or the text of a job, or both')
    .option('--when <words>', 'the new time, such as "every Monday at 8"')
    .option('--text <text>', 'the new text')
    .addHelpText('after', '\nExample:\n  skein schedule edit 3 --when "every Monday at 8"')
    .action(async (id: number, options: { when?: string; text?: string }, command: Command) => {
      if (options.when === undefined && options.text === undefined)
        throw new UsageError('Give --when, --text, or both.')
      const globals = globalOptions(command, env)
      printChange(globals, 'Changed', await connectDaemon(globals.dataDir).ask(calls.editJob, { id, ...options }))
    })

  schedule
    .command('snooze')
    .argument('<number>', 'the number of the job', parseWholeNumber)
    .argument('<until>', 'for how long, or until when')
    .description('snooze a reminder')
    .addHelpText('after', '\nExamples:\n  skein schedule snooze 4 "1 hour"\n  skein schedule snooze 4 "tomorrow at 9"')
    .action(async (id: number, until: string, _options, command: Command) => {
      const globals = globalOptions(command, env)
      printChange(globals, 'Snoozed', await connectDaemon(globals.dataDir).ask(calls.snoozeJob, { id, until }))
    })

  for (const { name, act, description, change } of actions) {
    schedule
      .command(name)
      .argument('<number>', 'the number of the job', parseWholeNumber)
      .description(description)
      .addHelpText('after', `\nExample:\n  skein schedule ${name} 3`)
      .action(async (id: number, _options, command: Command) => {
        const globals = globalOptions(command, env)
        printChange(globals, change, await connectDaemon(globals.dataDir).ask(calls.actOnJob, { id, act }))
      })
  }
}

const actions = [
  { name: 'run', act: 'run', description: 'run a job now, once', change: 'Started' },
  { name: 'pause', act: 'pause', description: 'pause a job until you resume it', change: 'Paused' },
  { name: 'resume', act: 'resume', description: 'resume a paused job', change: 'Resumed' },
  { name: 'delete', act: 'remove', description: 'delete a job', change: 'Deleted' },
  { name: 'done', act: 'done', description: 'mark a reminder as done', change: 'Done' },
] as const

function printChange({ json }: GlobalOptions, change: string, job: JobView): void {
  console.log(json ? toJson(job) : printable(changeLine(change, job)))
}

interface OwnerSchedule {
  jobs: JobReader
  /** Anyone who can open the store counts as the owner. */
  asker: Pick<Asker, 'person' | 'now'>
  timezone: string
}

/** Reads the schedule from the store, with or without a running daemon. */
async function withSchedule(
  command: Command,
  env: NodeJS.ProcessEnv,
  read: (schedule: OwnerSchedule, globals: GlobalOptions) => void,
): Promise<void> {
  const globals = globalOptions(command, env)
  const config = readConfig(globals, env)
  // Loaded here only, because time zones and cron parsing are slow to load.
  const { createJobReader } = await import('../../scheduler/jobs/job-list.ts')
  withOwnerStore(globals.dataDir, (db, owner) => {
    const timezone = owner.timezone ?? config.timezone
    const jobs = createJobReader({ db, settings: () => ({ timezone: config.timezone }) })
    read({ jobs, asker: { person: owner, now: systemClock.now() }, timezone }, globals)
  })
}
