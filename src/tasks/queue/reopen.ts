import { allOfTask } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { later, type Moment } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { takeOffers } from '../../store/work/approvals.ts'
import { liveInQueue, messageIdsOf, reopenTask, type Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { show } from '../say/speak.ts'
import { showState } from '../say/task-ends.ts'
import { overLimit } from './limits.ts'

interface Reopening extends Moment {
  person: Person
  /** For what acts outside the store: runs after the commit. */
  after(effect: () => void): void
}

/** Opens a task again. Answers why not, or undefined when it will run. Call it inside a transaction. */
export function reopen(road: Road, task: Task, { person, now, steady, after }: Reopening): LocalizedText | undefined {
  if (liveInQueue(road.db, task.queue).some(({ id }) => id === task.id)) return answerMessages.stillWorking
  if (isEmptied(road, task)) return answerMessages.emptied(task.id, task.reason ?? '')
  const refusal = overLimit(road.db, person, road.settings(), steady)
  if (refusal) return refusal
  // Whatever was offered below its end is taken up or out of date by this.
  const offers = takeOffers(road.db, allOfTask(task))
  reopenTask(road.db, task.id, { dueAt: steady, deadlineAt: later(steady, road.settings().expireMs) }, now)
  after(() => {
    const { chat, lane, id } = task
    const outcome = answerMessages.retried[languageIn(road.db, chat)]
    for (const line of offers) show(road, { kind: 'settled', chat, lane, task: id, ...line, outcome })
    showState(road, task, 'queued')
  })
  return undefined
}

/** Its messages were given to another. */
function isEmptied({ db }: Road, { id, kind, instruction }: Task): boolean {
  return kind === 'reply' && instruction === null && messageIdsOf(db, id).length === 0
}
