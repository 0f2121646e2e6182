import type { Brain, BrainEvent, Joined, Turn } from '../../spawner/spawner.ts'
import type { Claim } from '../../store/work/claims.ts'
import type { Assembled } from '../context/assembler.ts'
import type { Workspaces } from '../files/workspaces.ts'
import type { BoundTools } from '../permissions/tool-access.ts'
import { showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Trail } from './run-trail.ts'

export interface BrainTurnDeps extends TaskDeps {
  brain: Brain
  workspaces: Pick<Workspaces, 'furnish'>
  /** Tells the tools of a turn whose words are before the model, until the turn is over. */
  bindTools(turn: Turn, signal: AbortSignal): BoundTools
}

/**
 * Asks the brain, with everything around the turn in its place. This is the only place that sets `Turn.joined`: it brings
 * what the person sends meanwhile into the running turn, step by step as written here.
 */
export async function* runTurn(
  deps: BrainTurnDeps,
  { task }: Claim,
  trail: Trail,
  { turn: assembled, takeJoined }: Pick<Assembled, 'turn' | 'takeJoined'>,
  signal: AbortSignal,
): AsyncIterable<BrainEvent> {
  // The tools know a turn by this very object.
  const turn: Turn = { ...(await deps.workspaces.furnish(assembled)), ...(takeJoined && { joined }) }
  const tools = deps.bindTools(turn, signal)
  try {
    yield* deps.brain.run(turn, signal)
  } finally {
    tools.release()
  }

  async function joined(): Promise<Joined | undefined> {
    // Gives the new messages to this task and writes them into the record of the turn, in one commit.
    const taken = await takeJoined?.()
    if (!taken) return undefined
    trail.trust = taken.trust
    // The estimate was made without them.
    trail.adds = undefined
    showState(deps, task, 'running')
    const { files } = await deps.workspaces.furnish({ ...assembled, files: taken.files })
    tools.admit(taken.foreign)
    return { ...taken, files }
  }
}
