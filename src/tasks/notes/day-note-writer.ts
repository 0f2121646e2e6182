// Writes the note of a day for each person at night: what was decided, done, promised and left open in their private chats.
//   findWork   once a minute: after `[memory] consolidate_at` in the time zone of a person, plans a task for the day before
//   run        summarises the day with the fast model, or without one, and writes notes/PERSON/DAY.md in the data folder
// At the same time of the owner, facts that say the same are merged (fact-tidying.ts).
// The key of the task names the person and the day, so no day is written twice, whenever the daemon is restarted.
import type { Config } from '../../config/config.ts'
import { besideLane } from '../../domain/ids.ts'
import { ownWords } from '../../domain/message-parts.ts'
import { isLessTrusted, type Person } from '../../domain/person.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { dateText, endOfDate, spanAround } from '../../lib/time/calendar.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { wallAt } from '../../lib/time/zone.ts'
import { renderDayNote } from '../../memory/day-note.ts'
import { summarise } from '../../memory/summarise.ts'
import { noteMessages } from '../../messages/memory-messages.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { readMessages } from '../../store/messages/messages.ts'
import { listPeople, ownerId, readPerson } from '../../store/people/people.ts'
import { writeProfileText } from '../../store/profile/profile-folder.ts'
import { linesOfDay, type OpenLine } from '../../store/recall/summary-backlog.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { enqueueTask, recordEvent, scheduledTaskExists } from '../../store/work/tasks.ts'
import { isUpkeepAffordable } from '../../store/work/usage.ts'
import { type FastModelDeps, fastModelFor } from '../queue/fast-model-access.ts'
import type { Runner } from '../queue/runners.ts'
import { notesFolder } from '../recall/day-notes.ts'
import type { CutReason } from '../run/run-trail.ts'
import type { TaskDeps } from '../task-deps.ts'
import { tidyFacts } from './fact-tidying.ts'

export interface DayNoteDeps extends FastModelDeps, TaskDeps {
  dataDir: string
  config(): Pick<Config, 'memory' | 'conversation' | 'timezone'>
  /** Removes every known secret from a text. */
  scrub(text: string): string
}

const KIND = 'notes'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MAX_LINES = 400
/** A day with fewer lines gets no note. */
const MIN_LINES = 4
const MAX_NOTE_CHARS = 3000
const ANSWER_LIMITS = { timeoutMs: 120_000, maxChars: 20_000 }

export function createDayNoteWriter(deps: DayNoteDeps): Runner {
  const { db, clock, log } = deps
  let checkedAt = Number.NEGATIVE_INFINITY
  let tidiedOn: string | undefined

  const timezoneOf = ({ timezone }: Pick<Person, 'timezone'>) => timezone ?? deps.config().timezone

  function findWork(): void {
    const { memory, conversation } = deps.config()
    if (!conversation.enabled || clock.mono() < checkedAt + MINUTE_MS) return
    checkedAt = clock.mono()
    const now = clock.now()
    const zone = timezoneOf(readPerson(db, ownerId(db)))
    const today = dateText(now, zone)
    if (today !== tidiedOn && isPast(memory.consolidateAt, now, zone)) {
      tidiedOn = today
      deps
        .persist(() => db.transaction(() => tidyFacts(deps, now)))
        .catch((err: unknown) => log.error({ err }, 'the facts could not be tidied up'))
    }
    if (!memory.dayNotes) return
    for (const { id, role } of listPeople(db)) {
      const timezone = timezoneOf(readPerson(db, id))
      if (isLessTrusted(role, 'member') || !isPast(memory.consolidateAt, now, timezone)) continue
      const day = spanAround(new Date(spanAround(now, 'day', timezone).from.getTime() - 1), 'day', timezone)
      const name = dateText(day.from, timezone)
      const scheduleKey = `notes:${id}:${name}`
      if (!scheduledTaskExists(db, scheduleKey))
        planNote(id, linesOfDay(db, id, { ...day, limit: 1 })[0], { name, scheduleKey })
    }
  }

  function planNote(personId: number, first: OpenLine | undefined, day: { name: string; scheduleKey: string }): void {
    const [place] = first ? readMessages(db, [first.id]) : []
    if (!place) return
    const { now, steady } = momentOf(clock)
    const { chat, lane } = place
    const times = { dueAt: steady, deadlineAt: later(steady, 2 * DAY_MS), queuedAt: steady }
    const { scheduleKey, name: instruction } = day
    const queue = besideLane(KIND, lane)
    enqueueTask(
      db,
      { kind: KIND, chat, lane, queue, personId, route: { chat }, instruction, scheduleKey, ...times },
      now,
    )
  }

  async function writeNote({ task }: Claim, signal: AbortSignal): Promise<object> {
    const person = readPerson(db, task.personId)
    const timezone = timezoneOf(person)
    const day = task.instruction ?? ''
    const end = endOfDate(day, timezone)
    // An erasure empties the instruction of its tasks.
    if (!end) return { made: 'none' }
    const span = spanAround(new Date(end.getTime() - 1), 'day', timezone)
    const lines = linesOfDay(db, person.id, { ...span, limit: MAX_LINES }).flatMap(toNoteLine)
    if (lines.length < MIN_LINES) return { day, messages: lines.length, made: 'none' }
    const complete = isUpkeepAffordable(db, clock.now()) ? fastModelFor(deps, task, ANSWER_LIMITS) : undefined
    const clean = (text: string) => stripOwnTags(deps.scrub(text))
    const job = { old: undefined, lines, maxChars: MAX_NOTE_CHARS, timezone }
    const { text, made } = await summarise({ complete, clean, tokens: estimateTokens }, job, signal)
    if (signal.aborted) return {}
    const language = languageIn(db, task.chat)
    const { decided, done, promised, open } = noteMessages
    const headings = {
      decided: decided[language],
      done: done[language],
      promised: promised[language],
      open: open[language],
    }
    const note = renderDayNote(day, text, headings)
    if (note !== '') writeProfileText(notesFolder(deps.dataDir), `${person.id}/${day}.md`, note)
    return { day, messages: lines.length, made: note === '' ? 'none' : made }
  }

  return {
    kinds: [KIND],
    slots: { count: () => 1, isRequeuedAtStop: true },
    findWork,
    async run(claim, signal) {
      if (!(await deps.persist(() => updateClaimed(db, claim, { state: 'running' })))) return
      const { id } = claim.task
      try {
        const outcome = await writeNote(claim, signal)
        if (signal.aborted && (signal.reason as CutReason) === 'shutdown') return await requeue(claim, 'queued', 0)
        const now = clock.now()
        const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
        await deps.persist(() =>
          db.transaction(() => {
            if (!releaseClaim(db, claim, end)) return
            recordEvent(db, id, 'noted', JSON.stringify(outcome), now)
          }),
        )
      } catch (err) {
        log.error({ err, task: id }, 'the note of a day could not be written; it is tried again in an hour')
        await requeue(claim, 'retry', 60 * MINUTE_MS)
      }
    },
  }

  async function requeue(claim: Claim, state: 'queued' | 'retry', afterMs: number): Promise<void> {
    const changes = state === 'queued' ? { attempt: claim.task.attempt - 1 } : { suspicion: 0 }
    await deps.persist(() => releaseClaim(db, claim, { state, ...changes, dueAt: later(clock.steady(), afterMs) }))
  }
}

/** Leaves out what others wrote: quotes, and answers whose model had their text in view. */
function toNoteLine(line: OpenLine): OpenLine[] {
  if (isLessTrusted(line.trust, 'member')) return []
  const text = line.author === 'human' ? ownWords(line.text) : line.text
  return text === '' ? [] : [{ ...line, text }]
}

/** Whether it is later in the day than a time like 03:30. */
function isPast(time: string, now: Date, timezone: string): boolean {
  const { hour, minute } = wallAt(now, timezone)
  const [atHour = 0, atMinute = 0] = time.split(':').map(Number)
  return hour * 60 + minute >= atHour * 60 + atMinute
}
