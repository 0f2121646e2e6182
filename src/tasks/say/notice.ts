import { type ChatId, rootLane } from '../../domain/ids.ts'
import { ensureChat, ensureLane } from '../../store/messages/chats.ts'
import type { Road } from '../road.ts'
import { speak } from './speak.ts'

export interface HouseNotice {
  key: string
  chat: ChatId
  personId: number | undefined
  text: string
}

/** A line that answers no message: told in a chat of its own when there is no better one. */
export function giveNotice(road: Pick<Road, 'db' | 'clock' | 'channels'>, notice: HouseNotice, now: Date): void {
  const { key, chat, personId, text } = notice
  const lane = rootLane(chat)
  ensureChat(road.db, { id: chat, title: 'Notices', personId }, now)
  ensureLane(road.db, lane, chat)
  speak(road, { key, kind: 'notice', lane, route: { chat }, text }, now)
}
