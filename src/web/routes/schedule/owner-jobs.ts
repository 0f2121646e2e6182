import { type ChatId, isLocal, localChat, localOwner, rootLane } from '../../../domain/ids.ts'
import type {
  Asker,
  AskModel,
  BriefingView,
  JobResult,
  JobService,
  JobView,
  LastRun,
  ReadWords,
  RunView,
} from '../../../domain/job-service.ts'
import type { Person } from '../../../domain/person.ts'
import { oneLine } from '../../../lib/text/text.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { scheduleMessages } from '../../../messages/schedule-messages.ts'
import type { Database } from '../../../store/database.ts'
import { audienceOf, ensurePlace, routeInto } from '../../../store/messages/chats.ts'

/** The schedule as the owner sees and changes it. */
export interface OwnerJobs {
  list(): JobView[]
  /** A job with its next times. Undefined if there is none with this id. */
  read(id: number): JobDetails | undefined
  /** Newest first. */
  runs(id: number, limit: number, before?: LastRun): RunView[]
  briefings(limit: number, before?: LastRun): BriefingView[]
  /** Adds a job from a sentence. It reports to this chat. Here and below, a model interprets unclear words. */
  add(words: string, chat: ChatId, signal: AbortSignal): Promise<JobResult>
  edit(
    id: number,
    change: { when?: string | undefined; text?: string | undefined },
    signal: AbortSignal,
  ): Promise<JobResult>
  snooze(id: number, until: string, signal: AbortSignal): Promise<JobResult>
  act(id: number, act: JobAction): JobResult
}

export interface JobDetails {
  job: JobView
  nextTimes: Date[]
}

/** Actions that need nothing but the job. */
export const jobActions = ['run', 'pause', 'resume', 'remove', 'done'] as const
export type JobAction = (typeof jobActions)[number]

export interface OwnerJobsDeps {
  db: Database
  clock: Clock
  jobs: JobService
  owner: Pick<Person, 'id' | 'role'>
  timezone(): string
  /** Undefined if no model may be asked now. */
  ask(chat: ChatId): AskModel | undefined
}

/** The chat assumed for actions that name only a job. */
const defaultChat = localChat('scheduled')
const MAX_NEXT_TIMES = 5

export function createOwnerJobs({ db, clock, jobs, owner, timezone, ask }: OwnerJobsDeps): OwnerJobs {
  const reader = () => ({ person: owner, now: clock.now() })

  const askerIn = (chat: ChatId): Asker => ({
    ...reader(),
    timezone: timezone(),
    chat,
    lane: rootLane(chat),
    route: routeInto(db, chat),
  })

  /** Does it in one transaction. A refused change is rolled back. */
  function attempt(work: () => JobResult): JobResult {
    try {
      return db.transaction(() => {
        const result = work()
        if ('problem' in result) throw new RefusedRequest(result)
        return result
      })
    } catch (error) {
      if (error instanceof RefusedRequest) return error.result
      throw error
    }
  }

  /** If the words are unclear, a model interprets them. If the model does not understand them either, the person is asked. */
  async function attemptWithModel(
    { words, chat, zone = timezone() }: { words: string; chat: ChatId; zone?: string | undefined },
    work: (interpreted?: ReadWords) => JobResult,
    signal: AbortSignal,
  ): Promise<JobResult> {
    const result = attempt(() => work())
    const askModel = 'problem' in result && result.isUnclear ? ask(chat) : undefined
    const interpreted =
      askModel && (await jobs.interpret(words, { now: clock.now(), timezone: zone }, askModel, signal))
    return interpreted ? attempt(() => work(interpreted)) : result
  }

  const zoneOf = (id: number) => jobs.read(reader(), id)?.timezone

  return {
    list: () => jobs.list({ ...reader(), everybody: true }),

    read(id) {
      const asker = reader()
      const job = jobs.read(asker, id)
      return job && { job, nextTimes: jobs.nextTimes(asker, id, MAX_NEXT_TIMES) }
    },

    runs: (id, limit, before) => jobs.runs(reader(), id, limit, before),

    briefings: (limit, before) => jobs.briefings(reader(), limit, before),

    add: (words, chat, signal) =>
      attemptWithModel(
        { words, chat },
        (read) => {
          if (isLocal(chat)) ensureLocalChat(chat, words)
          else if (audienceOf(db, chat) === undefined) return { problem: scheduleMessages.problems.noSuchChat(chat) }
          const result = jobs.addFromWords(askerIn(chat), words, undefined, read)
          return 'problem' in result && result.cancels ? { problem: withDeletableJobs(result.problem) } : result
        },
        signal,
      ),

    edit: (id, change, signal) =>
      attemptWithModel(
        { words: change.when ?? '', chat: defaultChat, zone: zoneOf(id) },
        (read) => jobs.edit(askerIn(defaultChat), id, change, read),
        signal,
      ),

    snooze: (id, until, signal) =>
      attemptWithModel(
        { words: until, chat: defaultChat, zone: zoneOf(id) },
        (read) => jobs.snooze(askerIn(defaultChat), id, until, read),
        signal,
      ),

    act: (id, act) =>
      attempt(() => {
        const asker = askerIn(defaultChat)
        switch (act) {
          case 'run':
            return jobs.runNow(asker, id)
          case 'pause':
            return jobs.pause(asker, id)
          case 'resume':
            return jobs.resume(asker, id)
          case 'remove':
            return jobs.remove(asker, id)
          case 'done':
            return jobs.done(asker, id)
        }
      }),
  }

  function withDeletableJobs(problem: AnyText): AnyText {
    const jobList = jobs.list({ ...reader(), everybody: true })
    return scheduleMessages.deletable(
      problem,
      jobList.map(({ id, name, when }) => scheduleMessages.deletableJob(id, name, when)),
    )
  }

  /** The chat is titled with its first message, like any chat of the page. */
  function ensureLocalChat(chat: ChatId, words: string): void {
    const title = oneLine(words, 60)
    const placeFacts = { audience: 'private', owner: localOwner, personId: owner.id } as const
    ensurePlace(db, { id: chat, title, ...placeFacts }, rootLane(chat), clock.now())
  }
}

/** Thrown to roll back the transaction. */
class RefusedRequest extends Error {
  readonly result: JobResult

  constructor(result: JobResult) {
    super('refused')
    this.result = result
  }
}
