import type { Button } from '../../domain/delivery.ts'
import type { Job } from '../../store/schedule/jobs.ts'
import type { Run } from '../../store/schedule/runs.ts'

const SNOOZE_MINUTES = 10

/** What a reminder says, and what can be pressed below it. */
export function reminderLine(
  job: Job,
  run: Run,
  due: string | undefined,
  prefix: string,
): { text: string; buttons: Button[] } {
  const late = due === undefined ? '' : ` (it was due at ${due})`
  const how = `Reply "done" or "later", or write ${prefix}schedule snooze ${job.id} tomorrow at 9`
  return {
    text: `Reminder: ${job.text}${late}\n\n*${how}*`,
    buttons: [
      { label: 'Done', data: `schedule done ${job.id} ${run.id}` },
      { label: `In ${SNOOZE_MINUTES} minutes`, data: `schedule snooze ${job.id} ${SNOOZE_MINUTES} minutes` },
      { label: 'In 1 hour', data: `schedule snooze ${job.id} 1 hour` },
      { label: 'Tomorrow', data: `schedule snooze ${job.id} tomorrow` },
    ],
  }
}
