import type { Lane } from '../../domain/ids.ts'
import { endWithoutModel, putBack } from '../run/background-ends.ts'
import { type Cut, type RunDeps, runTask } from '../run/run.ts'
import type { Admission } from './admission.ts'
import type { Runner } from './runner.ts'

export interface TurnRunnersDeps extends Omit<RunDeps, 'standIn'> {
  admission: Pick<Admission, 'admit' | 'standIn'>
  /** Something was said in this lane. */
  said(lane: Lane): void
}

/** Work that is a turn of a brain: what people asked, and what the clock asks for them, which takes none of their places. */
export function createTurnRunners(deps: TurnRunnersDeps): Runner[] {
  const run: Runner['run'] = async (claim, signal) => {
    const brain = await deps.admission.admit(claim)
    if (!brain) return
    await runTask({ ...deps, standIn: deps.admission.standIn }, claim, brain, signal)
    deps.said(claim.task.lane)
  }
  const unasked: Runner['run'] = async (claim, signal) => {
    const prepared = await deps.background.prepare(claim.task, signal)
    if (signal.aborted) return await deps.persist(() => putBack(deps, claim, signal.reason as Cut))
    if (prepared.status === 'ask') return await run(claim, signal)
    await deps.persist(() => endWithoutModel(deps, claim, prepared))
  }
  const { settings } = deps
  return [
    { kinds: ['reply'], places: { count: () => settings().maxWorkers, givesWay: false }, run },
    {
      kinds: ['scheduled', 'briefing', 'heartbeat', 'triage'],
      // A machine that bears so many answers bears half as many turns beside them.
      places: { count: () => Math.max(1, Math.floor(settings().maxWorkers / 2)), givesWay: false },
      run: unasked,
    },
  ]
}
