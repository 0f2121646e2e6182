import { answerMessages } from '../../../messages/answer-messages.ts'
import { commandMessages } from '../../../messages/command-messages.ts'
import { goOnAfterAll } from '../../../store/messages/chats.ts'
import { closeEpoch, findOpenEpoch } from '../../../store/recall/epochs.ts'
import { liveInQueue } from '../../../store/work/tasks.ts'
import { reopen } from '../../queue/reopen.ts'
import type { Road } from '../../road.ts'
import { findTask, isTakenUp, readPointer } from '../../say/task-button.ts'
import type { Command } from '../command.ts'

export function createContinue(road: Road): Command {
  const { db } = road
  return {
    name: 'continue',
    summary: commandMessages.summaries.continue,
    run(args, context) {
      const { lane, person, now } = context
      const pointer = readPointer(args)
      if (!pointer) {
        goOnAfterAll(db, lane, now)
        return { text: commandMessages.continued, buttons: [{ label: commandMessages.newButton, data: 'new' }] }
      }
      const task = findTask(db, pointer, person)
      if ('refused' in task) return task.refused
      // What it says about the lane would hold for whatever is under way there.
      if (liveInQueue(db, task.queue).length > 0) return answerMessages.stillWorking
      const refusal = reopen(road, task, context)
      if (refusal) return refusal
      goOnAfterAll(db, task.lane, now)
      // The session took the message for the beginning of something new.
      const epoch = findOpenEpoch(db, task.lane)
      if (epoch) closeEpoch(db, epoch.id, 'the person went on with what was before', now)
      return commandMessages.answeringAgain
    },
    isSettled: (args) => isTakenUp(db, readPointer(args)),
  }
}
