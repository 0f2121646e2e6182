import { truncate } from '../../../lib/text/text.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { joinTexts } from '../../../messages/localized.ts'
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
  function findMeant(args: string, { lane, person }: CommandContext): ReturnType<typeof findTask> {
    const pointer = readPointer(args)
    if (pointer) return findTask(db, pointer, person)
    const last = lastInLane(db, lane, person.role === 'owner' ? undefined : person.id)
    return last ?? { refused: commandMessages.nothingToRetry }
  }

  return {
    name: 'retry',
    usage: commandMessages.usages.number,
    summary: commandMessages.summaries.retry,
    run(args, context) {
      const task = findMeant(args, context)
      const wasPaused = pause.isOn()
      // Also where there is nothing to try again here: the notice about a paused model may have come to another chat.
      context.after(pause.end)
      if ('refused' in task)
        return wasPaused ? joinTexts([task.refused, commandMessages.modelAskedAgain], ' ') : task.refused
      if (task.state === 'retry') {
        setDue(db, task.id, context.steady)
        return commandMessages.retrying(task.id, firstWords(task))
      }
      const isBusy = liveInQueue(db, task.queue).length > 0
      const refusal = reopen(road, task, context)
      if (refusal) return refusal
      return (isBusy ? commandMessages.retryingLater : commandMessages.retrying)(task.id, firstWords(task))
    },
    isSettled: (args) => isTakenUp(db, readPointer(args)),
  }

  function firstWords({ id, instruction }: Task): string {
    const text = taskMessages(db, id)[0]?.text ?? instruction ?? ''
    return truncate(text.replace(/\s+/g, ' ').trim(), 60)
  }
}
