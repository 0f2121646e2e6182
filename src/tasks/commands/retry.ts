import { lastInLane, liveInLane } from '../../store/tasks.ts'
import type { Command } from '../commands.ts'
import { runOnceMore } from '../once-more.ts'
import type { Road } from '../road.ts'
import { findTask, readPointer } from '../task-button.ts'

/** `closeBreaker`: whoever asks for one more try gets it, whatever the last ones said. */
export function createRetry(road: Road, closeBreaker: () => void): Command {
  return {
    name: 'retry',
    summary: 'answer the last message here once more',
    run(args, context) {
      const { lane, person, after } = context
      const pointer = readPointer(args)
      if (!pointer && liveInLane(road.db, lane).length > 0) return 'I am still working on it.'
      const task = pointer ? findTask(road.db, pointer, person) : lastInLane(road.db, lane)
      if (!task) return 'There is nothing here to try again.'
      const refusal = typeof task === 'string' ? task : runOnceMore(road, task, context)
      if (refusal) return refusal
      after(closeBreaker)
      return 'Trying again.'
    },
  }
}
