import type { Turn } from '../../spawner/spawner.ts'
import type { Claim } from '../../store/work/claims.ts'
import type { Road } from '../road.ts'
import { showState } from '../say/task-ends.ts'
import type { Trail } from './trail.ts'

/** The same turn; what joins it is seen to be under way, and its answer is trusted no more than that. */
export function steered(road: Road, { task }: Claim, trail: Trail, turn: Turn): Turn {
  const { joined } = turn
  if (!joined) return turn
  return {
    ...turn,
    async joined() {
      const heard = await joined()
      if (!heard) return undefined
      trail.trust = heard.trust
      // What it added to the session is more than was estimated.
      trail.adds = undefined
      showState(road, task, 'running')
      return heard
    },
  }
}
