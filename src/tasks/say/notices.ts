import type { CommandPrefix } from '../../channels/channel.ts'
import type { Button } from '../../domain/delivery.ts'
import {
  type ChannelName,
  type ChatId,
  channelOf,
  isLocal,
  localOwner,
  noticesChat,
  rootLane,
} from '../../domain/ids.ts'
import { noteInChat, noteKey, taskKey } from '../../domain/outbox-key.ts'
import type { Trust } from '../../domain/person.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { ensureChat, ensureLane, ownChats, routeInto } from '../../store/messages/chats.ts'
import { wasSaidLately } from '../../store/messages/messages.ts'
import { ownerId } from '../../store/people/people.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { prefixIn } from './channel-access.ts'
import { type PostDeps, postMessage } from './post-message.ts'

/** What is said in several chats: where it names a command, as that is written in each. */
export type NoticeText = AnyText | ((prefix: CommandPrefix) => AnyText)

export interface OwnerNotice extends Pick<Notice, 'key' | 'buttons' | 'trust'> {
  text: NoticeText
  /** Where it happened: whoever is there knows it already. */
  not?: ChatId
  /** The channel it is about: left out where they can be reached on another. */
  ratherNot?: ChannelName
  /**
   * Left out where the same was said within this time, also before a restart. Looked up in the same commit: while the disk
   * refuses, many calls may be waiting for it.
   */
  unlessSaidMs?: number
}

/**
 * Tells the owner wherever they can be reached: on the local page, and in each chat of their own on a channel that is set
 * up. Nobody is written to first: a chat of theirs is one they have written in. Call it inside the transaction that makes it true.
 */
export function sendOwnerNotice(
  road: PostDeps,
  { text, not, ratherNot, unlessSaidMs: withinMs = 0, ...note }: OwnerNotice,
  now: Date,
): void {
  const personId = ownerId(road.db)
  const textFor = (chat: ChatId) => (typeof text === 'function' ? text(prefixIn(road, chat)) : text)
  if (withinMs > 0) {
    const said = textIn(textFor(noticesChat), languageIn(road.db, noticesChat))
    if (wasSaidLately(road.db, noticesChat, said, { now, withinMs })) return
  }
  sendNotice(road, { ...note, chat: noticesChat, text: textFor(noticesChat) }, now)
  const reachable = ownChats(road.db, personId).filter((chat) => !isLocal(chat) && road.channels.has(channelOf(chat)))
  const others = reachable.filter((chat) => channelOf(chat) !== ratherNot)
  for (const chat of others.length > 0 ? others : reachable)
    if (chat !== not) sendNotice(road, { ...note, key: noteInChat(note.key, chat), chat, text: textFor(chat) }, now)
}

/** Tells the owner of something that is wrong with the daemon itself. Never throws: it may be called from anywhere. */
export function tellOwner(road: TaskDeps, text: NoticeText, options: Pick<OwnerNotice, 'unlessSaidMs'> = {}): void {
  const now = road.clock.now()
  const note = { key: noteKey('alarm'), text, ...options }
  road
    .persist(() => road.db.transaction(() => sendOwnerNotice(road, note, now)))
    .catch((err: unknown) => road.log.error({ err }, 'the owner could not be told'))
}

const HOUR_MS = 3_600_000

/** The same thing at most once an hour, also when the daemon was started again in between. */
export function createOwnerAlarm(road: TaskDeps): (text: AnyText) => void {
  return (text) => tellOwner(road, text, { unlessSaidMs: HOUR_MS })
}

interface Notice {
  key: string
  chat: ChatId
  text: AnyText
  buttons?: Button<AnyText>[]
  /** Where words of others stand in it. */
  trust?: Trust
}

/** A line that answers no message: told in a chat of its own when there is no better one. */
export function sendNotice(road: PostDeps, notice: Notice, now: Date): void {
  const { chat, ...line } = notice
  const lane = rootLane(chat)
  // The one chat that nobody has to write in first. It is the owner's, whoever the notice is about.
  if (chat === noticesChat) {
    const ours = { audience: 'private', owner: localOwner, personId: ownerId(road.db) } as const
    const title = textIn(healthMessages.noticesTitle, languageIn(road.db, chat))
    ensureChat(road.db, { id: chat, title, ...ours }, now)
  }
  ensureLane(road.db, lane, chat)
  postMessage(road, { ...line, kind: 'notice', lane, route: routeInto(road.db, chat) }, now)
}

/**
 * The rest of the answer to a command, which a task was made for: where the command was given, once. Call it inside the
 * transaction that ends the task.
 */
export function sendCommandRest(road: PostDeps, task: Task, text: AnyText, now: Date): void {
  const { id, lane, route } = task
  postMessage(road, { key: taskKey(task, 'done'), kind: 'command', lane, route, text, taskId: id }, now)
}
