import type { JobView, ResultView, RunView } from '../../domain/job-service.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { textIn } from '../../messages/localized.ts'

/** Number, state, next time, when and name, one a line. */
export function jobTable(jobs: JobView[], timezone: string): string {
  if (jobs.length === 0) return 'Nothing is scheduled. "skein schedule add" with your own words adds something.'
  const rows = jobs.map((job) => [
    String(job.id),
    job.isOpen ? `${job.state}, open` : job.state,
    job.next ? dateAndTime(job.next, timezone) : '-',
    job.when.en,
    oneLine(job.name),
  ])
  return aligned([['number', 'state', 'next', 'when', 'what'], ...rows])
}

function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** All of one, in the zone it is planned in. */
export function describeJob({ job, coming, runs }: { job: JobView; coming: Date[]; runs: RunView[] }): string {
  const { timezone } = job
  return [
    `${job.id}: ${oneLine(job.name)}`,
    `${job.kind} of ${job.person}, ${job.isOpen ? `${job.state}, waits to be seen to` : job.state}`,
    `When: ${job.when.en} (${timezone})`,
    ...(job.destinations.length === 0 ? [] : [`Goes to: ${job.destinations.join(', ')}`]),
    ...(job.source === 'file' ? ['It stands in the configuration file, and is changed there.'] : []),
    `Text: ${job.text}`,
    '',
    coming.length === 0 ? 'Nothing is to come.' : 'Next:',
    ...coming.map((at) => `  ${dateAndTime(at, timezone)}`),
    '',
    runs.length === 0 ? 'It has not run yet.' : 'Last runs:',
    ...runs.map((run) => `  ${runLine(run, timezone)}`),
  ].join('\n')
}

/** With what was said. */
export function describeRun(run: RunView, timezone: string): string {
  const said = run.result?.trim().split('\n') ?? []
  return [runLine(run, timezone), ...said.map((line) => `  ${line}`.trimEnd())].join('\n')
}

function runLine({ id, instant, state, reason, task }: RunView, timezone: string): string {
  const about = [
    ...(reason === undefined ? [] : [oneLine(textIn(reason, 'en'))]),
    ...(task === undefined ? [] : [`task ${task}`]),
  ]
  return `${dateAndTime(instant, timezone)}  run ${id}  ${state}${about.length === 0 ? '' : `  ${about.join(', ')}`}`
}

export function briefingLine({ id, instant, name, state }: ResultView, timezone: string): string {
  const held = state === 'held' ? '  (waits for the end of the quiet hours)' : ''
  return `${String(id).padStart(6)}  ${dateAndTime(instant, timezone)}  ${oneLine(name)}${held}`
}

/** What came of a change. */
export function changeLine(said: string, { id, name, when, next, state, timezone }: JobView): string {
  const coming = state === 'active' && next ? ` Next: ${dateAndTime(next, timezone)}.` : ''
  return `${said}: number ${id}, ${oneLine(name)} (${when.en}).${coming}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
