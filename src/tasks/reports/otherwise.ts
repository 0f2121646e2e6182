import type { Button } from '../../domain/delivery.ts'
import { rootLane } from '../../domain/ids.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { readTask } from '../../store/work/tasks.ts'
import { taskButton } from '../say/task-button.ts'
import type { KeptAssembly } from './context-use.ts'

/**
 * How a message can be taken otherwise than it was, by the commands that there are for it. What went on with a conversation
 * stays said; from here on a new one can begin.
 */
export function otherwiseOf(db: Database, { status, taskId, lane }: KeptAssembly): Button<AnyText>[] {
  const task = readTask(db, taskId)
  if (status === 'BACKGROUND' || task?.kind !== 'reply') return []
  if (status !== 'CONTINUATION') return [taskButton(commandMessages.answerAsContinuationButton, 'continue', task)]
  // A press reaches the chat itself, not a topic or a thread in it.
  return lane === rootLane(task.chat) ? [{ label: commandMessages.newFromHereButton, data: 'new' }] : []
}
