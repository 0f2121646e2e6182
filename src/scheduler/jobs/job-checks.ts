import { parseChatId } from '../../domain/ids.ts'
import type { Schedule } from '../../domain/job.ts'
import type { Person } from '../../domain/person.ts'
import { oneLine } from '../../lib/text/text.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, isPrivateTo } from '../../store/messages/chats.ts'
import { readCron } from '../times/cron.ts'
import { nextInstant } from '../times/next-instant.ts'
import { shortestPeriod } from '../times/period.ts'

const { problems } = scheduleMessages
const MINUTE_MS = 60_000
/** The shortest period of jobs that were created in a chat. */
const MIN_PERIOD_MS = 5 * MINUTE_MS

/** Why a job cannot have this schedule; undefined if it can. */
export function checkDue(
  due: Schedule,
  timezone: string,
  now: Date,
  minPeriodMs = MIN_PERIOD_MS,
): LocalizedText | undefined {
  if (due.kind === 'cron') {
    const read = readCron(due.line)
    if (read.status === 'wrong') return read.problem
  }
  if (!nextInstant(due, now, timezone)) return problems.never
  const periodMs = due.kind === 'once' ? undefined : shortestPeriod(due, now)
  if (periodMs === undefined || periodMs >= minPeriodMs) return undefined
  const minutes = minPeriodMs / MINUTE_MS
  return problems.tooOften(minutes)
}

/** Members can name only their own chats, the owner any known chat. */
export function checkDestinations(
  db: Database,
  person: Pick<Person, 'id' | 'role'>,
  destinations: string[],
): { chats: string[]; problem?: LocalizedText } {
  for (const destination of destinations) {
    const chat = parseChatId(destination)
    if (!chat || audienceOf(db, chat) === undefined) return { chats: [], problem: problems.noSuchChat(destination) }
    if (person.role !== 'owner' && !isPrivateTo(db, chat, person.id))
      return { chats: [], problem: problems.notYourChat(destination) }
  }
  return { chats: destinations }
}

const MAX_NAME_CHARS = 60

/** The name of a job: the first words of its text. */
export function nameOf(text: string): string {
  return oneLine(text, MAX_NAME_CHARS)
}
