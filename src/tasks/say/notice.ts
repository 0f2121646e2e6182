import type { Button } from '../../domain/delivery.ts'
import { type ChatId, localOwner, noticesChat, rootLane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { ensureChat, ensureLane, routeInto } from '../../store/messages/chats.ts'
import { ownerId } from '../../store/people/people.ts'
import { type Speaker, speak } from './speak.ts'

export interface Notice {
  key: string
  chat: ChatId
  text: AnyText
  buttons?: Button<AnyText>[]
  /** Where words of others stand in it. */
  trust?: Trust
}

/** A line that answers no message: told in a chat of its own when there is no better one. */
export function giveNotice(road: Speaker, notice: Notice, now: Date): void {
  const { chat, ...line } = notice
  const lane = rootLane(chat)
  // The one chat that nobody has to write in first. It is the owner's, whoever the notice is about.
  if (chat === noticesChat) {
    const ours = { audience: 'private', owner: localOwner, personId: ownerId(road.db) } as const
    const title = textIn(healthMessages.noticesTitle, languageIn(road.db, chat))
    ensureChat(road.db, { id: chat, title, ...ours }, now)
  }
  ensureLane(road.db, lane, chat)
  speak(road, { ...line, kind: 'notice', lane, route: routeInto(road.db, chat) }, now)
}
