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
import { keyInChat, noticeKey, taskKey, voiceKey } from '../../domain/outbox-key.ts'
import type { Trust } from '../../domain/person.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { ensureChat, ensureLane, ownChats, routeInto } from '../../store/messages/chats.ts'
import { wasSentRecently } from '../../store/messages/messages.ts'
import { ownerId } from '../../store/people/people.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { prefixIn } from './channel-access.ts'
import { type OwnMessage, type PostDeps, postMessage } from './post-message.ts'

/** A text for several chats. The function form gets the command prefix of each chat. */
export type NoticeText = AnyText | ((prefix: CommandPrefix) => AnyText)

export interface OwnerNotice extends Pick<Notice, 'key' | 'buttons' | 'trust'> {
  text: NoticeText
  /** The chat where it happened. It gets no notice, because people there know it already. */
  exceptIn?: ChatId
  /** The channel it is about, which is used only if the owner cannot be reached on another. */
  avoidChannel?: ChannelName
  /**
   * The notice is dropped if the same text was sent within this time, even before a restart. This is checked in the
   * same commit, because many calls may be waiting while the disk refuses writes.
   */
  minIntervalMs?: number
  /** The page shows it by itself, so the notices there do not repeat it. */
  isOnPage?: boolean
}

/**
 * Sends a notice to the owner on the local page and in each of their private chats on a configured channel. It never opens
 * a new chat. Call it inside the transaction that makes the notice true.
 */
export function sendOwnerNotice(
  deps: PostDeps,
  { text, exceptIn, avoidChannel, minIntervalMs: withinMs = 0, isOnPage = false, ...note }: OwnerNotice,
  now: Date,
): void {
  const personId = ownerId(deps.db)
  const textFor = (chat: ChatId) => (typeof text === 'function' ? text(prefixIn(deps, chat)) : text)
  if (withinMs > 0) {
    const noticeText = textIn(textFor(noticesChat), languageIn(deps.db, noticesChat))
    if (wasSentRecently(deps.db, noticesChat, noticeText, { now, withinMs })) return
  }
  if (!isOnPage) sendNotice(deps, { ...note, chat: noticesChat, text: textFor(noticesChat) }, now)
  const reachable = ownChats(deps.db, personId).filter((chat) => !isLocal(chat) && deps.channels.has(channelOf(chat)))
  const preferred = reachable.filter((chat) => channelOf(chat) !== avoidChannel)
  for (const chat of preferred.length > 0 ? preferred : reachable)
    if (chat !== exceptIn) sendNotice(deps, { ...note, key: keyInChat(note.key, chat), chat, text: textFor(chat) }, now)
}

/** Tells the owner about a problem of the daemon itself. It never throws, so it can be called from anywhere. */
export function tellOwner(
  deps: TaskDeps,
  text: NoticeText,
  options: Pick<OwnerNotice, 'minIntervalMs' | 'isOnPage'> = {},
): void {
  const now = deps.clock.now()
  const note = { key: noticeKey('alarm'), text, ...options }
  deps
    .persist(() => deps.db.transaction(() => sendOwnerNotice(deps, note, now)))
    .catch((err: unknown) => deps.log.error({ err }, 'the owner could not be told'))
}

const HOUR_MS = 3_600_000

/** Tells the owner the same thing at most once an hour, even across restarts. */
export function createOwnerAlarm(deps: TaskDeps): (text: AnyText) => void {
  return (text) => tellOwner(deps, text, { minIntervalMs: HOUR_MS })
}

interface Notice {
  key: string
  chat: ChatId
  text: AnyText
  buttons?: Button<AnyText>[]
  /** Set if it contains words of others. */
  trust?: Trust
}

/** Sends a notice that answers no message. `noticesChat` is used if there is no better place. */
export function sendNotice(deps: PostDeps, notice: Notice, now: Date): void {
  const { chat, ...line } = notice
  const lane = rootLane(chat)
  // This chat is created on demand. It belongs to the owner, whoever the notice is about.
  if (chat === noticesChat) {
    const ownership = { audience: 'private', owner: localOwner, personId: ownerId(deps.db) } as const
    const title = textIn(healthMessages.noticesTitle, languageIn(deps.db, chat))
    ensureChat(deps.db, { id: chat, title, ...ownership }, now)
  }
  ensureLane(deps.db, lane, chat)
  postMessage(deps, { ...line, kind: 'notice', lane, route: routeInto(deps.db, chat) }, now)
}

/** Sends the rest of a command's answer, for which a task was created. Call it inside the transaction that ends the task. */
export function sendCommandRest(
  deps: PostDeps,
  task: Task,
  { voiceOf, ...rest }: Pick<OwnMessage, 'text' | 'files'> & { voiceOf?: number },
  now: Date,
): void {
  const { id, lane, route } = task
  const line = { ...rest, lane, route }
  const said = { ...line, key: taskKey(task, 'done'), kind: 'command', taskId: id } as const
  const spoken = voiceOf !== undefined && ({ ...line, key: voiceKey(voiceOf), kind: 'notice' } as const)
  postMessage(deps, spoken || said, now)
}
