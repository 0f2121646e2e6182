import type { Brain } from '../../spawner/spawner.ts'
import type { Workspaces } from './workspaces.ts'

/** The same brain, asked only when the files of the turn are where the turn says they are. */
export function withFiles(brain: Brain, workspaces: Pick<Workspaces, 'furnish'>): Brain {
  return {
    ...brain,
    async *run(turn, signal) {
      const furnished = await workspaces.furnish(turn)
      const { joined } = turn
      if (!joined) return yield* brain.run(furnished, signal)
      const hears = async () => {
        const heard = await joined()
        return heard && { ...heard, files: (await workspaces.furnish({ ...turn, files: heard.files })).files }
      }
      yield* brain.run({ ...furnished, joined: hears }, signal)
    },
  }
}
