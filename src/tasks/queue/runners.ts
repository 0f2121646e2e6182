import type { Lane } from '../../domain/ids.ts'
import type { TaskKind } from '../../domain/task.ts'
import type { Claim } from '../../store/work/claims.ts'
import { endWithoutModel, requeueUnstarted } from '../run/background.ts'
import { type CutReason, type RunDeps, runTask } from '../run/run.ts'
import type { Admission } from './admission.ts'

/** How one kind of work, or several alike, is run. The worker knows kinds only by the table of these. */
export interface Runner {
  kinds: readonly TaskKind[]
  /** The places its runs take. */
  places: WorkerSlots
  /** From the claim to the commit of the end; the signal's reason is a `Cut`. */
  run(claim: Claim, signal: AbortSignal): Promise<void>
  /** Looks for what there is to do; at every heartbeat. */
  look?(): void
}

/** Places that some kinds of work share. What waits for one of these never waits for another's. */
export interface WorkerSlots {
  /** How many there are now. */
  count(): number
  /** Nobody waits for it: put back at once when the daemon stops, where an answer may first come to its end. */
  givesWay: boolean
}

/** Runners that share their places, with the kinds that are claimed for them. */
export interface Pool {
  places: WorkerSlots
  kinds: TaskKind[]
}

export interface RunnerTable {
  /** In the order in which they are filled. */
  pools: Pool[]
  of(kind: TaskKind): Runner
  look(): void
}

export function createRunnerTable(runners: readonly Runner[]): RunnerTable {
  const byKind = new Map<TaskKind, Runner>()
  const pools = new Map<WorkerSlots, Pool>()
  for (const runner of runners) {
    const pool = pools.get(runner.places) ?? { places: runner.places, kinds: [] }
    pools.set(runner.places, pool)
    for (const kind of runner.kinds) {
      if (byKind.has(kind)) throw new Error(`two runners want the tasks of kind ${kind}; each kind has one`)
      byKind.set(kind, runner)
      pool.kinds.push(kind)
    }
  }
  return {
    pools: [...pools.values()],
    of(kind) {
      const runner = byKind.get(kind)
      if (!runner) throw new Error(`no runner takes tasks of kind ${kind}; register one where the road is built`)
      return runner
    },
    look() {
      for (const { look } of runners) look?.()
    },
  }
}

interface TurnRunnersDeps extends Omit<RunDeps, 'standIn'> {
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
    if (signal.aborted) return await deps.persist(() => requeueUnstarted(deps, claim, signal.reason as CutReason))
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
