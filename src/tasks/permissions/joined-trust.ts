import type { Brain } from '../../spawner/spawner.ts'
import type { Scopes } from './tool-access.ts'

/** The same brain; whatever joins its turn, its tools are trusted no more than that from then on. */
export function withJoinedTrust(brain: Brain, scopes: Scopes): Brain {
  return {
    ...brain,
    async *run(turn, signal) {
      const { joined } = turn
      if (!joined) return yield* brain.run(turn, signal)
      // The very turn that the brain shows to its tools.
      const own = {
        ...turn,
        async joined() {
          const heard = await joined()
          if (heard) scopes(own).lower(heard.trust)
          return heard
        },
      }
      yield* brain.run(own, signal)
    },
  }
}
