import { taskKey } from '../../domain/outbox-key.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Task } from '../../store/work/tasks.ts'
import { type Speaker, speak } from './speak.ts'

/**
 * The rest of the answer to a command, which a task was made for: where the command was given, once. Call it inside the
 * transaction that ends the task.
 */
export function answerLater(road: Speaker, task: Task, text: AnyText, now: Date): void {
  const { id, lane, route } = task
  speak(road, { key: taskKey(task, 'done'), kind: 'command', lane, route, text, taskId: id }, now)
}
