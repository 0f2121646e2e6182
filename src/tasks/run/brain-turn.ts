import { lowestTrust } from '../../domain/person.ts'
import type { BrainEvent, JoinedMessages, Turn } from '../../spawner/spawner.ts'
import type { Assembled } from '../context/assembler.ts'
import type { Workspaces } from '../files/workspaces.ts'
import type { BoundTools } from '../permissions/tool-access.ts'
import { showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { BrainRun } from './run-trail.ts'

export interface BrainTurnDeps extends TaskDeps {
  workspaces: Pick<Workspaces, 'furnish'>
  /** Lets the tools serve this turn until it is released. */
  bindTools(turn: Turn, signal: AbortSignal): BoundTools
}

/**
 * Prepares the workspace and the tools, and asks the brain. Only this function sets `Turn.takeJoined`, with which the brain
 * fetches messages that arrive during the turn.
 */
export async function* runTurn(
  deps: BrainTurnDeps,
  { claim: { task }, trail, brain }: BrainRun,
  { turn: assembled, takeJoined }: Pick<Assembled, 'turn' | 'takeJoined'>,
  signal: AbortSignal,
): AsyncIterable<BrainEvent> {
  // The tools identify a turn by this object, so it must not be copied.
  const turn: Turn = { ...(await deps.workspaces.furnish(assembled)), ...(takeJoined && { takeJoined: joinMessages }) }
  const tools = deps.bindTools(turn, signal)
  try {
    yield* brain.run(turn, signal)
  } finally {
    tools.release()
  }

  async function joinMessages(): Promise<JoinedMessages | undefined> {
    // One commit gives the new messages to this task and adds them to its assembly.
    const added = await takeJoined?.()
    if (!added) return undefined
    trail.trust = lowestTrust([trail.trust, added.trust])
    // The estimate does not include the new messages.
    trail.adds = undefined
    showState(deps, task, 'running')
    const { files } = await deps.workspaces.furnish({ ...assembled, files: added.files })
    tools.noteForeign(added.foreign)
    return { ...added, files }
  }
}
