import type { Route } from './delivery.ts'
import type { ChatId, Lane } from './ids.ts'
import type { JobKind, JobState, RunState, When } from './job.ts'
import type { Person } from './person.ts'

/** Who wants something of a job, and where they say it. */
export interface Asker {
  person: Pick<Person, 'id' | 'role'>
  timezone: string
  chat: ChatId
  lane: Lane
  route: Route
  now: Date
}

/** What somebody wants done at its time. */
export interface WantedJob {
  kind: 'reminder' | 'scheduled'
  due: When
  text: string
  /** Speaks only when there is something to act on. */
  silent?: boolean | undefined
  /** Chats of theirs; where it is said, unless they name others. */
  destinations?: string[] | undefined
}

/** A job as people are told of it. */
export interface JobView {
  id: number
  kind: JobKind
  name: string
  text: string
  source: 'file' | 'person'
  state: JobState
  /** In words: "every weekday at 07:00". */
  when: string
  isOnce: boolean
  timezone: string
  next?: Date
  /** Whose it is, and where it was made. */
  person: string
  chat?: ChatId
  destinations: string[]
  /** Of a reminder: it came, and nobody has seen to it. */
  isOpen: boolean
}

/** One instant of a job. */
export interface RunView {
  id: number
  instant: Date
  state: RunState
  reason?: string
  /** What came of it, in the words that were sent. */
  result?: string
  task?: number
}

/** A briefing that was told. */
export interface ResultView extends RunView {
  job: number
  name: string
}

/** The last run that somebody knows of; what came before it is older. */
export type LastRun = Pick<RunView, 'id' | 'instant'>

/**
 * What came of a wish: the job as it is now, or why not, in words for whoever asked. `cancels`: they want an end to
 * something, so they should see what they can delete. `isUnclear`: a model may know which time their words mean.
 */
export type Wished = { job: JobView } | { problem: string; cancels?: boolean; isUnclear?: boolean }

/** What a model read in somebody's words. */
export interface ReadWords {
  due: When
  text: string
}

/** One question to a fast model; undefined when it gave no answer. */
export type AskModel = (prompt: string, signal: AbortSignal) => Promise<string | undefined>

/** What changes of a job. `words` may be a time, a text, or both. */
export interface JobChange {
  when?: string | undefined
  text?: string | undefined
  words?: string | undefined
}

/** What people are told of jobs. */
export interface JobReading {
  /** The asker's own; the owner may ask for everybody's, where nobody else reads along. */
  list(asker: Pick<Asker, 'person' | 'now'> & { everybody?: boolean }): JobView[]
  read(asker: Pick<Asker, 'person' | 'now'>, id: number): JobView | undefined
  /** Newest first. */
  runs(asker: Pick<Asker, 'person' | 'now'>, id: number, limit: number, before?: LastRun): RunView[]
  /** Its coming instants. */
  coming(asker: Pick<Asker, 'person' | 'now'>, id: number, limit: number): Date[]
  /** The briefings that were told, newest first. */
  briefings(asker: Pick<Asker, 'person' | 'now'>, limit: number, before?: LastRun): ResultView[]
}

/** What people may do with jobs, from wherever they ask. What changes something is called inside a transaction. */
export interface JobDesk extends JobReading {
  add(asker: Asker, wanted: WantedJob): Wished
  /** When something is due, said in words or as a program says it: "2026-12-01 09:00", "0 7 * * 1-5", "every 2 hours". */
  readWhen(
    words: string,
    asker: Pick<Asker, 'timezone' | 'now'>,
  ): { due: When } | { problem: string; isUnclear?: boolean }
  /** What a model reads in words that are unclear; undefined where that is not certain either, and the person is asked. */
  interpret(
    words: string,
    asker: Pick<Asker, 'timezone' | 'now'>,
    ask: AskModel,
    signal: AbortSignal,
  ): Promise<ReadWords | undefined>
  /** Whether these words say that time. */
  saysWhen(words: string, due: When, asker: Pick<Asker, 'timezone' | 'now'>): boolean
  /** When it is due, in words for people. */
  describe(due: When, asker: Pick<Asker, 'timezone' | 'now'>): string
  /**
   * The same, from a sentence: "remind me on Friday at nine to call Ana" is a reminder, "every day at 7 tell me what is
   * open" is asked of a model; unless it is said which of the two is wanted. A cron line may stand before the text. `read`,
   * here and below, is what a model read in the words.
   */
  addFromWords(asker: Asker, words: string, kind?: WantedJob['kind'], read?: ReadWords): Wished
  edit(asker: Asker, id: number, change: JobChange, read?: ReadWords): Wished
  runNow(asker: Asker, id: number): Wished
  pause(asker: Asker, id: number): Wished
  resume(asker: Asker, id: number): Wished
  remove(asker: Asker, id: number): Wished
  /** Of a reminder that has come. */
  done(asker: Asker, id: number): Wished
  snooze(asker: Asker, id: number, until: string, read?: ReadWords): Wished
  /** A reminder came, and nobody has seen to it. */
  isOpen(id: number): boolean
}
