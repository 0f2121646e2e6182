import type { ChatId } from '../../domain/ids.ts'
import type { InboundEdit, InboundMessage } from '../../domain/message.ts'
import { withEditedMark } from '../../domain/message-parts.ts'
import { isEnd } from '../../domain/task.ts'
import type { Database } from '../../store/database.ts'
import { filesOf } from '../../store/files/files.ts'
import { areDeleted } from '../../store/messages/deletions.ts'
import { type MessageVersion, newestVersion } from '../../store/messages/messages.ts'
import {
  hasNotBegun,
  messageIdsOf,
  removeTaskMessage,
  replaceTaskMessage,
  type Task,
  taskOfMessage,
} from '../../store/work/tasks.ts'
import { withQuotes } from './stored-message.ts'

/** The new text of a known message. It is stored as a message of its own; the old one stays as it was. */
export interface Revision {
  event: InboundMessage
  /** An edited command stays a command and is not run again. */
  earlier: MessageVersion
}

type EditReading =
  | Revision
  /** Nothing visible changed: platforms also report link previews and reactions as edits. */
  | { unchangedMessage: number }
  /** We never saw the original, so the edit counts as a new message. */
  | { newMessage: InboundMessage }

export function readEdit(db: Database, edit: InboundEdit): EditReading {
  const earlier = newestVersion(db, edit.chat, edit.remoteId)
  const plain: InboundMessage = { ...edit, kind: 'message' }
  if (!earlier) return { newMessage: plain }
  const { id } = earlier
  // The platform reports only the new text. The attachments are still there.
  const event = { ...plain, text: withEditedMark(edit.text), files: filesOf(db, [id]).get(id) ?? [] }
  const isSame = [plain, event].some((version) => withQuotes(db, version) === earlier.text)
  return isSame ? { unchangedMessage: id } : { event, earlier }
}

/**
 * Puts the new text into the task if it has not begun; if it is running, the text goes only into the history. Returns
 * undefined if the earlier text was already answered, so that the new one needs a turn of its own.
 */
export function reviseTask(
  db: Database,
  { earlier }: Revision,
  message: number,
): { task: number | undefined } | undefined {
  const task = taskOfMessage(db, earlier.id)
  if (!task || isEnd(task.state)) return undefined
  if (!hasNotBegun(task)) return { task: undefined }
  replaceTaskMessage(db, earlier.id, message)
  return { task: task.id }
}

/** Whether this message has not been answered yet. */
export function isUnanswered(db: Database, chat: ChatId, remoteId: string): boolean {
  const newest = newestVersion(db, chat, remoteId)
  const task = newest && taskOfMessage(db, newest.id)
  return task !== undefined && !isEnd(task.state)
}

/** Removes a deleted message from a task that also has other messages to answer. */
export function removeFromTask(db: Database, message: number): void {
  const task = taskOfMessage(db, message)
  if (task && hasNotBegun(task) && messageIdsOf(db, task.id).length > 1) removeTaskMessage(db, message)
}

/** Finds a live task all of whose messages were deleted. */
export function findTaskWithoutMessages(db: Database, lines: number[]): Task | undefined {
  const tasks = lines.flatMap((line) => taskOfMessage(db, line) ?? [])
  return tasks.find((task) => !isEnd(task.state) && areDeleted(db, messageIdsOf(db, task.id)))
}
