import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { type ActionPreview, defineTool, type Scope, type Tool } from './tool.ts'

/** Manages jobs for the person of a scope. Each answer is a sentence for the model. */
export interface Jobs {
  schedule(scope: Scope, request: JobRequest): string
  /** What creating, changing or cancelling a job would do; undefined if nothing. */
  planning(scope: Scope, request: JobRequest): ActionPreview | undefined
  changing(scope: Scope, change: JobChangeRequest): ActionPreview | undefined
  cancelling(scope: Scope, number: number): ActionPreview | undefined
  list(scope: Scope): string
  change(scope: Scope, change: JobChangeRequest): string
  cancel(scope: Scope, number: number): string
}

export interface JobRequest {
  what: string
  when: string
  kind: 'reminder' | 'task'
  onlyWhenNeeded: boolean
}

export interface JobChangeRequest {
  number: number
  action: 'edit' | 'snooze' | 'done'
  when?: string | undefined
  what?: string | undefined
}

const minRole = 'member'

export function scheduleTools(jobs: Jobs): Tool[] {
  return [schedule(jobs), listSchedules(jobs), changeSchedule(jobs), cancelSchedule(jobs)]
}

function schedule(jobs: Jobs) {
  return defineTool({
    name: 'schedule',
    description: 'Schedules a reminder or task, once or repeatedly. Tell them the time it returns.',
    input: z.object({
      what: z.string().min(1).max(4000).describe('in their language, and clear without this conversation'),
      when: z
        .string()
        .min(1)
        .max(200)
        .describe(
          'in their local time: "2026-11-20 09:00", five cron fields (1#1 is the first Monday of the month, L its last day), or words ("every second Monday at 9")',
        ),
      kind: z.enum(['reminder', 'task']).describe('reminder: sent as is. task: you do it then.'),
      only_when_needed: z.boolean().default(false).describe('task: send nothing if there is nothing to act on'),
    }),
    hasEffects: true,
    minRole,
    preview: (input, scope) => (scope.isBackground ? undefined : jobs.planning(scope, toJobRequest(input))),
    line: ({ what, when }) => `scheduling ${quoted(what)} (${quoted(when)})`,
    run: (input, scope) => (scope.isBackground ? notFromBackground : jobs.schedule(scope, toJobRequest(input))),
  })
}

function listSchedules(jobs: Jobs) {
  return defineTool({
    name: 'list_schedules',
    description: 'Lists their reminders and tasks.',
    input: z.object({}),
    hasEffects: false,
    minRole,
    line: () => 'looking at what is scheduled',
    run: (_input, scope) => jobs.list(scope),
  })
}

function changeSchedule(jobs: Jobs) {
  return defineTool({
    name: 'change_schedule',
    description: 'Changes a reminder or task.',
    input: z.object({
      number: z.number().int().min(1),
      action: z.enum(['edit', 'snooze', 'done']),
      when: z.string().min(1).max(200).optional().describe('as in schedule, or "1 hour" to snooze'),
      what: z.string().min(1).max(4000).optional(),
    }),
    hasEffects: true,
    minRole,
    preview: (change, scope) => (scope.isBackground ? undefined : jobs.changing(scope, change)),
    line: ({ number, action }) => `${ACTING[String(action)] ?? 'changing'} job ${quoted(number)}`,
    run: (change, scope) => (scope.isBackground ? notFromBackground : jobs.change(scope, change)),
  })
}

const ACTING: Record<string, string> = { edit: 'changing', snooze: 'postponing', done: 'marking as done' }

function cancelSchedule(jobs: Jobs) {
  return defineTool({
    name: 'cancel_schedule',
    description: 'Cancels a reminder or task.',
    input: z.object({ number: z.number().int().min(1) }),
    hasEffects: true,
    minRole,
    preview: ({ number }, scope) => (scope.isBackground ? undefined : jobs.cancelling(scope, number)),
    line: ({ number }) => `canceling job ${quoted(number)}`,
    run: ({ number }, scope) => (scope.isBackground ? notFromBackground : jobs.cancel(scope, number)),
  })
}

function toJobRequest({
  only_when_needed: onlyWhenNeeded,
  ...request
}: Omit<JobRequest, 'onlyWhenNeeded'> & { only_when_needed: boolean }) {
  return { ...request, onlyWhenNeeded }
}

/** A job that creates jobs would never end. */
const notFromBackground =
  'A scheduled task cannot schedule or change others. Say in your answer what you would schedule.'
