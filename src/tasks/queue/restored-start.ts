// The first start from a backup. What had not been finished when the copy was made may have been finished after it, and
// nobody can tell any more. So nothing of it is repeated: deliveries are held, tasks end, jobs skip what came due since,
// and each chat reads once what happened and how to ask for it again. Messages that a platform shows again are handled
// in intake/shown-again.ts. docs/decisions/0048-a-restored-daemon-repeats-nothing.md has the reasons.

import type { Route } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import { keyInChat, noticeKey } from '../../domain/outbox-key.ts'
import { factsOf } from '../../domain/task.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { noteFirstStart, readSnapshotMark } from '../../store/file/snapshot-mark.ts'
import { type ClosedSession, closeEpochs } from '../../store/recall/epochs.ts'
import { isUnasked } from '../../store/work/outbox.ts'
import { endTasks } from '../../store/work/tasks.ts'
import {
  endEarlierInstances,
  holdUnsent,
  skipOpenRuns,
  skipPendingPushes,
  unfinishedTasks,
  voidOldRights,
} from '../../store/work/unfinished-work.ts'
import { retryCommand } from '../say/channel-access.ts'
import { sendOwnerNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'

const { restored: texts } = backupMessages

/** A job that came due after the backup was made. */
export interface SkippedJob {
  name: string
  place: { lane: Lane; route: Route } | undefined
}

export interface RestoredDeps extends TaskDeps {
  /** Skips the instants of all jobs up to now. */
  skipDueJobs(now: Date): SkippedJob[]
}

export interface RestoredStart {
  takenAt: Date
  held: number
  ended: number
  jobs: number
  /** The sessions of models that ended. They may have gone on since. */
  sessions: ClosedSession[]
}

/** Does nothing, except at the first start of a store that came from a backup. */
export function settleRestored(deps: RestoredDeps): RestoredStart | undefined {
  const { db } = deps
  const mark = readSnapshotMark(db)
  if (!mark || mark.startedAt) return undefined
  const now = deps.clock.now()
  return db.transaction(() => {
    noteFirstStart(db, mark, now)
    endEarlierInstances(db, deps.instance, mark.takenAt)
    voidOldRights(db)
    skipPendingPushes(db)
    const sessions = closeEpochs(db, texts.epochReason.en, now)
    const held = holdUnsent(db, texts.heldBack)
    // Summaries and the like are only kept in the store, so they can simply continue.
    const ended = unfinishedTasks(db).filter(({ kind }) => factsOf(kind).work !== 'upkeep' || factsOf(kind).awaited)
    endTasks(
      db,
      ended.map(({ id }) => id),
      'failed',
      texts.heldBack,
      now,
    )
    skipOpenRuns(db, texts.jobReason, now)
    const jobs = deps.skipDueJobs(now)
    const unfinished: Unfinished[] = [
      ...held.filter((row) => !isUnasked(row)).map(({ lane, route, taskId }) => ({ lane, route, taskId })),
      ...ended.filter(({ kind }) => factsOf(kind).awaited).map(({ lane, route, id }) => ({ lane, route, taskId: id })),
    ]
    const takenAt = dateAndTime(mark.takenAt, deps.settings().timezone)
    const run = mark.takenAt.toISOString()
    tellChats(deps, unfinished, { takenAt, run, now })
    tellAboutJobs(deps, jobs, { takenAt, run, now })
    return { takenAt: mark.takenAt, held: held.length, ended: ended.length, jobs: jobs.length, sessions }
  })
}

interface Unfinished {
  lane: Lane
  route: Route
  taskId: number | null
}

interface Telling {
  takenAt: string
  /** Makes the keys unique. */
  run: string
  now: Date
}

const MAX_COMMANDS = 5

/** One notice for each chat, where its first unfinished answer would have gone. */
function tellChats(deps: RestoredDeps, unfinished: Unfinished[], { takenAt, run, now }: Telling): void {
  const chats = new Map<ChatId, Unfinished[]>()
  for (const one of unfinished) chats.set(one.route.chat, [...(chats.get(one.route.chat) ?? []), one])
  for (const [chat, [first, ...others]] of chats) {
    if (!first) continue
    const tasks = new Set([first, ...others].flatMap(({ taskId }) => taskId ?? []))
    const commands = [...tasks].slice(-MAX_COMMANDS).map((task) => retryCommand(deps, chat, task))
    const retries = commands.length === 0 ? texts.lookAbove : texts.retryWith(commands.join(', '))
    const { lane, route } = first
    const key = keyInChat(noticeKey('restored', run), chat)
    postMessage(deps, { key, kind: 'notice', lane, route, text: texts.unfinished(takenAt, retries) }, now)
  }
}

/** Where the job was planned. The owner reads about the others. */
function tellAboutJobs(deps: RestoredDeps, jobs: SkippedJob[], { takenAt, run, now }: Telling): void {
  const places = new Map<ChatId | undefined, SkippedJob[]>()
  for (const job of jobs) places.set(job.place?.route.chat, [...(places.get(job.place?.route.chat) ?? []), job])
  for (const [chat, planned] of places) {
    const text = texts.jobs(takenAt, planned.map(({ name }) => `“${name}”`).join(', '))
    const place = planned[0]?.place
    if (chat === undefined || !place) sendOwnerNotice(deps, { key: noticeKey('restored-jobs', run), text }, now)
    else
      postMessage(deps, { key: keyInChat(noticeKey('restored-jobs', run), chat), kind: 'notice', ...place, text }, now)
  }
}
