import { type ChatId, isLocal, localChat, localOwner, rootLane } from '../../../domain/ids.ts'
import type {
  Asker,
  AskModel,
  JobService,
  JobView,
  LastRun,
  ReadWords,
  ResultView,
  RunView,
  Wished,
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
  read(id: number): JobStory | undefined
  /** Newest first. */
  runs(id: number, limit: number, before?: LastRun): RunView[]
  briefings(limit: number, before?: LastRun): ResultView[]
  /** Adds a job from a sentence. It reports to this chat. Here and below, a model interprets unclear words. */
  add(words: string, chat: ChatId, signal: AbortSignal): Promise<Wished>
  edit(
    id: number,
    change: { when?: string | undefined; text?: string | undefined },
    signal: AbortSignal,
  ): Promise<Wished>
  snooze(id: number, until: string, signal: AbortSignal): Promise<Wished>
  act(id: number, act: JobAct): Wished
}

export interface JobStory {
  job: JobView
  coming: Date[]
}

/** Actions that need nothing but the job. */
export const jobActs = ['run', 'pause', 'resume', 'remove', 'done'] as const
export type JobAct = (typeof jobActs)[number]

export interface OwnerJobsDeps {
  db: Database
  clock: Clock
  desk: JobService
  owner: Pick<Person, 'id' | 'role'>
  timezone(): string
  /** Undefined if no model may be asked now. */
  ask(chat: ChatId): AskModel | undefined
}

/** The chat assumed for actions that name only a job. */
const home = localChat('scheduled')
const comingShown = 5

export function createOwnerJobs({ db, clock, desk, owner, timezone, ask }: OwnerJobsDeps): OwnerJobs {
  const reader = () => ({ person: owner, now: clock.now() })

  const askerIn = (chat: ChatId): Asker => ({
    ...reader(),
    timezone: timezone(),
    chat,
    lane: rootLane(chat),
    route: routeInto(db, chat),
  })

  /** In one transaction. A refused change is rolled back. */
  function wish(work: () => Wished): Wished {
    try {
      return db.transaction(() => {
        const wished = work()
        if ('problem' in wished) throw new RefusedWish(wished)
        return wished
      })
    } catch (error) {
      if (error instanceof RefusedWish) return error.wished
      throw error
    }
  }

  /** Page and terminal wait for the model. If it does not understand either, the person is asked. */
  async function wishInWords(
    { words, chat, zone = timezone() }: { words: string; chat: ChatId; zone?: string | undefined },
    work: (read?: ReadWords) => Wished,
    signal: AbortSignal,
  ): Promise<Wished> {
    const wished = wish(() => work())
    const model = 'problem' in wished && wished.isUnclear ? ask(chat) : undefined
    const read = model && (await desk.interpret(words, { now: clock.now(), timezone: zone }, model, signal))
    return read ? wish(() => work(read)) : wished
  }

  const zoneOf = (id: number) => desk.read(reader(), id)?.timezone

  return {
    list: () => desk.list({ ...reader(), everybody: true }),

    read(id) {
      const asker = reader()
      const job = desk.read(asker, id)
      return job && { job, coming: desk.coming(asker, id, comingShown) }
    },

    runs: (id, limit, before) => desk.runs(reader(), id, limit, before),

    briefings: (limit, before) => desk.briefings(reader(), limit, before),

    add: (words, chat, signal) =>
      wishInWords(
        { words, chat },
        (read) => {
          if (isLocal(chat)) openLocal(chat, words)
          else if (audienceOf(db, chat) === undefined) return { problem: scheduleMessages.problems.noSuchChat(chat) }
          const wished = desk.addFromWords(askerIn(chat), words, undefined, read)
          return 'problem' in wished && wished.cancels ? { problem: withDeletable(wished.problem) } : wished
        },
        signal,
      ),

    edit: (id, change, signal) =>
      wishInWords(
        { words: change.when ?? '', chat: home, zone: zoneOf(id) },
        (read) => desk.edit(askerIn(home), id, change, read),
        signal,
      ),

    snooze: (id, until, signal) =>
      wishInWords(
        { words: until, chat: home, zone: zoneOf(id) },
        (read) => desk.snooze(askerIn(home), id, until, read),
        signal,
      ),

    act: (id, act) =>
      wish(() => {
        const asker = askerIn(home)
        switch (act) {
          case 'run':
            return desk.runNow(asker, id)
          case 'pause':
            return desk.pause(asker, id)
          case 'resume':
            return desk.resume(asker, id)
          case 'remove':
            return desk.remove(asker, id)
          case 'done':
            return desk.done(asker, id)
        }
      }),
  }

  function withDeletable(problem: AnyText): AnyText {
    const jobs = desk.list({ ...reader(), everybody: true })
    return scheduleMessages.deletable(
      problem,
      jobs.map(({ id, name, when }) => scheduleMessages.deletableJob(id, name, when)),
    )
  }

  /** The chat is titled with its first message, like any chat of the page. */
  function openLocal(chat: ChatId, words: string): void {
    const title = oneLine(words, 60)
    const ours = { audience: 'private', owner: localOwner, personId: owner.id } as const
    ensurePlace(db, { id: chat, title, ...ours }, rootLane(chat), clock.now())
  }
}

/** Thrown to roll back the transaction. */
class RefusedWish extends Error {
  readonly wished: Wished

  constructor(wished: Wished) {
    super('refused')
    this.wished = wished
  }
}
