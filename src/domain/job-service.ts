import type { AnyText, LocalizedText } from '../messages/localized.ts'
import type { Route } from './delivery.ts'
import type { ChatId, Lane } from './ids.ts'
import type { JobKind, JobState, RunState, Schedule } from './job.ts'
import type { Person } from './person.ts'

/** The person who manages a job, and where they do so. */
export interface Asker {
  person: Pick<Person, 'id' | 'role'>
  timezone: string
  chat: ChatId
  lane: Lane
  route: Route
  now: Date
}

/** A job that somebody wants to create. */
export interface WantedJob {
  kind: 'reminder' | 'scheduled'
  due: Schedule
  text: string
  /** Reports only if there is something to act on. */
  silent?: boolean | undefined
  /** The person's chats for the results; by default the chat where it was created. */
  destinations?: string[] | undefined
}

/** A job as it is shown to people. */
export interface JobView {
  id: number
  kind: JobKind
  name: string
  text: string
  source: 'file' | 'person'
  state: JobState
  /** In words: "every weekday at 07:00". */
  when: LocalizedText
  isOnce: boolean
  timezone: string
  next?: Date
  /** The name of the person it belongs to. */
  person: string
  /** Where it was created. */
  chat?: ChatId
  destinations: string[]
  /** A reminder that fired and is not marked as done. */
  isOpen: boolean
}

/** One run of a job. */
export interface RunView {
  id: number
  instant: Date
  state: RunState
  reason?: AnyText
  /** The result as it was sent. */
  result?: string
  task?: number
}

/** A finished briefing, delivered or held until quiet hours end. */
export interface BriefingView extends RunView {
  job: number
  name: string
}

/** The last run the caller knows; the next page contains older ones. */
export type LastRun = Pick<RunView, 'id' | 'instant'>

/**
 * The result of a request: the job as it is now, or why it was refused, in words for the person. `cancels`: they want
 * to end something, so they should see what they can delete. `isUnclear`: a model may know which time they mean.
 */
export type JobResult = { job: JobView } | { problem: AnyText; cancels?: boolean; isUnclear?: boolean }

/** What a model read from a person's words. */
export interface ReadWords {
  due: Schedule
  text: string
}

/** One question to a fast model; undefined if it gave no answer. */
export type AskModel = (prompt: string, signal: AbortSignal) => Promise<string | undefined>

/** A change of a job. `words` may be a time, a text, or both. */
export interface JobChange {
  when?: string | undefined
  text?: string | undefined
  words?: string | undefined
}

/** Read access to jobs. */
export interface JobReader {
  /** The asker's own jobs; in a private chat the owner may list everybody's. */
  list(asker: Pick<Asker, 'person' | 'now'> & { everybody?: boolean }): JobView[]
  read(asker: Pick<Asker, 'person' | 'now'>, id: number): JobView | undefined
  /** Newest first. */
  runs(asker: Pick<Asker, 'person' | 'now'>, id: number, limit: number, before?: LastRun): RunView[]
  /** The next instants. */
  nextTimes(asker: Pick<Asker, 'person' | 'now'>, id: number, limit: number): Date[]
  /** The finished briefings, newest first. */
  briefings(asker: Pick<Asker, 'person' | 'now'>, limit: number, before?: LastRun): BriefingView[]
  /** The finished briefing of this run. */
  briefing(asker: Pick<Asker, 'person' | 'now'>, run: number): BriefingView | undefined
}

/** What people may do with jobs, from anywhere. Methods that change something are called inside a transaction. */
export interface JobService extends JobReader {
  add(asker: Asker, job: WantedJob): JobResult
  /** Parses a time in words or in a technical format: "2026-12-01 09:00", "0 7 * * 1-5", "every 2 hours". */
  readWhen(
    words: string,
    asker: Pick<Asker, 'timezone' | 'now'>,
  ): { due: Schedule } | { problem: AnyText; isUnclear?: boolean }
  /** Lets a model interpret unclear words; undefined if that is uncertain too, and the person is asked. */
  interpret(
    words: string,
    asker: Pick<Asker, 'timezone' | 'now'>,
    ask: AskModel,
    signal: AbortSignal,
  ): Promise<ReadWords | undefined>
  /** Whether these words mean that time. */
  saysWhen(words: string, due: Schedule, asker: Pick<Asker, 'timezone' | 'now'>): boolean
  /** The due time in words for people. */
  describe(due: Schedule, asker: Pick<Asker, 'timezone' | 'now'>): LocalizedText
  /**
   * Creates a job from a sentence: "remind me on Friday at nine to call Ana" is a reminder, "every day at 7 tell me
   * what is open" is a task for a model, unless the kind is given. A cron line may precede the text. `read`, here and
   * below, is what a model read from the words.
   */
  addFromWords(asker: Asker, words: string, kind?: WantedJob['kind'], read?: ReadWords): JobResult
  edit(asker: Asker, id: number, change: JobChange, read?: ReadWords): JobResult
  runNow(asker: Asker, id: number): JobResult
  pause(asker: Asker, id: number): JobResult
  resume(asker: Asker, id: number): JobResult
  remove(asker: Asker, id: number): JobResult
  /** Marks a reminder that fired as done. */
  done(asker: Asker, id: number): JobResult
  snooze(asker: Asker, id: number, until: string, read?: ReadWords): JobResult
  /** Whether a reminder fired and is not marked as done. */
  isOpen(id: number): boolean
}
