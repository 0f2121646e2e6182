import { crashMessages as texts } from '../../messages/crash-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import type { Crash } from '../../store/work/crashes.ts'

/** What several crashes have in common, for people who have to find the reason. */
export interface CrashFindings {
  count: number
  /** Their last errors, each with how often it occurred, the most frequent first. An empty text is a crash without one. */
  errors: { cause: string; count: number }[]
  /** The tasks that ran in every one of them. */
  tasks: Crash['tasks']
  /** Whether the machine was rebooted each time. */
  areReboots: boolean
}

export function findCommon(crashes: Crash[]): CrashFindings {
  const counts = new Map<string, number>()
  for (const { cause = '' } of crashes) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const errors = [...counts].map(([cause, count]) => ({ cause, count })).toSorted((a, b) => b.count - a.count)
  const [first, ...others] = crashes
  const tasks = (first?.tasks ?? []).filter(({ id }) =>
    others.every((crash) => crash.tasks.some((task) => task.id === id)),
  )
  return { count: crashes.length, errors, tasks, areReboots: first !== undefined && crashes.every((c) => c.isReboot) }
}

/** What was found and what to do next; undefined if nothing was recorded. */
export function describeCrashes(crashes: Crash[]): LocalizedText | undefined {
  const { count, errors, tasks, areReboots } = findCommon(crashes)
  if (count === 0) return undefined
  const silent = errors.find(({ cause }) => cause === '')?.count ?? 0
  const errorTexts = errors.filter(({ cause }) => cause !== '').map((error) => texts.error(error.count, error.cause))
  const found = [
    ...errorTexts,
    ...(areReboots ? [texts.reboots] : silent > 0 ? [texts.silent(silent, count)] : []),
    ...(tasks.length > 0 && count > 1 ? [texts.sameTasks(tasks.map(({ id }) => id))] : []),
  ]
  return joinTexts([...found, nextStep({ silent, areReboots, tasks, count })], ' ')
}

interface StepFacts extends Pick<CrashFindings, 'areReboots' | 'tasks' | 'count'> {
  silent: number
}

function nextStep({ silent, areReboots, tasks, count }: StepFacts): LocalizedText {
  const [task] = tasks
  if (areReboots) return texts.lookAtMachine
  if (task && count > 1) return texts.lookAtTask(task.id)
  return silent === count ? texts.lookAtMemory : texts.report
}
