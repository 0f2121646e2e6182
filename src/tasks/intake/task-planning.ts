import { laneQueue } from '../../domain/ids.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { taskKey } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { MAX_MESSAGES_PER_TASK, QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
import { later, msBetween, type Steady } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Approval } from '../../store/work/approvals.ts'
import { addTaskMessage, endTasks, enqueueTask, nextInQueue, setDue } from '../../store/work/tasks.ts'
import { findAside } from '../aside/aside.ts'
import { askedName } from '../permissions/approvals.ts'
import { describeLimit } from '../queue/limits.ts'
import { postMessage, show } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Batch } from './batch.ts'
import type { AcceptedMessage } from './stored-message.ts'

/** Adds the message to the next task of its queue, or creates one. A message about work beside the chat goes there. */
export function planTask(
  deps: TaskDeps,
  { event, lane, message, route }: AcceptedMessage,
  person: Person,
  [ahead]: Approval[],
  batch: Batch,
): number {
  const { db } = deps
  const { now, steady } = batch
  const settings = deps.settings()
  const aside = findAside(db, event.chat, event.replyTo)
  const kind = aside ? 'aside' : 'reply'
  const queue = aside?.queue ?? laneQueue(lane)
  const next = nextInQueue(db, queue)
  if (next && next.messages < MAX_MESSAGES_PER_TASK) {
    addTaskMessage(db, next.id, message)
    setDue(db, next.id, dueAt(event, next.queuedAt, steady))
    showQueued(next.id, 'queued')
    return next.id
  }
  const refusal = event.refusal ?? describeLimit(db, person, settings, steady)
  const task = enqueueTask(
    db,
    {
      kind,
      chat: event.chat,
      lane,
      queue,
      personId: person.id,
      route,
      dueAt: dueAt(event, steady, steady),
      deadlineAt: later(steady, settings.expireMs),
      queuedAt: steady,
    },
    now,
  )
  addTaskMessage(db, task, message)
  const postNotice = (what: string, text: AnyText) => {
    const key = taskKey({ id: task, generation: 1 }, what)
    postMessage(deps, { key, kind: 'notice', lane, route, text, taskId: task }, now)
  }
  if (refusal) {
    endTasks(db, [task], 'refused', refusal, now)
    postNotice('refused', refusal)
  } else if (ahead && !aside)
    postNotice('waits', permissionMessages.waitsFor(ahead.id, askedName(db, ahead), QUESTION_OPEN_MINUTES))
  showQueued(task, refusal ? 'refused' : 'queued')
  return task

  function showQueued(id: number, state: 'queued' | 'refused'): void {
    if (aside) return
    batch.afterCommit.push(() =>
      show(deps, { kind: 'state', chat: event.chat, lane, task: id, state, messages: [message] }),
    )
  }
}

const MAX_WAIT_FOR_NEXT_PART_MS = 1500
const MAX_WAIT_FOR_ALL_PARTS_MS = 6000

/**
 * When a task may start. A message that is visibly one of several parts waits briefly for the others, but never long
 * after the first one. Everything else starts at once.
 */
function dueAt(event: Pick<InboundMessage, 'partOf'>, firstAt: Steady, steady: Steady): Steady {
  if (!event.partOf) return steady
  return later(steady, Math.min(MAX_WAIT_FOR_NEXT_PART_MS, MAX_WAIT_FOR_ALL_PARTS_MS - msBetween(firstAt, steady)))
}
