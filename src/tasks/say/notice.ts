import { type ChatId, localOwner, noticesChat, rootLane } from '../../domain/ids.ts'
import { ensureChat, ensureLane, routeInto } from '../../store/messages/chats.ts'
import { ownerId } from '../../store/people/people.ts'
import { type Speaker, speak } from './speak.ts'

export interface Notice {
  key: string
  chat: ChatId
  text: string
}

/** A line that answers no message: told in a chat of its own when there is no better one. */
export function giveNotice(road: Speaker, notice: Notice, now: Date): void {
  const { key, chat, text } = notice
  const lane = rootLane(chat)
  // The one chat that nobody has to write in first. It is the owner's, whoever the notice is about.
  if (chat === noticesChat) {
    const ours = { audience: 'private', owner: localOwner, personId: ownerId(road.db) } as const
    ensureChat(road.db, { id: chat, title: 'Notices', ...ours }, now)
  }
  ensureLane(road.db, lane, chat)
  speak(road, { key, kind: 'notice', lane, route: routeInto(road.db, chat), text }, now)
}
