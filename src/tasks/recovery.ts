import { abandonedTasks, freeTask } from '../store/claims.ts'
import { markUnknown, orphanedSends } from '../store/outbox.ts'
import { showState, tell } from './ends.ts'
import { sentences } from './notices.ts'
import type { Road } from './road.ts'

/** At start: a pure function of the rows an older instance left. Nothing here needs a person or a guess. */
export function recover(road: Road): { tasks: number; sends: number } {
  const now = road.clock.now()
  const sends = road.db.transaction(() => {
    const orphans = orphanedSends(road.db, road.epoch)
    for (const row of orphans) markUnknown(road.db, row.id, now, 'the daemon died while sending')
    return orphans.length
  })
  return { tasks: freeAbandoned(road), sends }
}

/** What nobody runs any more goes back to the queue; what had begun to change something goes to the person. */
export function freeAbandoned(road: Road): number {
  const now = road.clock.now()
  const abandoned = abandonedTasks(road.db, road.epoch, road.clock.mono())
  for (const task of abandoned) {
    const state = road.db.transaction(() => {
      const freed = freeTask(road.db, task, now)
      if (freed === 'interrupted') tell(road, task, 'interrupted', sentences.interrupted, now)
      return freed
    })
    showState(road, task, state)
  }
  return abandoned.length
}
