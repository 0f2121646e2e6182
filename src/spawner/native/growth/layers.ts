import { tighten } from './budget.ts'
import type { Growth, GrowthDeps } from './growth.ts'
import { cutShort, learned, startClean } from './overflow.ts'
import { clear, evict, shorten } from './results.ts'
import { applied, createScene, shownOf } from './scene.ts'
import { squeeze } from './squeeze.ts'
import { dropOldTurns } from './turns.ts'

/** Growth in layers, the cheapest first. A layer changes the view, never the session. */
export function createGrowth(deps: GrowthDeps): Growth {
  return {
    async fit({ turns, view }, room, signal) {
      const scene = createScene(deps, turns, room, signal)
      let now = await applied(scene, view, 'evict', evict)
      now = await applied(scene, now, 'shorten', shorten)
      now = await applied(scene, now, 'clear', clear)
      now = await applied(scene, now, 'turns', dropOldTurns)
      now = await applied(scene, now, 'tokens', (...given) => tighten(...given))
      now = await applied(scene, now, 'tokens', (...given) => squeeze(...given))
      return shownOf(scene, now, room)
    },

    async shrink({ turns, view }, room, overflow, attempt, signal) {
      if (attempt > 2) return undefined
      const sent = createScene(deps, turns, room, signal).weigh(view) + room.system + room.tools
      const better = learned(room, sent, overflow)
      const scene = createScene(deps, turns, better, signal)
      const now = await applied(scene, view, 'overflow', attempt === 1 ? cutShort : startClean)
      return { ...shownOf(scene, now, better), learned: better, startedClean: attempt === 2 }
    },
  }
}
