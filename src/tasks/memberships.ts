import { type ChatId, makeChatId } from '../domain/ids.ts'
import type { InboundMembership } from '../domain/message.ts'
import { chatOwner, ensureChat, hasChat } from '../store/chats.ts'
import { freeHeld, holdOpen, moveDeliveries } from '../store/outbox.ts'
import { ownerId } from '../store/people.ts'
import { moveTasks } from '../store/tasks.ts'
import { giveNotice } from './house-notice.ts'
import { sentences } from './notices.ts'
import type { Road } from './road.ts'

const SHUT_OUT = 'the chat has shut us out'

/** Our own standing in a chat. What was to be said there waits while we are out, and follows where the chat goes. */
export function acceptMembership(road: Road, event: InboundMembership, now: Date): void {
  const { db } = road
  if (!hasChat(db, event.chat)) return
  switch (event.standing) {
    case 'in':
      return freeHeld(db, event.chat, SHUT_OUT, now)
    case 'out':
      return shutOut(road, event, now)
    case 'moved':
      if (event.movedTo !== undefined) follow(road, event, event.movedTo, now)
  }
}

function shutOut(road: Road, { chat, chatTitle = chat, at }: InboundMembership, now: Date): void {
  const held = holdOpen(road.db, chat, SHUT_OUT)
  if (held === 0) return
  const notices = { chat: makeChatId('web', 'notices'), personId: ownerId(road.db) }
  giveNotice(road, { ...notices, key: `out:${chat}:${at.getTime()}`, text: sentences.shutOut(chatTitle, held) }, now)
}

/** Message numbers and topics do not move with a chat, so what follows it replies to nothing. */
function follow({ db }: Road, { chat, chatTitle }: InboundMembership, to: ChatId, now: Date): void {
  ensureChat(db, { id: to, title: chatTitle ?? '', personId: chatOwner(db, chat) }, now)
  moveTasks(db, chat, to)
  moveDeliveries(db, chat, to)
}
