import { abandonedTasks, freeTask } from '../store/claims.ts'
import { closeEpoch, closeEpochs } from '../store/epochs.ts'
import { uncleanStarts } from '../store/instances.ts'
import { markUnknown, orphanedSends } from '../store/outbox.ts'
import { showState, tell } from './ends.ts'
import { sentences } from './notices.ts'
import type { Road } from './road.ts'

/** At start: a pure function of the rows an older instance left. Nothing here needs a person or a guess. */
export function recover(road: Road): Recovered {
  const now = road.clock.now()
  // Nobody knows what a session made of a turn that died with the daemon, or whether its end was written down.
  const wasKilled = uncleanStarts(road.db, road.epoch, new Date(0)) > 0
  const sessions = wasKilled ? closeEpochs(road.db, 'the daemon died', now) : []
  const sends = road.db.transaction(() => {
    const orphans = orphanedSends(road.db, road.epoch)
    for (const row of orphans) markUnknown(road.db, row.id, now, 'the daemon died while sending')
    return orphans.length
  })
  return { tasks: freeAbandoned(road), sends, sessions }
}

export interface Recovered {
  tasks: number
  sends: number
  /** Of the epochs that died with the daemon; the brain may forget them. */
  sessions: string[]
}

/** What nobody runs any more goes back to the queue; what had begun to change something goes to the person. */
export function freeAbandoned(road: Road): number {
  const now = road.clock.now()
  const abandoned = abandonedTasks(road.db, road.epoch, road.clock.mono())
  for (const task of abandoned) {
    const state = road.db.transaction(() => {
      const freed = freeTask(road.db, task, now)
      if (task.epochId !== null) closeEpoch(road.db, task.epochId, 'its turn was abandoned', now)
      if (freed === 'interrupted') tell(road, task, 'interrupted', sentences.interrupted(task.id), now)
      return freed
    })
    showState(road, task, state)
  }
  return abandoned.length
}
