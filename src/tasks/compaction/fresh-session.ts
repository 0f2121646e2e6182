import { type Lane, laneQueue } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import { closeEpoch, findOpenEpoch } from '../../store/recall/epochs.ts'
import { liveInQueue } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'

/** Lets the summary that somebody asked for take effect: the session of the lane ends, and the next turn opens with it. */
export interface FreshSessions {
  /** When that is: there is no session, from the next message on, or once the turn under way is done. */
  want(lane: Lane): 'none' | 'now' | 'later'
  /** A turn of this lane has ended. */
  ended(lane: Lane): void
}

const UNDER_WAY = ['leased', 'running', 'waiting']

export function createFreshSessions({
  db,
  clock,
  brains,
}: Pick<TaskDeps, 'db' | 'clock'> & { brains: Pick<Brains, 'named'> }): FreshSessions {
  /** Of lanes with a turn under way; forgotten with the daemon, whose sessions end with it or with that turn. */
  const wanted = new Set<Lane>()
  const isBusy = (lane: Lane) => liveInQueue(db, laneQueue(lane)).some(({ state }) => UNDER_WAY.includes(state))

  function want(lane: Lane): 'none' | 'now' | 'later' {
    const epoch = findOpenEpoch(db, lane)
    if (!epoch) return 'none'
    if (isBusy(lane)) {
      wanted.add(lane)
      return 'later'
    }
    wanted.delete(lane)
    closeEpoch(db, epoch.id, 'a summary was asked for', clock.now())
    brains.named(epoch.brain)?.forget(epoch.session)
    return 'now'
  }

  return {
    want,
    ended(lane) {
      if (wanted.has(lane) && !isBusy(lane)) want(lane)
    },
  }
}
