import { truncate } from '../../../lib/text/text.ts'
import { taskMessages } from '../../../store/messages/messages.ts'
import { lastInLane, liveInQueue, setDue, type Task } from '../../../store/work/tasks.ts'
import { reopen } from '../../queue/reopen.ts'
import type { Road } from '../../road.ts'
import { findTask, isTakenUp, readPointer } from '../../say/task-button.ts'
import type { Command, CommandContext } from '../command.ts'

/** Ends the pause after which a model that failed is asked again. */
export interface ModelPause {
  isOn(): boolean
  end(): void
}

export function createRetry(road: Road, pause: ModelPause): Command {
  const { db } = road

  /** Without a number: the last message of this chat. Notices that offer something else name its number. */
  function findMeant(args: string, { lane, person }: CommandContext): Task | string {
    const pointer = readPointer(args)
    if (pointer) return findTask(db, pointer, person)
    const last = lastInLane(db, lane, person.role === 'owner' ? undefined : person.id)
    return last ?? 'There is nothing here to try again.'
  }

  return {
    name: 'retry',
    usage: '[number]',
    summary: 'answer the last message here once more, or try task [number] again',
    german: 'die letzte Nachricht hier noch einmal beantworten, oder eine Aufgabe wiederholen',
    run(args, context) {
      const task = findMeant(args, context)
      const wasPaused = pause.isOn()
      // Also where there is nothing to try again here: the notice about a paused model may have come to another chat.
      context.after(pause.end)
      if (typeof task === 'string') return wasPaused ? `${task} The next message asks the model again.` : task
      if (task.state === 'retry') {
        setDue(db, task.id, context.steady)
        return `Trying again now (task ${task.id}): “${firstWords(task)}”.`
      }
      const isBusy = liveInQueue(db, task.queue).length > 0
      const refusal = reopen(road, task, context)
      if (refusal) return refusal
      return `Trying again${isBusy ? ' as soon as what is under way is done' : ''} (task ${task.id}): “${firstWords(task)}”.`
    },
    isSettled: (args) => isTakenUp(db, readPointer(args)),
  }

  function firstWords({ id, instruction }: Task): string {
    const text = taskMessages(db, id)[0]?.text ?? instruction ?? ''
    return truncate(text.replace(/\s+/g, ' ').trim(), 60)
  }
}
