import { truncate } from '../../../lib/text/text.ts'
import { taskMessages } from '../../../store/messages/messages.ts'
import { lastInLane, lastOffered, liveInQueue, type Task } from '../../../store/work/tasks.ts'
import { reopen } from '../../queue/reopen.ts'
import type { Road } from '../../road.ts'
import { findTask, isTakenUp, readPointer } from '../../say/task-button.ts'
import type { Command, CommandContext } from '../command.ts'

/** What was offered longer ago is asked for by its number. */
const OFFER_MS = 86_400_000

/** `closeBreaker`: whoever asks for one more try gets it, whatever the last ones said. */
export function createRetry(road: Road, closeBreaker: () => void): Command {
  const { db } = road

  /** Without a number: what was offered last and nobody has taken up since, else the last message here. */
  function meant(args: string, { lane, person, now }: CommandContext): Task | string {
    const pointer = readPointer(args)
    if (pointer) return findTask(db, pointer, person)
    const since = new Date(now.getTime() - OFFER_MS)
    const offered = lastOffered(db, lane, since, person.role === 'owner' ? undefined : person.id)
    return offered ?? lastInLane(db, lane) ?? 'There is nothing here to try again.'
  }

  return {
    name: 'retry',
    usage: '[number]',
    summary: 'try again what I could not do, or answer the last message here once more',
    german: 'noch einmal versuchen, was nicht ging, oder die letzte Nachricht beantworten',
    run(args, context) {
      const task = meant(args, context)
      if (typeof task === 'string') return task
      const isBusy = liveInQueue(db, task.queue).length > 0
      const refusal = reopen(road, task, context)
      if (refusal) return refusal
      context.after(closeBreaker)
      return `Trying again${isBusy ? ' as soon as what is under way is done' : ''} (task ${task.id}): “${firstWords(task)}”.`
    },
    isSettled: (args) => isTakenUp(db, readPointer(args)),
  }

  function firstWords({ id, instruction }: Task): string {
    const text = taskMessages(db, id)[0]?.text ?? instruction ?? ''
    return truncate(text.replace(/\s+/g, ' ').trim(), 60)
  }
}
