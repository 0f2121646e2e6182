import type { Lane } from '../../domain/ids.ts'
import type { TaskKind } from '../../domain/task.ts'
import type { Claim } from '../../store/work/claims.ts'
import { endWithoutModel, requeueUnstarted } from '../run/background.ts'
import { type RunDeps, runTask } from '../run/run.ts'
import type { CutReason } from '../run/run-trail.ts'
import type { Admission } from './admission.ts'

/** Runs one or more kinds of tasks. The worker knows the kinds only through the table of runners. */
export interface Runner {
  kinds: readonly TaskKind[]
  /** The slots that its runs take. */
  slots: WorkerSlots
  /** Runs a task until its end is committed. The reason of the signal is a `CutReason`. */
  run(claim: Claim, signal: AbortSignal): Promise<void>
  /** Looks for work; called at every heartbeat. */
  findWork?(): void
}

/** Slots shared by some kinds of work. Each kind waits only for its own slots. */
export interface WorkerSlots {
  /** The current number of slots. */
  count(): number
  /** Whether the work is requeued at once when the daemon stops. Answers get some time to finish. */
  isRequeuedAtStop: boolean
}

/** Kinds of work that share slots. */
export interface Pool {
  slots: WorkerSlots
  kinds: TaskKind[]
}

export interface RunnerTable {
  /** In the order in which they get tasks. */
  pools: Pool[]
  of(kind: TaskKind): Runner
  findWork(): void
}

export function createRunnerTable(runners: readonly Runner[]): RunnerTable {
  const byKind = new Map<TaskKind, Runner>()
  const pools = new Map<WorkerSlots, Pool>()
  for (const runner of runners) {
    const pool = pools.get(runner.slots) ?? { slots: runner.slots, kinds: [] }
    pools.set(runner.slots, pool)
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
      if (!runner) throw new Error(`no runner takes tasks of kind ${kind}; register one in app/pipeline.ts`)
      return runner
    },
    findWork() {
      for (const { findWork } of runners) findWork?.()
    },
  }
}

interface TurnRunnersDeps extends RunDeps, Pick<Admission, 'admit'> {
  /** Called after an answer in this lane. */
  onAnswer(lane: Lane): void
}

/** The runners for turns of a brain: answers, and scheduled work with slots of its own. */
export function createTurnRunners(deps: TurnRunnersDeps): Runner[] {
  const run: Runner['run'] = async (claim, signal) => {
    const brain = await deps.admit(claim)
    if (!brain) return
    await runTask(deps, claim, brain, signal)
    deps.onAnswer(claim.task.lane)
  }
  const runScheduled: Runner['run'] = async (claim, signal) => {
    const prepared = await deps.background.prepare(claim.task, signal)
    if (signal.aborted) return await deps.persist(() => requeueUnstarted(deps, claim, signal.reason as CutReason))
    if (prepared.status === 'ask') return await run(claim, signal)
    await deps.persist(() => endWithoutModel(deps, claim, prepared))
  }
  const { settings } = deps
  return [
    { kinds: ['reply'], slots: { count: () => settings().maxWorkers, isRequeuedAtStop: false }, run },
    // Half as many again, so that work beside the chats never holds up an answer.
    {
      kinds: ['aside'],
      slots: { count: () => Math.max(1, Math.floor(settings().maxWorkers / 2)), isRequeuedAtStop: false },
      run,
    },
    {
      kinds: ['scheduled', 'briefing', 'heartbeat', 'triage'],
      // Scheduled work may run half as many turns at the same time as answers.
      slots: { count: () => Math.max(1, Math.floor(settings().maxWorkers / 2)), isRequeuedAtStop: false },
      run: runScheduled,
    },
  ]
}
