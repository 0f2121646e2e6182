import type { Accepted } from '../../channels/channel.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { noteKey, strangerKey } from '../../domain/outbox-key.ts'
import { addressName } from '../../domain/person.ts'
import { truncate } from '../../lib/text/text.ts'
import { later } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { Database } from '../../store/database.ts'
import { ensureChat, isVouchedFor } from '../../store/messages/chats.ts'
import { addPairingFailure } from '../../store/people/pairing.ts'
import { isKnownStranger, ownerId, rememberStranger } from '../../store/people/people.ts'
import { enqueueTask } from '../../store/work/tasks.ts'
import { tryPairing } from '../people/pairing.ts'
import { noteStranger, noteUnanswered, takeFromLimits } from '../people/stranger-limits.ts'
import { prefixIn } from '../say/channel-access.ts'
import { sendOwnerNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type Batch, personOf, rememberPerson } from './batch.ts'
import { placeMessage, storeMessage } from './stored-message.ts'

/** What is kept of one line of theirs. */
const MAX_STRANGER_CHARS = 2000
/** Where an answer is made to it. */
const MAX_DRAFTED_CHARS = 20_000

/**
 * Somebody nobody let in: with a code they are from now on; without one they hear it once, and so does the owner. Where
 * people of ours talk, what they say is kept as context; elsewhere nothing is kept beyond that one refusal. All of it is
 * bounded in sum, not for each of them.
 */
export function receiveStranger(road: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = road
  const { now } = batch
  const name = strangerName(event)
  const paired = event.addressed ? tryPairing(db, event, batch) : undefined
  if (paired?.status === 'paired') {
    rememberPerson(batch, event.sender, paired.person)
    const text = peopleMessages.letIn(name, paired.person.role)
    sendOwnerNotice(road, { key: noteKey('letin', event.keys[0]), text, not: event.chat }, now)
    return answer(
      road,
      event,
      { kind: 'command', text: peopleMessages.paired(paired.person.name, prefixIn(road, event.chat)) },
      batch,
    )
  }
  if (paired?.status === 'silence') return { status: 'ignored' }
  const isGuess = paired?.status === 'wrong'
  if (event.ifUnknown && !isGuess) return receiveUnproven(road, event, batch)
  if (!event.addressed || (!isGuess && isKnownStranger(db, event.sender))) return storeOverheard(db, event, batch)
  const mayAnswer = takeFromLimits(db, ['said', 'kept'], batch.steady)
  if (!isGuess) noteStranger(road, { name, refused: mayAnswer }, batch)
  if (!mayAnswer) return storeOverheard(db, event, batch)
  rememberStranger(db, event.sender, event.senderName, now)
  if (isGuess) addPairingFailure(db, event.sender)
  const text = isGuess ? peopleMessages.wrongCode : peopleMessages.unknownPerson
  return answer(road, event, { kind: 'notice', text }, batch)
}

/** Where people of ours talk, the words of others belong to it. */
export function storeOverheard(db: Database, event: InboundMessage, batch: Batch): Accepted {
  return event.audience === 'group' ? storeAsContext(db, event, batch) : { status: 'ignored' }
}

/**
 * Text without authority: a line of third-party text where people of ours talk, and nothing anywhere else. It is not
 * answered, because an answer to a forged sender goes to somebody who asked nothing.
 */
function storeAsContext(db: Database, event: InboundMessage, batch: Batch): Accepted {
  if (!isVouchedFor(db, event.chat) || !takeFromLimits(db, ['overheard'], batch.steady)) return { status: 'ignored' }
  const { message } = storeMessage(
    db,
    placeMessage(db, shortened(event)),
    { person: undefined, kind: 'conversation' },
    batch,
  )
  return { status: 'stored', message, task: undefined }
}

/**
 * Somebody of whom nobody can say who they are, or whom nobody let in where that is no reason to answer: content where
 * people of ours talk; elsewhere what the channel's owner decided.
 */
export function receiveUnproven(road: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = road
  if (isVouchedFor(db, event.chat) || !event.addressed) return storeAsContext(db, event, batch)
  if (event.ifUnknown === 'draft' && takeFromLimits(db, ['drafted'], batch.steady)) return draftFor(road, event, batch)
  if (event.ifUnknown === 'draft' || event.ifUnknown === 'notify') {
    const { channel } = event.sender
    const about = event.chatTitle === undefined ? '' : `: “${truncate(event.chatTitle, 80)}”`
    const as = personOf(db, event.sender, batch) ? 'claimed' : 'unanswered'
    noteUnanswered(road, as, { name: `${strangerName(event)}${about}`, channel }, batch)
  }
  return { status: 'ignored' }
}

/**
 * What they wrote is third-party text, and an answer to it is made for the owner to read: asked for in their name, with
 * nothing before the model that a stranger must not learn, and never sent by itself.
 */
function draftFor(road: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = road
  const { now, steady } = batch
  const title = event.chatTitle ?? event.senderName
  ensureChat(db, { id: event.chat, title: truncate(title, 100), audience: 'group', facts: event.facts }, now)
  const kept = shortened({ ...event, audience: 'group' }, MAX_DRAFTED_CHARS)
  const { lane, message, route } = storeMessage(
    db,
    placeMessage(db, kept),
    { person: undefined, kind: 'conversation' },
    batch,
  )
  const personId = ownerId(db)
  const times = { dueAt: steady, queuedAt: steady, deadlineAt: later(steady, road.settings().expireMs) }
  const asked = { personId, route, instruction: DRAFT_INSTRUCTION }
  const task = enqueueTask(db, { kind: 'reply', chat: event.chat, lane, ...asked, ...times }, now)
  return { status: 'stored', message, task }
}

/** What the model is asked to do. */
const DRAFT_INSTRUCTION =
  'The last message in this conversation is from somebody who has not been let in; nobody has verified who they are. Write a reply that I could send them, in their language. Do not reveal anything about me that they do not know already, and make no promises. I will read the reply before it is sent.'

function strangerName({ senderName, sender }: InboundMessage): string {
  return `${senderName} (${addressName(sender)})`
}

/**
 * What a stranger says to us in private, a code among it, is no conversation: once they are let in it would stand before the
 * model as untrusted text, and take away what their own words may do.
 */
function answer(
  road: TaskDeps,
  event: InboundMessage,
  line: { kind: 'command' | 'notice'; text: AnyText },
  batch: Batch,
): Accepted {
  const kind = event.audience === 'private' ? 'command' : 'conversation'
  const placed = placeMessage(road.db, shortened(event))
  const { lane, message, route } = storeMessage(road.db, placed, { person: undefined, kind }, batch)
  postMessage(road, { key: strangerKey(message), lane, route, ...line }, batch.now)
  return { status: 'stored', message, task: undefined }
}

function shortened(
  { files: _files, quote, chatTitle, ...event }: InboundMessage,
  most = MAX_STRANGER_CHARS,
): InboundMessage {
  return {
    ...event,
    text: truncate(event.text, most),
    raw: '',
    ...(chatTitle === undefined ? {} : { chatTitle: truncate(chatTitle, 100) }),
    ...(quote === undefined ? {} : { quote: { ...quote, text: truncate(quote.text, MAX_STRANGER_CHARS) } }),
  }
}
