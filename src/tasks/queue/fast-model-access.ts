import type { AskModel } from '../../domain/job-service.ts'
import { factsOf } from '../../domain/task.ts'
import { momentOf } from '../../lib/time/clock.ts'
import type { TaskFacts } from '../../spawner/brains.ts'
import { insertUsage } from '../../store/work/usage.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Admission } from './admission.ts'

export interface FastModelDeps extends Pick<TaskDeps, 'db' | 'clock' | 'log' | 'persist'> {
  admission: Pick<Admission, 'mayAsk' | 'over'>
}

export interface AskFastLimits {
  timeoutMs: number
  maxChars: number
}

/** The id used when no task is involved, because the page or the terminal waits for the answer itself. */
export const NO_TASK = 0

/** Asks the fast model of the brain that answers a task, and books the cost. Undefined if no model may be asked now. */
export function fastModelFor(deps: FastModelDeps, task: TaskFacts, limits: AskFastLimits): AskModel | undefined {
  const { db, clock, log } = deps
  const brain = deps.admission.mayAsk(task)
  const complete = brain?.complete
  if (!complete) return undefined
  return async (prompt, signal) => {
    const completion = await complete(prompt, { model: 'fast', ...limits }, signal).finally(() => {
      if (task.id === NO_TASK) deps.admission.over({ task })
    })
    const { usage } = completion
    if (usage) {
      const facts = {
        brain: brain.name,
        origin: factsOf(task.kind).usage,
        taskId: task.id === NO_TASK ? null : task.id,
      }
      const row = { ...usage, firstTextMs: usage.firstTextMs ?? null, ...facts }
      await deps.persist(() => insertUsage(db, { ...row, ...momentOf(clock) }))
    }
    if (completion.kind === 'text') return completion.text
    const { class: kind, detail } = completion.failure
    log.warn({ task: task.id, class: kind, detail }, 'the fast model did not answer')
    return undefined
  }
}
