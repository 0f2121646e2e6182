import { validateDetailed } from 'node-cron'
import type { LocalizedText } from '../../messages/localized.ts'
import { describeNeverDue, explainRefusal, fieldsIn, findCronProblem } from './cron-problem.ts'
import { type DueDays, isEverDue } from './due-days.ts'

/** A parsed cron line: its days, and its times on those days. */
export interface Cron extends DueDays {
  /** Minutes since midnight, ascending. */
  times: number[]
}

/**
 * Reads five fields (minute, hour, day of the month, month, weekday) or a nickname such as @daily. `problem` is a sentence
 * for the person who wrote the line.
 */
export function readCron(line: string): { status: 'read'; cron: Cron } | { status: 'wrong'; problem: LocalizedText } {
  const problem = findCronProblem(line)
  if (problem !== undefined) return { status: 'wrong', problem }
  const texts = fieldsIn(line)
  const { fields: parsedFields, errors } = validateDetailed(texts.join(' '))
  if (!parsedFields) return { status: 'wrong', problem: explainRefusal(errors[0], texts) }
  const cron: Cron = {
    times: toTimes(ascending(parsedFields.hour), ascending(parsedFields.minute)),
    months: ascending(parsedFields.month),
    days: parsedFields.dayOfMonth,
    weekdays: parsedFields.dayOfWeek,
    isEither: isRestricted(texts[2]) && isRestricted(texts[4]),
  }
  return isEverDue(cron) ? { status: 'read', cron } : { status: 'wrong', problem: describeNeverDue(texts) }
}

/**
 * If a line names a day of the month and a weekday, the job is due when either matches, as in Vixie cron (node-cron itself
 * requires both). A field that begins with a star, even with a step, does not count as naming days.
 */
function isRestricted(field: string | undefined): boolean {
  return field !== undefined && !/^[*?]/.test(field)
}

function toTimes(hours: number[], minutes: number[]): number[] {
  const times: number[] = []
  for (const hour of hours) for (const minute of minutes) times.push(hour * 60 + minute)
  return times
}

function ascending(numbers: number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
