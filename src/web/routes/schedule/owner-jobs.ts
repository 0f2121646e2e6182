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
import { truncate } from '../../../lib/text/text.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { scheduleMessages } from '../../../messages/schedule-messages.ts'
import type { Database } from '../../../store/database.ts'
import { audienceOf, ensurePlace, routeInto } from '../../../store/messages/chats.ts'

/** What is scheduled, as the owner has it in their hands on this machine. */
export interface OwnerJobs {
  list(): JobView[]
  /** One with its coming instants; undefined when there is none of this number. */
  read(id: number): JobStory | undefined
  /** Newest first, as the briefings. */
  runs(id: number, limit: number, before?: LastRun): RunView[]
  briefings(limit: number, before?: LastRun): ResultView[]
  /** From a sentence; what comes of it is told in this chat. Here and below a model is asked what unclear words mean. */
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

/** What is done with a job by naming it. */
export const jobActs = ['run', 'pause', 'resume', 'remove', 'done'] as const
export type JobAct = (typeof jobActs)[number]

export interface OwnerJobsDeps {
  db: Database
  clock: Clock
  desk: JobService
  owner: Pick<Person, 'id' | 'role'>
  timezone(): string
  /** Asks a fast model; undefined where none may be asked now. */
  ask(chat: ChatId): AskModel | undefined
}

/** Where whoever only names a job is taken to stand. */
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

  /** In one commit; of what was refused nothing is left. */
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

  /** The page and the terminal wait for the model; where it does not know either, the person is asked. */
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

  /** A job keeps its zone. */
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

  /** Named after the first thing said in it, as any other chat of the page. */
  function openLocal(chat: ChatId, words: string): void {
    const title = truncate(words.trim().replace(/\s+/g, ' '), 60)
    const ours = { audience: 'private', owner: localOwner, personId: owner.id } as const
    ensurePlace(db, { id: chat, title, ...ours }, rootLane(chat), clock.now())
  }
}

/** Rolls back what was begun for it. */
class RefusedWish extends Error {
  readonly wished: Wished

  constructor(wished: Wished) {
    super('refused')
    this.wished = wished
  }
}
