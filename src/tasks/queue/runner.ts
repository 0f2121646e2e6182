import type { TaskKind } from '../../domain/task.ts'
import type { Claim } from '../../store/work/claims.ts'

/** How one kind of work, or several alike, is run. The worker knows kinds only by the table of these. */
export interface Runner {
  kinds: readonly TaskKind[]
  /** The places its runs take. */
  places: Places
  /** From the claim to the commit of the end; the signal's reason is a `Cut`. */
  run(claim: Claim, signal: AbortSignal): Promise<void>
  /** Looks for what there is to do; at every heartbeat. */
  look?(): void
}

/** Places that some kinds of work share. What waits for one of these never waits for another's. */
export interface Places {
  /** How many there are now. */
  count(): number
  /** Nobody waits for it: put back at once when the daemon stops, where an answer may first come to its end. */
  givesWay: boolean
}

/** Runners that share their places, with the kinds that are claimed for them. */
export interface Pool {
  places: Places
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
  const pools = new Map<Places, Pool>()
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
