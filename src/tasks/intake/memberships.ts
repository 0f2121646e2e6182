import { randomUUID } from 'node:crypto'
import type { InboundMembership } from '../../domain/message.ts'
import { noteKey } from '../../domain/outbox-key.ts'
import type { Moment } from '../../lib/time/clock.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import { ensureChat, recordMove, renameGroup } from '../../store/messages/chats.ts'
import { findPerson } from '../../store/people/people.ts'
import { freeHeld, holdOpen } from '../../store/work/outbox.ts'
import type { Road } from '../road.ts'
import { noteToOwner } from '../say/owner-notices.ts'

const SHUT_OUT = deliveryMessages.removedFromChat

/** Our own standing in a chat. What was to be said there waits while we are out, and follows where the chat goes. */
export function acceptMembership(road: Road, event: InboundMembership, moment: Moment): void {
  switch (event.standing) {
    case 'in':
      return comeIn(road, event, moment)
    case 'out':
      return shutOut(road, event, moment.now)
    case 'moved':
      return follow(road, event, moment.now)
  }
}

/** A chat that somebody of ours brought us into is theirs from then on; one that a stranger did is nobody's. */
function comeIn({ db }: Road, event: InboundMembership, { now, steady }: Moment): void {
  const { chat, chatTitle: title = chat, audience, by } = event
  const person = by && findPerson(db, by)
  if (person) ensureChat(db, { id: chat, title, audience, owner: by, personId: person.id }, now)
  if (event.chatTitle !== undefined) renameGroup(db, chat, event.chatTitle)
  freeHeld(db, chat, SHUT_OUT, steady)
}

/** Also when nothing was said there yet: from now on it has one name here, whichever the platform uses. */
function follow({ db }: Road, { chat, audience, chatTitle = '', movedTo }: InboundMembership, now: Date): void {
  if (movedTo === undefined) return
  ensureChat(db, { id: chat, title: chatTitle, audience }, now)
  recordMove(db, chat, movedTo, now)
}

function shutOut(road: Road, { chat, chatTitle = chat }: InboundMembership, now: Date): void {
  const held = holdOpen(road.db, chat, SHUT_OUT)
  if (held === 0) return
  noteToOwner(
    road,
    { key: noteKey('out', `${chat}:${randomUUID()}`), text: peopleMessages.shutOut(chatTitle, held), not: chat },
    now,
  )
}
