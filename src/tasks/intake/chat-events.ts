import { randomUUID } from 'node:crypto'
import type { Accepted } from '../../channels/channel.ts'
import { channelOf, noticesChat } from '../../domain/ids.ts'
import type { InboundBounce, InboundMembership, InboundReaction } from '../../domain/message.ts'
import { noticeKey, returnedKey } from '../../domain/outbox-key.ts'
import { lazy } from '../../lib/lazy.ts'
import { oneLine } from '../../lib/text/text.ts'
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

/** Handles being added to or removed from a chat. While we are out, deliveries wait; if a chat moves, they follow. */
export function acceptMembership(deps: TaskDeps, event: InboundMembership, moment: Moment): void {
  switch (event.standing) {
    case 'in':
      return acceptAdded(deps, event, moment)
    case 'out':
      return acceptRemoved(deps, event, moment.now)
    case 'moved':
      return acceptMoved(deps, event, moment.now)
  }
}

/** A chat that a known person added us to belongs to them. One that a stranger added us to belongs to nobody. */
function acceptAdded({ db }: TaskDeps, event: InboundMembership, { now, steady }: Moment): void {
  const { chat, chatTitle: title = chat, audience, by } = event
  const person = by && findPerson(db, by)
  if (person) ensureChat(db, { id: chat, title, audience, owner: by, personId: person.id }, now)
  if (event.chatTitle !== undefined) renameGroup(db, chat, event.chatTitle)
  freeHeld(db, chat, REMOVED_REASON, steady)
}

/** Works also for a chat without messages: here it keeps its first id, whichever one the platform uses. */
function acceptMoved(
  { db }: TaskDeps,
  { chat, audience, chatTitle = '', movedTo }: InboundMembership,
  now: Date,
): void {
  if (movedTo === undefined) return
  ensureChat(db, { id: chat, title: chatTitle, audience }, now)
  recordMove(db, chat, movedTo, now)
}

function acceptRemoved(deps: TaskDeps, { chat, chatTitle = chat }: InboundMembership, now: Date): void {
  const held = holdOpen(deps.db, chat, REMOVED_REASON)
  if (held === 0) return
  sendOwnerNotice(
    deps,
    {
      key: noticeKey('out', `${chat}:${randomUUID()}`),
      text: peopleMessages.shutOut(chatTitle, held),
      exceptIn: chat,
    },
    now,
  )
}

const MAX_REACTIONS = 5
const MAX_EMOJI_CHARS = 32
/** A platform may send any text as an emoji. */
const emojiPattern = lazy(() => /^[\p{Emoji}\p{Emoji_Component}]+$/u)

/** Stores a reaction with its message. It is shown with the message and starts no task. */
export function acceptReaction(db: Database, event: InboundReaction, batch: Batch): void {
  const person = personOf(db, event.sender, batch)
  const line = versionsOf(db, event.chat, event.remoteId).at(-1)
  if (!person || line === undefined) return
  const emoji = event.emoji
    .filter((candidate) => candidate.length <= MAX_EMOJI_CHARS && emojiPattern().test(candidate))
    .slice(0, MAX_REACTIONS)
  writeReaction(db, line, person.id, emoji.join(''), event.at)
}

const MAX_REASON_CHARS = 500

/**
 * Handles a bounce: it is noted in the chat, and the person is told on another channel, because a notice here would
 * bounce too. A bounce of something we never sent is ignored.
 */
export function acceptBounce(deps: TaskDeps, event: InboundBounce, { now }: Batch): Accepted {
  const { db } = deps
  const { chat, to, key } = event
  const lane = laneOfRemote(db, chat, event.remoteId)
  const duplicate = findByKey(db, [key])
  if (duplicate !== undefined) return { status: 'duplicate', message: duplicate }
  if (lane === undefined) return { status: 'ignored' }
  const reason = oneLine(event.reason, MAX_REASON_CHARS)
  const text = (event.isDelay ? deliveryMessages.delayed : deliveryMessages.returned)(to, reason)
  const line = { chat, lane, author: 'bot', kind: 'notice', origin: 'chat', trust: 'untrusted', name: 'Skein' } as const
  const message = insertMessage(
    db,
    { ...line, replyTo: event.remoteId, at: event.at, receivedAt: now, text: text[languageIn(db, chat)] },
    [key],
  )
  const personId = chatOwner(db, chat)
  const otherChat = personId === undefined ? undefined : chatElsewhere(db, personId, channelOf(chat))
  sendNotice(deps, { key: returnedKey(message), chat: otherChat ?? noticesChat, text }, now)
  return { status: 'stored', message, task: undefined }
}
