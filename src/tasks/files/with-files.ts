import type { Brain } from '../../spawner/spawner.ts'
import type { Workspaces } from './workspaces.ts'

/** The same brain, asked only when the files of the turn are where the turn says they are. */
export function withFiles(brain: Brain, workspaces: Pick<Workspaces, 'furnish'>): Brain {
  return {
    ...brain,
    async *run(turn, signal) {
      yield* brain.run(await workspaces.furnish(turn), signal)
    },
  }
}
