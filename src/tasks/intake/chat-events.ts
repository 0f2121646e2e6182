import { randomUUID } from 'node:crypto'
import type { Accepted } from '../../channels/channel.ts'
import { channelOf, noticesChat } from '../../domain/ids.ts'
import type { InboundMembership, InboundReaction, InboundReturned } from '../../domain/message.ts'
import { noteKey, returnedKey } from '../../domain/outbox-key.ts'
import { lazy } from '../../lib/lazy.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Moment } from '../../lib/time/clock.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { Database } from '../../store/database.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { chatElsewhere, chatOwner, ensureChat, recordMove, renameGroup } from '../../store/messages/chats.ts'
import { versionsOf } from '../../store/messages/deletions.ts'
import { findByKey, insertMessage, laneOfRemote } from '../../store/messages/messages.ts'
import { writeReaction } from '../../store/messages/reactions.ts'
import { findPerson } from '../../store/people/people.ts'
import { freeHeld, holdOpen } from '../../store/work/outbox.ts'
import { sendNotice, sendOwnerNotice } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type Batch, personOf } from './batch.ts'

const REMOVED_REASON = deliveryMessages.removedFromChat

/** Our own standing in a chat. What was to be said there waits while we are out, and follows where the chat goes. */
export function acceptMembership(road: TaskDeps, event: InboundMembership, moment: Moment): void {
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
function comeIn({ db }: TaskDeps, event: InboundMembership, { now, steady }: Moment): void {
  const { chat, chatTitle: title = chat, audience, by } = event
  const person = by && findPerson(db, by)
  if (person) ensureChat(db, { id: chat, title, audience, owner: by, personId: person.id }, now)
  if (event.chatTitle !== undefined) renameGroup(db, chat, event.chatTitle)
  freeHeld(db, chat, REMOVED_REASON, steady)
}

/** Also when nothing was said there yet: from now on it has one name here, whichever the platform uses. */
function follow({ db }: TaskDeps, { chat, audience, chatTitle = '', movedTo }: InboundMembership, now: Date): void {
  if (movedTo === undefined) return
  ensureChat(db, { id: chat, title: chatTitle, audience }, now)
  recordMove(db, chat, movedTo, now)
}

function shutOut(road: TaskDeps, { chat, chatTitle = chat }: InboundMembership, now: Date): void {
  const held = holdOpen(road.db, chat, REMOVED_REASON)
  if (held === 0) return
  sendOwnerNotice(
    road,
    { key: noteKey('out', `${chat}:${randomUUID()}`), text: peopleMessages.shutOut(chatTitle, held), not: chat },
    now,
  )
}

const MAX_REACTIONS = 5
const MAX_EMOJI_CHARS = 32
/** What a platform calls an emoji may be any text. */
const anEmoji = lazy(() => /^[\p{Emoji}\p{Emoji_Component}]+$/u)

/** A thumb below a line is a word about it: kept with it, and shown where it is shown. It starts nothing. */
export function acceptReaction(db: Database, event: InboundReaction, batch: Batch): void {
  const person = personOf(db, event.sender, batch)
  const line = versionsOf(db, event.chat, event.remoteId).at(-1)
  if (!person || line === undefined) return
  const emoji = event.emoji
    .filter((one) => one.length <= MAX_EMOJI_CHARS && anEmoji().test(one))
    .slice(0, MAX_REACTIONS)
  writeReaction(db, line, person.id, emoji.join(''), event.at)
}

const MAX_REASON_CHARS = 500

/**
 * A line of ours that came back is noted where it was said, and told on another channel: here it would come back, too.
 * Of what we never said nobody can bring anything back.
 */
export function acceptReturned(road: TaskDeps, event: InboundReturned, { now }: Batch): Accepted {
  const { db } = road
  const { chat, to, key } = event
  const lane = laneOfRemote(db, chat, event.remoteId)
  const seen = findByKey(db, [key])
  if (seen !== undefined) return { status: 'duplicate', message: seen }
  if (lane === undefined) return { status: 'ignored' }
  const reason = truncate(event.reason.replace(/\s+/g, ' ').trim(), MAX_REASON_CHARS)
  const text = (event.isDelay ? deliveryMessages.delayed : deliveryMessages.returned)(to, reason)
  const line = { chat, lane, author: 'bot', kind: 'notice', origin: 'chat', trust: 'untrusted', name: 'Skein' } as const
  const message = insertMessage(
    db,
    { ...line, replyTo: event.remoteId, at: event.at, receivedAt: now, text: text[languageIn(db, chat)] },
    [key],
  )
  const personId = chatOwner(db, chat)
  const other = personId === undefined ? undefined : chatElsewhere(db, personId, channelOf(chat))
  sendNotice(road, { key: returnedKey(message), chat: other ?? noticesChat, text }, now)
  return { status: 'stored', message, task: undefined }
}
