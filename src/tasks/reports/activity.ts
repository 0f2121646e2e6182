import type { ChannelName, ChatId } from '../../domain/ids.ts'
import { factsOf } from '../../domain/task.ts'
import { oneLine } from '../../lib/text/text.ts'
import { type SteadyClock, wallTime } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { chatTitles } from '../../store/messages/chats.ts'
import { mayOpenChat } from '../../store/messages/listed-chats.ts'
import { countUnreadNotices, noticesReadTo, readNotices, type StoredNotice } from '../../store/messages/notices.ts'
import { readPerson } from '../../store/people/people.ts'
import { countOpenProposals } from '../../store/profile/proposals.ts'
import {
  failedDeliveries,
  failedTasks,
  liveTasks,
  openDeliveries,
  type PendingQuestion,
  questionsEverywhere,
} from '../../store/work/activity.ts'
import { listDrafts, type OutboxRow } from '../../store/work/outbox.ts'
import { countLive, readTask } from '../../store/work/tasks.ts'
import type { Trail, Trails } from '../run/run-trail.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type ListedTask, toListedTasks } from './task-list.ts'

export interface ActivityDeps {
  db: Database
  clock: SteadyClock
  trails: Pick<Trails, 'of'>
}

/** What is going on in all chats: tasks, open questions, deliveries, failures and notices. */
export interface Activity {
  questions: AskedQuestion[]
  tasks: ActiveTask[]
  /** The number of open tasks; only some of them are listed. */
  liveCount: number
  failed: ActiveTask[]
  /** There are more failed tasks or deliveries than are listed. */
  hasOlderFailed: boolean
  deliveries: ActiveDelivery[]
  undelivered: ActiveDelivery[]
  notices: NoticePage & { unread: number }
}

/** One page of notices, newest first. */
export interface NoticePage {
  list: (StoredNotice & { isNew: boolean })[]
  hasOlder: boolean
}

interface InChat {
  chat: ChatId
  /** The title of the chat. */
  place: string
}

export interface ActiveTask extends InChat {
  id: number
  generation: number
  kind: ListedTask['kind']
  state: ListedTask['state']
  title: string
  person: string
  reason: AnyText | undefined
  since: Date
  /** When it is retried. */
  until: Date | undefined
  usd: number
  /** What the task is doing, while it runs. */
  doing: RunProgress | undefined
  /** False for upkeep, which ends by itself. */
  canStop: boolean
}

/** The progress of a run. */
export interface RunProgress {
  brain: string
  steps: string[]
  /** The last words of the answer so far. */
  words: string
}

interface AskedQuestion extends InChat, Pick<PendingQuestion, 'id' | 'effect' | 'buttons' | 'message'> {
  person: string
  until: Date
}

export interface ActiveDelivery extends InChat, Pick<OutboxRow, 'id' | 'state' | 'attempt' | 'channel' | 'kind'> {
  text: string
  error: AnyText | undefined
  since: Date
  until: Date | undefined
  message: number
  /** The task that can be retried for it. */
  task: { id: number; generation: number } | undefined
}

const MAX_TASKS = 100
const MAX_FAILED = 30
const MAX_NOTICES = 50
const MAX_EXCERPT_CHARS = 200

/** For the owner, who sees activity in all chats, but not the content of other people's private chats. */
export function readActivity(deps: ActivityDeps, ownerId: number): Activity {
  const { db, clock } = deps
  const now = clock.now()
  const live = toListedTasks(db, liveTasks(db, MAX_TASKS), now)
  const failedTaskRows = failedTasks(db, MAX_FAILED + 1)
  const failed = toListedTasks(db, failedTaskRows.slice(0, MAX_FAILED), now)
  const questions = questionsEverywhere(db, clock.steady())
  const open = [...listDrafts(db), ...openDeliveries(db, MAX_TASKS)]
  const failedDeliveryRows = failedDeliveries(db, MAX_FAILED + 1)
  const shownFailedDeliveries = failedDeliveryRows.slice(0, MAX_FAILED)
  const chats = [...live, ...failed, ...questions].map(({ chat }) => chat)
  const deliveryChats = [...open, ...shownFailedDeliveries].map(({ route }) => route.chat)
  const titles = chatTitles(db, [...new Set([...chats, ...deliveryChats])])
  const inChat = (chat: ChatId): InChat => ({ chat, place: titles.get(chat) || chat })
  const toActiveTask = (task: ListedTask): ActiveTask => {
    const visible = { ...inChat(task.chat), ...activeTask(deps, task) }
    if (mayOpenChat(db, ownerId, task.chat)) return visible
    return { ...visible, title: 'said in private', doing: visible.doing && { ...visible.doing, steps: [], words: '' } }
  }
  const toActiveDelivery = (row: OutboxRow): ActiveDelivery => {
    const visible = { ...inChat(row.route.chat), ...activeDelivery(deps, row) }
    return mayOpenChat(db, ownerId, row.route.chat) ? visible : { ...visible, text: 'said in private' }
  }
  return {
    questions: questions.map(({ id, effect, buttons, message, chat, personId, expiresAt }) => ({
      ...inChat(chat),
      id,
      effect: permissionMessages.mayI(effect)[languageIn(db, chat)],
      buttons,
      message,
      person: readPerson(db, personId).name,
      until: wallTime(clock, expiresAt),
    })),
    tasks: live.map(toActiveTask),
    liveCount: Math.max(countLive(db), live.length),
    failed: failed.map(toActiveTask),
    hasOlderFailed: Math.max(failedTaskRows.length, failedDeliveryRows.length) > MAX_FAILED,
    deliveries: open.map(toActiveDelivery),
    undelivered: shownFailedDeliveries.map(toActiveDelivery),
    notices: { ...readNoticePage(db), unread: countUnreadNotices(db) },
  }
}

/** The newest notices, or those before the given one. */
export function readNoticePage(db: Database, before?: number): NoticePage {
  const readTo = noticesReadTo(db)
  const notices = readNotices(db, MAX_NOTICES + 1, before)
  const list = notices.slice(0, MAX_NOTICES).map((notice) => ({ ...notice, isNew: notice.id > readTo }))
  return { list, hasOlder: notices.length > MAX_NOTICES }
}

/** How many questions, proposals and unread notices wait for the owner. */
export function countNews({ db, clock }: Pick<ActivityDeps, 'db' | 'clock'>): number {
  return questionsEverywhere(db, clock.steady()).length + countOpenProposals(db) + countUnreadNotices(db)
}

function activeTask({ db, clock, trails }: ActivityDeps, task: ListedTask): Omit<ActiveTask, keyof InChat> {
  const { id, generation, kind, state, title, usd, personId } = task
  const trail = trails.of(id)
  return {
    id,
    generation,
    kind,
    state,
    title,
    usd,
    person: readPerson(db, personId).name,
    reason: task.reason ?? undefined,
    since: new Date(task.finishedAt ?? (trail && task.startedAt) ?? task.createdAt),
    until: state === 'retry' ? wallTime(clock, task.dueAt) : undefined,
    doing: trail && describeProgress(trail),
    canStop: task.finishedAt === null && factsOf(kind).work !== 'upkeep',
  }
}

function describeProgress({ brain, actions, text }: Trail): RunProgress {
  return { brain, steps: actions.map(({ line }) => line), words: excerpt(text.slice(-MAX_EXCERPT_CHARS)) }
}

function activeDelivery({ db, clock }: ActivityDeps, row: OutboxRow): Omit<ActiveDelivery, keyof InChat> {
  const { id, state, attempt, channel, kind, body, messageId } = row
  const isFailed = state === 'held' || state === 'dead'
  const task = isFailed && kind === 'reply' && row.taskId !== null ? readTask(db, row.taskId) : undefined
  return {
    id,
    state,
    attempt,
    channel,
    kind,
    text: excerpt(body.slice(0, 2 * MAX_EXCERPT_CHARS)),
    error: row.error ?? undefined,
    since: new Date(row.createdAt),
    until: state === 'retry' || state === 'unknown' ? wallTime(clock, row.dueAt) : undefined,
    message: messageId,
    task: task && { id: task.id, generation: task.generation },
  }
}

function excerpt(text: string): string {
  return oneLine(text, MAX_EXCERPT_CHARS)
}

/** The connection state of a channel. */
interface ChannelReport {
  name: ChannelName
  /** Whether the channel polls its platform. */
  isAsking: boolean
  /** When the last poll was complete; undefined before the first one. */
  heardAt?: Date
}

export function readChannelReports({ channels, clock }: Pick<TaskDeps, 'channels' | 'clock'>): ChannelReport[] {
  const [now, mono] = [clock.now().getTime(), clock.mono()]
  return [...channels.values()].map((channel) => {
    const lastAnswerMono = channel.lastRoundTrip?.()
    return {
      name: channel.name,
      isAsking: channel.lastRoundTrip !== undefined,
      ...(lastAnswerMono !== undefined && { heardAt: new Date(now - (mono - lastAnswerMono)) }),
    }
  })
}
