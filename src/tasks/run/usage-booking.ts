import { factsOf } from '../../domain/task.ts'
import { momentOf } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { insertUsage, learnFactor } from '../../store/work/usage.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { BookedUsage, BrainRun, Trail } from './run-trail.ts'

/** Books the usage of every brain asked in this run, and adds the figures of the last call to the assembly. */
export function writeUsage({ db, clock }: Pick<TaskDeps, 'db' | 'clock'>, { claim, trail, brain }: BrainRun): void {
  const { task } = claim
  for (const row of trail.usage) {
    const booked = { ...row, firstTextMs: row.firstTextMs ?? null, ...momentOf(clock) }
    insertUsage(db, { ...booked, taskId: task.id, origin: factsOf(task.kind).usage })
  }
  const last = lastUsageOf(trail, brain.name)
  if (!last) return
  const { model, contextTokens, windowTokens, spread } = last
  trail.report({ brain: brain.name, model, contextTokens, windowTokens, spread, growth: brain.growth?.() })
}

/** The last usage this brain reported; other brains asked in the same run had turns of their own. */
export function lastUsageOf({ usage }: Trail, brain: string): BookedUsage | undefined {
  return usage.findLast((call) => call.brain === brain)
}

/** Smaller turns are mostly overhead, so they say little about the accuracy of our estimate. */
const MIN_LEARNED_TOKENS = 200

/** Compares our estimate of what a turn adds to its session with how much the reported context grew. */
export function learnTokenFactor(db: Database, trail: Trail, brain: string, now: Date): void {
  const { epoch, adds, actions } = trail
  const reported = lastUsageOf(trail, brain)
  if (!epoch || !adds || adds < MIN_LEARNED_TOKENS || !reported || actions.length > 0 || epoch.contextTokens === 0)
    return
  const growth = reported.contextTokens - epoch.contextTokens
  learnFactor(db, { brain, model: reported.model, estimated: adds, reported: growth }, now)
}
