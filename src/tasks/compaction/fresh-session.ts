import { type Lane, laneQueue } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import { closeEpoch, findOpenEpoch } from '../../store/recall/epochs.ts'
import { liveInQueue } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'

/** Lets a requested summary take effect: closes the session of the lane, so that the next turn opens with the summary. */
export interface FreshSessions {
  /** Returns when it takes effect: `none` without a session, `now` with the next message, `later` after the running turn. */
  request(lane: Lane): 'none' | 'now' | 'later'
  /** Call it when a turn of this lane has ended. */
  turnEnded(lane: Lane): void
}

const RUNNING_STATES = ['leased', 'running', 'waiting']

export function createFreshSessions({
  db,
  clock,
  brains,
}: Pick<TaskDeps, 'db' | 'clock'> & { brains: Pick<Brains, 'named'> }): FreshSessions {
  /** Lanes whose session ends after the running turn. Not stored, because a restart ends that turn's session too. */
  const pendingLanes = new Set<Lane>()
  const isBusy = (lane: Lane) => liveInQueue(db, laneQueue(lane)).some(({ state }) => RUNNING_STATES.includes(state))

  function request(lane: Lane): 'none' | 'now' | 'later' {
    const epoch = findOpenEpoch(db, lane)
    if (!epoch) return 'none'
    if (isBusy(lane)) {
      pendingLanes.add(lane)
      return 'later'
    }
    pendingLanes.delete(lane)
    closeEpoch(db, epoch.id, 'a summary was asked for', clock.now())
    brains.named(epoch.brain)?.forget(epoch.session)
    return 'now'
  }

  return {
    request,
    turnEnded(lane) {
      if (pendingLanes.has(lane) && !isBusy(lane)) request(lane)
    },
  }
}
