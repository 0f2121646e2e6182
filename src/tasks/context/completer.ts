import type { Config } from '../../config/config.ts'
import type { FastModel } from '../../gateway/layers/fast-model.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import type { Brain } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { insertUsage } from '../../store/work/usage.ts'

interface CompleterDeps {
  db: Database
  clock: SteadyClock
  config(): Config
}

/** The brain's own fast model; what it costs is booked, whatever came of it. */
export function completerOf({ db, clock, config }: CompleterDeps, brain: Brain, taskId: number): FastModel | undefined {
  if (!brain.complete) return undefined
  const complete = brain.complete.bind(brain)
  return {
    async complete(prompt, limits, signal) {
      const answer = await complete(prompt, { ...limits, model: config().conversation.selectionModel }, signal)
      const { usage } = answer
      if (usage) {
        const booked = {
          ...usage,
          firstTextMs: usage.firstTextMs ?? null,
          origin: 'triage',
          brain: brain.name,
        } as const
        insertUsage(db, { ...booked, taskId, ...momentOf(clock) })
      }
      return answer
    },
  }
}
