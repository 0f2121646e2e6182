import type { Person } from '../../domain/person.ts'
import { later, type Steady } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { countLive, countTasksSince } from '../../store/work/tasks.ts'
import type { RoadSettings } from '../road.ts'

const HOUR_MS = 3_600_000

/** Why this person must wait, or undefined. Nothing binds the owner: it is their machine and their money. */
export function overLimit(
  db: Database,
  person: Person,
  settings: RoadSettings,
  steady: Steady,
): LocalizedText | undefined {
  if (person.role === 'owner') return undefined
  if (countLive(db, person.id) >= settings.queue) {
    return answerMessages.tooManyWaiting(settings.queue)
  }
  if (countTasksSince(db, person.id, later(steady, -HOUR_MS)) >= settings.tasksPerHour) {
    return answerMessages.tooManyPerHour(settings.tasksPerHour)
  }
  return undefined
}
