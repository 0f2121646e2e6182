import type { Accepted } from '../../channels/channel.ts'
import type { InboundEdit, InboundMessage } from '../../domain/message.ts'
import { keyInChat, noticeKey, partKey } from '../../domain/outbox-key.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { readSnapshotMark } from '../../store/file/snapshot-mark.ts'
import { hasDelivery } from '../../store/work/outbox.ts'
import { addTaskMessage, endTasks, enqueueTask } from '../../store/work/tasks.ts'
import { retryCommand } from '../say/channel-access.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type Batch, personOf } from './batch.ts'
import { isForwarded, placeMessage, storeMessage } from './stored-message.ts'
import { storeOverheard } from './strangers.ts'

/**
 * Whether we may have handled the message before, in a life that is gone: the store was restored from a backup, the
 * message is older than the first start from it, and its platform shows messages again that we once acknowledged.
 */
export function isShownAgain(deps: TaskDeps, event: InboundMessage | InboundEdit): boolean {
  if (!deps.channels.get(event.channel)?.manners.showsAgain) return false
  const startedAt = readSnapshotMark(deps.db)?.startedAt
  return startedAt !== undefined && event.at < startedAt
}

/**
 * Stores such a message as part of the history. It gives no command, answers no question and gets no answer; the chat is
 * told once, and each message can be answered with /retry.
 */
export function acceptShownAgain(deps: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = deps
  const { now, steady } = batch
  const person = event.unproven ? undefined : personOf(db, event.sender, batch)
  if (!person) return storeOverheard(db, event, batch)
  const { message, lane, route } = storeMessage(db, placeMessage(db, event), { person, kind: 'conversation' }, batch)
  if (!event.addressed) return { status: 'stored', message, task: undefined }
  const work = { kind: 'reply', chat: event.chat, lane, personId: person.id, route } as const
  const task = enqueueTask(db, { ...work, dueAt: steady, deadlineAt: steady, queuedAt: steady }, now)
  addTaskMessage(db, task, message)
  endTasks(db, [task], 'refused', backupMessages.restored.heldBack, now)
  tellOnce(deps, { event, lane, route, task }, now)
  return { status: 'stored', message, task }
}

interface Told extends Pick<ReturnType<typeof placeMessage>, 'event' | 'lane' | 'route'> {
  task: number
}

function tellOnce(deps: TaskDeps, { event, lane, route, task }: Told, now: Date): void {
  const takenAt = readSnapshotMark(deps.db)?.takenAt ?? now
  const key = keyInChat(noticeKey('shown-again', takenAt.toISOString()), event.chat)
  if (isForwarded(event) || hasDelivery(deps.db, partKey(key, 0))) return
  const at = dateAndTime(takenAt, deps.settings().timezone)
  const text = backupMessages.restored.again(at, retryCommand(deps, event.chat, task))
  postMessage(deps, { key, kind: 'notice', lane, route, text, taskId: task }, now)
}
