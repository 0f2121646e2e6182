import type { Asker, JobService, JobView } from '../../domain/job-service.ts'
import type { OwnText } from '../../lib/text/own-text.ts'
import { dayAndTime } from '../../lib/time/calendar.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { whenMessages } from '../../messages/when-messages.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Jobs } from '../../tools/schedule.ts'
import type { Scope } from '../../tools/tool.ts'
import type { TaskDeps } from '../task-deps.ts'

const { effects } = permissionMessages

/** The jobs as a model sees them on behalf of its person. */
export function createToolJobs({ db, clock, jobs }: Pick<TaskDeps, 'db' | 'clock'> & { jobs: JobService }): Jobs {
  function toAsker({ task, person, chat, lane, timezone }: Scope): Asker {
    const route = readTask(db, task)?.route ?? { chat }
    return { person, timezone, chat, lane, route, now: clock.now() }
  }

  /** In a chat that others read, only the jobs of that chat are listed. */
  function visibleJobs(scope: Scope): JobView[] {
    const all = jobs.list(toAsker(scope))
    return isPrivateTo(db, scope.chat, scope.person.id) ? all : all.filter(({ chat }) => chat === scope.chat)
  }

  return {
    schedule(scope, { what, when, kind, onlyWhenNeeded }) {
      const asker = toAsker(scope)
      const parsed = jobs.readWhen(when, asker)
      if ('problem' in parsed) return `Nothing was planned. ${problemFor(parsed)}`
      const job = {
        kind: kind === 'reminder' ? 'reminder' : 'scheduled',
        due: parsed.due,
        text: what,
        silent: onlyWhenNeeded,
      } as const
      const added = db.transaction(() => jobs.add(asker, job))
      return 'problem' in added
        ? `Nothing was planned. ${textIn(added.problem, 'en')}`
        : `Planned as ${describeJob(added.job, scope.timezone)}.`
    },

    planning(scope, { what, when, kind, onlyWhenNeeded }) {
      const asker = toAsker(scope)
      const parsed = jobs.readWhen(when, asker)
      if ('problem' in parsed) return undefined
      const { due } = parsed
      const time = whenMessages.inZone(jobs.describe(due, asker), scope.timezone)
      return {
        what: planEffect(kind === 'reminder', onlyWhenNeeded === true)(time),
        shown: [what],
        isInOwnWords: ({ holds, texts }) =>
          !onlyWhenNeeded && holds(what) && texts.some((text) => jobs.saysWhen(text, due, asker)),
      }
    },

    changing(scope, { number, action, when, what }) {
      const asker = toAsker(scope)
      const job = visibleJobs(scope).find(({ id }) => id === number)
      if (!job) return undefined
      // A job keeps its time zone, so a new time is read in that zone.
      const { timezone } = job
      const inZone = { now: asker.now, timezone }
      const parsed = when === undefined || action !== 'edit' ? undefined : jobs.readWhen(when, inZone)
      if (parsed && 'problem' in parsed) return undefined
      const due = parsed?.due
      const time = due ? `${jobs.describe(due, inZone).en} (${timezone})` : when
      const shown = [describeJob(job, scope.timezone), ...(time === undefined ? [] : [`When: ${time}`])]
      return {
        what: { edit: effects.editJob, snooze: effects.snoozeJob, done: effects.doneJob }[action],
        shown: what === undefined ? shown : [...shown, what],
        isInOwnWords: (words) =>
          isNamed(job, words) &&
          (what === undefined || words.holds(what)) &&
          (when === undefined ||
            words.holds(when) ||
            (due !== undefined && words.texts.some((text) => jobs.saysWhen(text, due, inZone)))),
      }
    },

    cancelling(scope, number) {
      const job = visibleJobs(scope).find(({ id }) => id === number)
      if (!job) return undefined
      return {
        what: effects.cancelJob,
        shown: [describeJob(job, scope.timezone)],
        isInOwnWords: (words) => isNamed(job, words),
      }
    },

    list(scope) {
      const jobs = visibleJobs(scope)
      return jobs.length === 0 ? 'Nothing is planned.' : jobs.map((job) => describeJob(job, scope.timezone)).join('\n')
    },

    change(scope, { number, action, when, what }) {
      const asker = toAsker(scope)
      if (!visibleJobs(scope).some(({ id }) => id === number)) return `There is no number ${number} here.`
      if (action === 'snooze' && when === undefined) return 'Say until when, in "when".'
      if (action === 'edit' && when === undefined && what === undefined) return 'Say the new "when", "what", or both.'
      const changed = db.transaction(() => {
        switch (action) {
          case 'edit':
            return jobs.edit(asker, number, { when, text: what })
          case 'snooze':
            return jobs.snooze(asker, number, when ?? '')
          case 'done':
            return jobs.done(asker, number)
        }
      })
      if ('problem' in changed) return `Nothing was changed. ${problemFor(changed)}`
      return action === 'done'
        ? `Number ${number} is done: ${JSON.stringify(changed.job.name)}.`
        : `Changed: ${describeJob(changed.job, scope.timezone)}.`
    },

    cancel(scope, number) {
      const asker = toAsker(scope)
      if (!visibleJobs(scope).some(({ id }) => id === number)) return `There is no number ${number} here.`
      const removed = db.transaction(() => jobs.remove(asker, number))
      return 'problem' in removed
        ? textIn(removed.problem, 'en')
        : `Number ${number} is cancelled: ${JSON.stringify(removed.job.name)}.`
    },
  }
}

/** Tells a model that gave an unclear time how to write a clear one. */
function problemFor({ problem, isUnclear }: { problem: AnyText; isUnclear?: boolean }): string {
  const text = textIn(problem, 'en')
  return isUnclear ? `${text} ${CERTAIN_TIMES}` : text
}

const CERTAIN_TIMES =
  'If you know which time they mean, give "when" as "2026-11-20 09:00" for a single time, as a cron expression of five fields for a repeated one, or as "every 20 minutes". Otherwise ask them.'

/** Whether a person's own words name this job. A bare number or a single word is not enough. */
function isNamed({ id, text }: JobView, { holds }: OwnText): boolean {
  return holds(`#${id}`) || (/\s/.test(text.trim()) && holds(text))
}

function describeJob({ id, kind, when, isOnce, next, name, state }: JobView, timezone: string): string {
  if (isOnce && next)
    return `number ${id} (${kind}), once, on ${dayAndTime(next, timezone)} (${timezone}): ${JSON.stringify(name)}`
  const nextRun = next ? `next on ${dayAndTime(next, timezone)} (${timezone})` : state
  return `number ${id} (${kind}), ${when.en}, ${nextRun}: ${JSON.stringify(name)}`
}

function planEffect(isReminder: boolean, isQuiet: boolean): typeof effects.planTask {
  if (isQuiet) return isReminder ? effects.planQuietReminder : effects.planQuietTask
  return isReminder ? effects.planReminder : effects.planTask
}
