import type { CommandPrefix } from '../../channels/channel.ts'
import { type ChannelName, type ChatId, channelOf, isLocal, noticesChat } from '../../domain/ids.ts'
import { noteInChat, noteKey } from '../../domain/outbox-key.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { ownChats } from '../../store/messages/chats.ts'
import { wasSaidLately } from '../../store/messages/messages.ts'
import { ownerId } from '../../store/people/people.ts'
import type { Road } from '../road.ts'
import { giveNotice, type Notice } from './notice.ts'
import { prefixIn } from './prefix.ts'
import type { Speaker } from './speak.ts'

/** What is said in several chats: where it names a command, as that is written in each. */
export type Said = AnyText | ((prefix: CommandPrefix) => AnyText)

export interface OwnerNote extends Pick<Notice, 'key' | 'buttons' | 'trust'> {
  text: Said
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
export function noteToOwner(
  road: Speaker,
  { text, not, ratherNot, unlessSaidMs: withinMs = 0, ...note }: OwnerNote,
  now: Date,
): void {
  const personId = ownerId(road.db)
  const textFor = (chat: ChatId) => (typeof text === 'function' ? text(prefixIn(road, chat)) : text)
  if (withinMs > 0) {
    const said = textIn(textFor(noticesChat), languageIn(road.db, noticesChat))
    if (wasSaidLately(road.db, noticesChat, said, { now, withinMs })) return
  }
  giveNotice(road, { ...note, chat: noticesChat, text: textFor(noticesChat) }, now)
  const reachable = ownChats(road.db, personId).filter((chat) => !isLocal(chat) && road.channels.has(channelOf(chat)))
  const others = reachable.filter((chat) => channelOf(chat) !== ratherNot)
  for (const chat of others.length > 0 ? others : reachable)
    if (chat !== not) giveNotice(road, { ...note, key: noteInChat(note.key, chat), chat, text: textFor(chat) }, now)
}

/** Tells the owner of something that is wrong with the daemon itself. Never throws: it may be called from anywhere. */
export function tellOwner(road: Road, text: Said, options: Pick<OwnerNote, 'unlessSaidMs'> = {}): void {
  const now = road.clock.now()
  const note = { key: noteKey('alarm'), text, ...options }
  road
    .persist(() => road.db.transaction(() => noteToOwner(road, note, now)))
    .catch((err: unknown) => road.log.error({ err }, 'the owner could not be told'))
}

const HOUR_MS = 3_600_000

/** The same thing at most once an hour, also when the daemon was started again in between. */
export function createOwnerAlarm(road: Road): (text: AnyText) => void {
  return (text) => tellOwner(road, text, { unlessSaidMs: HOUR_MS })
}
