import type { ChatId } from '../../domain/ids.ts'
import type { InboundEdit, InboundMessage } from '../../domain/message.ts'
import { withEditedMark } from '../../domain/message-parts.ts'
import { isEnd } from '../../domain/task.ts'
import type { Database } from '../../store/database.ts'
import { filesOf } from '../../store/files/files.ts'
import { areTakenBack } from '../../store/messages/deletions.ts'
import { newestVersion } from '../../store/messages/messages.ts'
import {
  hasNotBegun,
  messageIdsOf,
  removeTaskMessage,
  replaceTaskMessage,
  type Task,
  taskOfMessage,
} from '../../store/work/tasks.ts'
import { withQuotes } from './stored-message.ts'

/** New words for a line we know, as a line of their own: what was said stays as it was said. */
export interface Revision {
  event: InboundMessage
  earlier: number
  /** A command that was edited is still one, and is not run again. */
  kind: 'conversation' | 'command'
}

/** `unchanged` when nothing we can see is different: a platform also tells of link previews and reactions as edits. */
export function readEdit(
  db: Database,
  edit: InboundEdit,
): Revision | { unchanged: number } | { unknown: InboundMessage } {
  const earlier = newestVersion(db, edit.chat, edit.remoteId)
  const plain: InboundMessage = { ...edit, kind: 'message' }
  if (!earlier) return { unknown: plain }
  const { id, kind } = earlier
  // The platform tells of new words only; what hangs on the message is still there.
  const event = { ...plain, text: withEditedMark(edit.text), files: filesOf(db, [id]).get(id) ?? [] }
  const isSame = [plain, event].some((version) => withQuotes(db, version) === earlier.text)
  return isSame ? { unchanged: id } : { event, earlier: id, kind }
}

/**
 * Where the new words go when they need no turn of their own: into the task that has not begun, or, while it runs,
 * only into the history. Undefined when the earlier words have had their answer.
 */
export function reviseTask(
  db: Database,
  { earlier }: Revision,
  message: number,
): { task: number | undefined } | undefined {
  const task = taskOfMessage(db, earlier)
  if (!task || isEnd(task.state)) return undefined
  if (!hasNotBegun(task)) return { task: undefined }
  replaceTaskMessage(db, earlier, message)
  return { task: task.id }
}

/** Whether an answer to this message is still to come. */
export function isWorkedOn(db: Database, chat: ChatId, remoteId: string): boolean {
  const newest = newestVersion(db, chat, remoteId)
  const task = newest && taskOfMessage(db, newest.id)
  return task !== undefined && !isEnd(task.state)
}

/** A line that was taken back is no part of what is still to be answered with others. */
export function removeFromTask(db: Database, message: number): void {
  const task = taskOfMessage(db, message)
  if (task && hasNotBegun(task) && messageIdsOf(db, task.id).length > 1) removeTaskMessage(db, message)
}

/** The live task that would answer nothing but what was taken back, if these lines leave one. */
export function findPointlessTask(db: Database, lines: number[]): Task | undefined {
  const tasks = lines.flatMap((line) => taskOfMessage(db, line) ?? [])
  return tasks.find((task) => !isEnd(task.state) && areTakenBack(db, messageIdsOf(db, task.id)))
}
