import type { Command } from 'commander'
import { UsageError } from '../../domain/errors.ts'
import { type ChatId, examples, localChat } from '../../domain/ids.ts'
import type { JobView } from '../../domain/job-service.ts'
import { printable } from '../../lib/text/visible.ts'
import { calls } from '../../web/control/wire.ts'
import { aChat } from '../chat/chat-option.ts'
import { connectDaemon } from '../daemon.ts'
import { type Place, placeOf } from '../place.ts'
import { whole } from '../whole.ts'
import { briefingLine, changeLine, describeJob, describeRun, jobTable } from './job-lines.ts'
import { withJobs } from './with-jobs.ts'

/** What only reads opens the store; what changes something asks the daemon, which keeps the time. */
export function addSchedule(program: Command, env: NodeJS.ProcessEnv): void {
  const schedule = program
    .command('schedule')
    .description('what is scheduled: reminders, tasks, briefings; add, change, and see what came of it')
    .addHelpText('after', examplesText)
    .action((_options, command: Command) =>
      withJobs(command, env, ({ desk, asker, timezone }, { json }) => {
        const jobs = desk.list({ ...asker, everybody: true })
        console.log(json ? JSON.stringify(jobs) : printable(jobTable(jobs, timezone)))
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

function addReading(schedule: Command, env: NodeJS.ProcessEnv): void {
  schedule
    .command('show')
    .argument('<number>', 'of the list', whole)
    .description('one of them: what, when, its next times and its last runs')
    .addHelpText('after', '\nExample:\n  skein schedule show 3')
    .action((id: number, _options, command: Command) =>
      withJobs(command, env, ({ desk, asker }, { json }) => {
        const job = desk.read(asker, id)
        if (!job) throw new UsageError(noSuchJob(id))
        const story = { job, coming: desk.coming(asker, id, 5), runs: desk.runs(asker, id, 10) }
        console.log(json ? JSON.stringify(story) : printable(describeJob(story)))
      }),
    )

  schedule
    .command('history')
    .argument('<number>', 'of the list', whole)
    .description('what became of each time of one of them, the newest first, with what was said')
    .option('--limit <n>', 'how many', whole, 20)
    .addHelpText('after', '\nExample:\n  skein schedule history 3 --limit 100')
    .action((id: number, { limit }: { limit: number }, command: Command) =>
      withJobs(command, env, ({ desk, asker }, { json }) => {
        const job = desk.read(asker, id)
        if (!job) throw new UsageError(noSuchJob(id))
        const runs = desk.runs(asker, id, limit)
        if (json) return console.log(JSON.stringify(runs))
        const told = runs.map((run) => describeRun(run, job.timezone))
        console.log(told.length === 0 ? 'It has not run yet.' : printable(told.join('\n')))
      }),
    )

  schedule
    .command('briefings')
    .argument('[run]', 'number of one, to read it whole', whole)
    .description('the briefings that were told, the newest first; or one of them')
    .option('--limit <n>', 'how many', whole, 20)
    .addHelpText('after', '\nExamples:\n  skein schedule briefings\n  skein schedule briefings 17')
    .action((run: number | undefined, { limit }: { limit: number }, command: Command) =>
      withJobs(command, env, ({ desk, asker, timezone }, { json }) => {
        if (run === undefined) {
          const told = desk.briefings(asker, limit)
          if (json) return console.log(JSON.stringify(told))
          const lines = told.map((briefing) => briefingLine(briefing, timezone))
          return console.log(lines.length === 0 ? 'No briefing was told yet.' : printable(lines.join('\n')))
        }
        const briefing = desk.briefings(asker, wholeArchive).find(({ id }) => id === run)
        if (!briefing) throw new UsageError(`There is no briefing ${run}; "skein schedule briefings" lists them.`)
        console.log(json ? JSON.stringify(briefing) : printable(briefing.result ?? ''))
      }),
    )
}

const wholeArchive = 100_000

function noSuchJob(id: number): string {
  return `There is nothing scheduled as number ${id}; "skein schedule" lists them.`
}

function addChanges(schedule: Command, env: NodeJS.ProcessEnv): void {
  schedule
    .command('add <words>')
    .description('add something in your own words: what, and when')
    .option('--chat <chat>', 'where it is told', aChat, localChat('terminal'))
    .addHelpText('after', '\nExample:\n  skein schedule add "remind me on Friday at nine to call Ana"')
    .action(async (words: string, { chat }: { chat: ChatId }, command: Command) => {
      const place = placeOf(command, env)
      tell(place, 'Scheduled', await connectDaemon(place.dataDir).ask(calls.addJob, { words, chat }))
    })

  schedule
    .command('edit')
    .argument('<number>', 'of the list', whole)
    .description('give it a new time, a new text, or both')
    .option('--when <words>', 'the new time, such as "every Monday at 8"')
    .option('--text <text>', 'what it says, or asks')
    .addHelpText('after', '\nExample:\n  skein schedule edit 3 --when "every Monday at 8"')
    .action(async (id: number, change: { when?: string; text?: string }, command: Command) => {
      if (change.when === undefined && change.text === undefined) throw new UsageError('Say --when, --text, or both.')
      const place = placeOf(command, env)
      tell(place, 'Changed', await connectDaemon(place.dataDir).ask(calls.editJob, { id, ...change }))
    })

  schedule
    .command('snooze')
    .argument('<number>', 'of the list', whole)
    .argument('<until>', 'for how long, or until when')
    .description('put a reminder off')
    .addHelpText('after', '\nExamples:\n  skein schedule snooze 4 "1 hour"\n  skein schedule snooze 4 "tomorrow at 9"')
    .action(async (id: number, until: string, _options, command: Command) => {
      const place = placeOf(command, env)
      tell(place, 'Put off', await connectDaemon(place.dataDir).ask(calls.snoozeJob, { id, until }))
    })

  for (const { name, act, what, said } of acts) {
    schedule
      .command(name)
      .argument('<number>', 'of the list', whole)
      .description(what)
      .addHelpText('after', `\nExample:\n  skein schedule ${name} 3`)
      .action(async (id: number, _options, command: Command) => {
        const place = placeOf(command, env)
        tell(place, said, await connectDaemon(place.dataDir).ask(calls.actOnJob, { id, act }))
      })
  }
}

const acts = [
  { name: 'run', act: 'run', what: 'run it once, now', said: 'Started' },
  { name: 'pause', act: 'pause', what: 'let it rest until it is resumed', said: 'Paused' },
  { name: 'resume', act: 'resume', what: 'let it go on', said: 'Goes on' },
  { name: 'delete', act: 'remove', what: 'delete it', said: 'Deleted' },
  { name: 'done', act: 'done', what: 'a reminder that has come is seen to', said: 'Done' },
] as const

function tell({ json }: Place, said: string, job: JobView): void {
  console.log(json ? JSON.stringify(job) : printable(changeLine(said, job)))
}
