import type { Brains } from '../../spawner/brains.ts'
import { listTasks, setDue } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import type { Breakers } from './breaker.ts'

export interface TryNowDeps extends Pick<Road, 'db' | 'clock'> {
  brains: Pick<Brains, 'for' | 'named'>
  breakers: Pick<Breakers, 'of'>
  worker: { wake(): void }
}

const MOST = 1000

/**
 * Somebody has done something about a brain: what keeps tasks from it is forgotten, and those that wait for it go at once.
 * False when there is none of this name.
 */
export function tryNow({ db, clock, brains, breakers, worker }: TryNowDeps, name: string): boolean {
  const brain = brains.named(name)
  if (!brain) return false
  breakers.of(brain.name).close()
  const waiting = listTasks(db, { limit: MOST, open: true }).filter(
    (task) => task.state === 'retry' && brains.for(task).name === brain.name,
  )
  db.transaction(() => {
    for (const { id } of waiting) setDue(db, id, clock.steady())
  })
  worker.wake()
  return true
}
