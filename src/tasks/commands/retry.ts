import { lastInLane, liveInLane, reopenTask } from '../../store/tasks.ts'
import type { Command } from '../commands.ts'
import { showState } from '../ends.ts'
import { overLimit } from '../limits.ts'
import type { Road } from '../road.ts'

/** `closeBreaker`: whoever asks for one more try gets it, whatever the last ones said. */
export function createRetry(road: Road, closeBreaker: () => void): Command {
  return {
    name: 'retry',
    summary: 'answer the last message here once more',
    run(_args, { person, lane, now, after }) {
      if (liveInLane(road.db, lane).length > 0) return 'I am still working on it.'
      const last = lastInLane(road.db, lane)
      if (!last) return 'There is nothing here to try again.'
      const refusal = overLimit(road.db, person, road.settings(), now)
      if (refusal) return refusal
      reopenTask(road.db, last.id, now, new Date(now.getTime() + road.settings().expireMs))
      after(() => {
        closeBreaker()
        showState(road, last, 'queued')
      })
      return 'Trying again.'
    },
  }
}
