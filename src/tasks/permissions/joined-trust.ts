import type { Brain } from '../../spawner/spawner.ts'
import type { Scopes } from './tool-access.ts'

/** The same brain; what joins its turn its tools know of from then on, and no question of a turn outlives it. */
export function withJoinedTrust(brain: Brain, scopes: Scopes): Brain {
  return {
    ...brain,
    async *run(turn, signal) {
      const { joined } = turn
      const over = new AbortController()
      // The very turn that the brain shows to its tools.
      const own = {
        ...turn,
        ...(joined && {
          async joined() {
            const heard = await joined()
            if (heard) scopes(own).admit(heard.foreign)
            return heard
          },
        }),
      }
      scopes(own, AbortSignal.any([signal, over.signal]))
      try {
        yield* brain.run(own, signal)
      } finally {
        over.abort()
      }
    },
  }
}
