import { randomUUID } from 'node:crypto'
import type { Route } from '../../domain/delivery.ts'
import { besideLane, type ChatId, type Lane } from '../../domain/ids.ts'
import { taskKey } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { later, type Moment, type Steady } from '../../lib/time/clock.ts'
import { asideMessages } from '../../messages/aside-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { taskOfRemote } from '../../store/work/line-tasks.ts'
import { addTaskMessage, enqueueTask, liveOf, type Task } from '../../store/work/tasks.ts'
import { describeLimit } from '../queue/limits.ts'
import { prefixIn } from '../say/channel-access.ts'
import { postMessage } from '../say/post-message.ts'
import { taskButton } from '../say/task-button.ts'
import type { TaskDeps } from '../task-deps.ts'

// Work beside the chat. It belongs to the chat: the request and the result are lines of it. But it has a queue, a session
// and worker slots of its own, so the chat goes on meanwhile.

/** How many of one person may be unfinished at the same time. */
export const MAX_ASIDES = 3

/** What is to be done: what a message asks for, or an instruction of the model. */
export type AsideWork = { message: number } | { instruction: string }

export interface AsidePlace {
  chat: ChatId
  lane: Lane
  /** The result is a reply to the message of this route. */
  route: Route
  person: Person
}

/** `/aside words` is a request and not a command: it belongs to the conversation. */
export function asksForAside({ name, args }: { name: string; args: string }): boolean {
  return name === 'aside' && args !== ''
}

/** Why this person cannot have more done beside the chat now; undefined if they can. */
export function describeAsideLimit(
  { db, settings }: Pick<TaskDeps, 'db' | 'settings'>,
  person: Person,
  steady: Steady,
): LocalizedText | undefined {
  const unfinished = liveOf(db, person.id).filter(({ kind }) => kind === 'aside')
  if (unfinished.length >= MAX_ASIDES) return asideMessages.tooMany(MAX_ASIDES)
  return describeLimit(db, person, settings(), steady)
}

/** Queues the work and says so in the chat. Call it inside a transaction. Returns the number of the task. */
export function beginAside(
  deps: TaskDeps,
  { chat, lane, route, person }: AsidePlace,
  work: AsideWork,
  { now, steady }: Moment,
): number {
  const { db, settings } = deps
  const id = enqueueTask(
    db,
    {
      kind: 'aside',
      chat,
      lane,
      queue: besideLane(`aside:${randomUUID()}`, lane),
      personId: person.id,
      route,
      dueAt: steady,
      deadlineAt: later(steady, settings().expireMs),
      queuedAt: steady,
      ...('instruction' in work && { instruction: work.instruction }),
    },
    now,
  )
  if ('message' in work) addTaskMessage(db, id, work.message)
  const task = { id, generation: 1 }
  postMessage(
    deps,
    {
      key: taskKey(task, 'begun'),
      kind: 'notice',
      lane,
      route,
      taskId: id,
      text: asideMessages.begun(id, prefixIn(deps, chat)),
      buttons: [taskButton(asideMessages.stopButton, 'stop', task)],
    },
    now,
  )
  return id
}

/** The unfinished work beside the chat that a message is about, because it replies to the request or to our notice. */
export function findAside(db: Database, chat: ChatId, replyTo: string | undefined): Task | undefined {
  const task = replyTo === undefined ? undefined : taskOfRemote(db, chat, replyTo)
  return task?.kind === 'aside' && task.finishedAt === null ? task : undefined
}
