import { besideLane, channelOf, type Lane, type Queue } from '../../domain/ids.ts'
import type { AskModel } from '../../domain/job-service.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { enqueueTask, liveInQueue, recordEvent, type Task } from '../../store/work/tasks.ts'
import type { Runner } from '../queue/runners.ts'
import { sendCommandRest } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext, CommandRest, LaterContext, ParsedCommand } from './command.ts'

// A command answers in the transaction that accepts it. The slow part of an answer is a task, so that a restart does not
// lose it. The task's instruction is the command, and the rest of the answer is sent in the commit that ends the task.

const HOUR_MS = 3_600_000
/** How many such tasks run at the same time. */
const MAX_COMMANDS_AT_ONCE = 2

/** Call it inside the transaction that accepts the command. */
export function queueCommandRest(
  { db, clock }: Pick<TaskDeps, 'db' | 'clock'>,
  { name, args }: ParsedCommand,
  { chat, lane, route, person }: Pick<CommandContext, 'chat' | 'lane' | 'route'> & { person: { id: number } },
): void {
  const { now, steady } = momentOf(clock)
  const times = { dueAt: steady, deadlineAt: later(steady, HOUR_MS), queuedAt: steady }
  const place = { chat, lane, queue: queueOf(name, lane), route }
  enqueueTask(db, { kind: 'command', personId: person.id, instruction: `${name} ${args}`, ...place, ...times }, now)
}

/** Whether the rest of an earlier use of this command is still being made there. */
export function isUnderWay(db: Database, name: string, lane: Lane): boolean {
  return liveInQueue(db, queueOf(name, lane)).length > 0
}

function queueOf(name: string, lane: Lane): Queue {
  return besideLane(`command:${name}`, lane)
}

export interface CommandRunnerDeps extends TaskDeps {
  /** A function, because the commands need the worker and are created after it. */
  commands(): { find(name: string): Command | undefined }
  /** Asks the fast model of the brain that answers this task; undefined if none may be asked now. */
  ask(task: Task): AskModel | undefined
}

export function createCommandRunner(deps: CommandRunnerDeps): Runner {
  return {
    kinds: ['command'],
    slots: { count: () => MAX_COMMANDS_AT_ONCE, isRequeuedAtStop: true },
    async run(claim, signal) {
      if (!(await deps.persist(() => updateClaimed(deps.db, claim, { state: 'running' })))) return
      const rest = await computeRest(deps, claim.task, signal)
      await deps.persist(() => (signal.aborted ? requeue(deps, claim) : finish(deps, claim, rest)))
    },
  }
}

type Rest = Awaited<ReturnType<NonNullable<Command['later']>>>

async function computeRest(deps: CommandRunnerDeps, task: Task, signal: AbortSignal): Promise<Rest> {
  const [name = '', ...argWords] = (task.instruction ?? '').split(' ')
  try {
    return await deps.commands().find(name)?.later?.(argWords.join(' '), buildContext(deps, task), signal)
  } catch (err) {
    deps.log.error({ err, task: task.id }, 'the second part of a command failed')
    return commandMessages.broke
  }
}

function buildContext({ db, channels, settings, ask }: CommandRunnerDeps, task: Task): LaterContext {
  const { chat, lane, route } = task
  const person = readPerson(db, task.personId)
  const prefix = channels.get(channelOf(chat))?.manners.commandPrefix ?? '/'
  const timezone = person.timezone ?? settings().timezone
  return { person, chat, lane, route, timezone, prefix, givenAt: new Date(task.createdAt), ask: () => ask(task) }
}

function finish(deps: TaskDeps, claim: Claim, rest: Rest): void {
  const { db, clock } = deps
  const now = clock.now()
  db.transaction(() => {
    const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
    if (!releaseClaim(db, claim, end)) return
    recordEvent(db, claim.task.id, 'answered', null, now)
    const said = typeof rest === 'function' ? rest() : rest
    if (said !== undefined) sendCommandRest(deps, claim.task, hasFiles(said) ? said : { text: said }, now)
  })
}

function hasFiles(rest: CommandRest): rest is Exclude<CommandRest, AnyText> {
  return typeof rest === 'object' && 'files' in rest
}

/** Requeues the task as if it had not started, if it is still ours. */
function requeue({ db, clock }: TaskDeps, claim: Claim): void {
  if (releaseClaim(db, claim, { state: 'queued', attempt: claim.task.attempt - 1 }))
    recordEvent(db, claim.task.id, 'queued', null, clock.now())
}
