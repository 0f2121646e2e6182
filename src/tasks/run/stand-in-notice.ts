import { taskKey } from '../../domain/outbox-key.ts'
import { factsOf } from '../../domain/task.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { recordStandIn, type StandIn } from '../../store/work/answers.ts'
import type { Task } from '../../store/work/tasks.ts'
import { type Speaker, speak } from '../say/speak.ts'

/**
 * Writes down that another brain than the chosen one answered. The person is told once when that begins in their
 * conversation and once when the chosen one answers again: as a notice, which no model reads as words of its own.
 * Call it inside the transaction that ends the task, after its end was recorded.
 */
export function noteWhoAnswered(
  road: Speaker,
  task: Task,
  { brain, usual }: StandIn,
  before: StandIn | undefined,
  now: Date,
): void {
  const stoodIn = brain !== usual
  if (stoodIn) recordStandIn(road.db, task.id, { brain, usual }, now)
  if (factsOf(task.kind).work !== 'answer') return
  const isNew = stoodIn ? before?.brain !== brain || before.usual !== usual : before?.usual === usual
  if (!isNew) return
  const text = stoodIn ? answerMessages.standsIn(brain, usual) : answerMessages.answersAgain(brain)
  const { lane, route, id } = task
  speak(road, { key: taskKey(task, 'who'), kind: 'notice', lane, route, text, taskId: id }, now)
}
