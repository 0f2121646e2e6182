import type { BriefingView, JobView, RunView } from '../../domain/job-service.ts'
import { oneLine } from '../../lib/text/text.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { textIn } from '../../messages/localized.ts'

/** A table with number, state, next time, schedule and name. */
export function jobTable(jobs: JobView[], timezone: string): string {
  if (jobs.length === 0) return 'Nothing scheduled yet. Add something in your own words with "skein schedule add".'
  const rows = jobs.map((job) => [
    String(job.id),
    job.isOpen ? `${job.state}, not done yet` : job.state,
    job.next ? dateAndTime(job.next, timezone) : '-',
    job.when.en,
    oneLine(job.name),
  ])
  return alignColumns([['number', 'state', 'next', 'when', 'what'], ...rows])
}

function alignColumns(rows: string[][]): string {
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

/** Describes a job in its own time zone. */
export function describeJob({ job, coming, runs }: { job: JobView; coming: Date[]; runs: RunView[] }): string {
  const { timezone } = job
  return [
    `${job.id}: ${oneLine(job.name)}`,
    `${job.kind} for ${job.person}, ${job.isOpen ? `${job.state}, not done yet` : job.state}`,
    `When: ${textIn(job.when, 'en')} (${timezone})`,
    ...(job.destinations.length === 0 ? [] : [`Reports to: ${job.destinations.join(', ')}`]),
    ...(job.source === 'file' ? ['Defined in the configuration file. Change it there.'] : []),
    `Text: ${job.text}`,
    '',
    coming.length === 0 ? 'No further runs.' : 'Next:',
    ...coming.map((at) => `  ${dateAndTime(at, timezone)}`),
    '',
    runs.length === 0 ? 'Not run yet.' : 'Last runs:',
    ...runs.map((run) => `  ${runLine(run, timezone)}`),
  ].join('\n')
}

export function describeRun(run: RunView, timezone: string): string {
  const resultLines = run.result?.trim().split('\n') ?? []
  return [runLine(run, timezone), ...resultLines.map((line) => `  ${line}`.trimEnd())].join('\n')
}

function runLine({ id, instant, state, reason, task }: RunView, timezone: string): string {
  const details = [
    ...(reason === undefined ? [] : [oneLine(textIn(reason, 'en'))]),
    ...(task === undefined ? [] : [`task ${task}`]),
  ]
  return `${dateAndTime(instant, timezone)}  run ${id}  ${state}${details.length === 0 ? '' : `  ${details.join(', ')}`}`
}

export function briefingLine({ id, instant, name, state }: BriefingView, timezone: string): string {
  const heldNote = state === 'held' ? '  (waiting until quiet hours end)' : ''
  return `${String(id).padStart(6)}  ${dateAndTime(instant, timezone)}  ${oneLine(name)}${heldNote}`
}

export function changeLine(change: string, { id, name, when, next, state, timezone }: JobView): string {
  const nextTime = state === 'active' && next ? ` Next: ${dateAndTime(next, timezone)}.` : ''
  return `${change}: number ${id}, ${oneLine(name)} (${when.en}).${nextTime}`
}
