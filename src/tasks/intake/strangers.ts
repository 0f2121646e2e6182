import type { Accepted } from '../../channels/channel.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { noticeKey, strangerKey } from '../../domain/outbox-key.ts'
import { addressName } from '../../domain/person.ts'
import { plainName } from '../../gateway/rendering/line.ts'
import { truncate } from '../../lib/text/text.ts'
import { later } from '../../lib/time/clock.ts'
import { linkMessages } from '../../messages/link-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { peopleMessages } from '../../messages/people-messages.ts'
import type { Database } from '../../store/database.ts'
import { ensureChat, isVouchedFor } from '../../store/messages/chats.ts'
import { addPairingFailure } from '../../store/people/pairing.ts'
import { isKnownStranger, ownerId, rememberStranger } from '../../store/people/people.ts'
import { enqueueTask } from '../../store/work/tasks.ts'
import { askMaker, linkNewAddress } from '../people/link-codes.ts'
import { type LinkCode, tryPairing } from '../people/pairing.ts'
import { noteStranger, noteUnanswered, takeFromLimits } from '../people/stranger-limits.ts'
import { prefixIn } from '../say/channel-access.ts'
import { sendOwnerNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type Batch, personOf, rememberPerson } from './batch.ts'
import { placeMessage, storeMessage } from './stored-message.ts'

/** How much of a stranger's message is stored. */
const MAX_STRANGER_CHARS = 2000
/** How much is stored if a draft answers it. */
const MAX_DRAFTED_CHARS = 20_000

/**
 * Handles a message of a stranger. A valid code lets them in; otherwise they are refused once, and the owner is told.
 * In groups with known people the message is stored as context; elsewhere only the first one is stored. The limits apply
 * to all strangers together, not to each of them.
 */
export function receiveStranger(deps: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = deps
  const { now } = batch
  const name = strangerName(event)
  const paired = event.addressed ? tryPairing(db, event, batch) : undefined
  if (paired?.status === 'paired') {
    rememberPerson(batch, event.sender, paired.person)
    const text = peopleMessages.letIn(name, paired.person.role)
    sendOwnerNotice(deps, { key: noticeKey('letin', event.keys[0]), text, exceptIn: event.chat }, now)
    return replyToStranger(
      deps,
      event,
      { kind: 'command', text: peopleMessages.paired(paired.person.name, prefixIn(deps, event.chat)) },
      batch,
    )
  }
  if (paired?.status === 'link') return linkStranger(deps, event, paired.code, batch)
  if (paired?.status === 'silence') return { status: 'ignored' }
  const isGuess = paired?.status === 'wrong'
  if (event.ifUnknown && !isGuess) return receiveUnproven(deps, event, batch)
  if (!event.addressed || (!isGuess && isKnownStranger(db, event.sender))) return storeOverheard(db, event, batch)
  const mayAnswer = takeFromLimits(db, ['said', 'kept'], batch.steady)
  if (!isGuess) noteStranger(deps, { name, refused: mayAnswer }, batch)
  if (!mayAnswer) return storeOverheard(db, event, batch)
  rememberStranger(db, event.sender, event.senderName, now)
  if (isGuess) addPairingFailure(db, event.sender)
  const text = isGuess ? peopleMessages.wrongCode : peopleMessages.unknownPerson
  return replyToStranger(deps, event, { kind: 'notice', text }, batch)
}

/** With a code of the owner, the owner is asked first; with any other code the address is let in as that person. */
function linkStranger(deps: TaskDeps, event: InboundMessage, code: LinkCode, batch: Batch): Accepted {
  const sender = { address: event.sender, name: event.senderName }
  const isOwners = code.person.role === 'owner'
  if (isOwners) {
    rememberStranger(deps.db, event.sender, event.senderName, batch.now)
    askMaker(deps, code, sender, batch)
    return replyToStranger(deps, event, { kind: 'notice', text: linkMessages.waitsForYes }, batch)
  }
  linkNewAddress(deps, code, sender, batch.now)
  rememberPerson(batch, event.sender, code.person)
  const text = linkMessages.linkedHere(plainName(code.person.name), prefixIn(deps, event.chat))
  return replyToStranger(deps, event, { kind: 'command', text }, batch)
}

/** In a group of known people, the messages of others belong to the conversation. */
export function storeOverheard(db: Database, event: InboundMessage, batch: Batch): Accepted {
  return event.audience === 'group' ? storeAsContext(db, event, batch) : { status: 'ignored' }
}

/**
 * Stores a message without authority in a chat of known people, and ignores it anywhere else. It is not answered, because
 * the sender may be forged and the answer would go to somebody who asked nothing.
 */
function storeAsContext(db: Database, event: InboundMessage, batch: Batch): Accepted {
  if (!isVouchedFor(db, event.chat) || !takeFromLimits(db, ['overheard'], batch.steady)) return { status: 'ignored' }
  const { message } = storeMessage(
    db,
    placeMessage(db, shorten(event)),
    { person: undefined, kind: 'conversation' },
    batch,
  )
  return { status: 'stored', message, task: undefined }
}

/**
 * Handles a sender who is not verified, or a stranger on a channel that does not answer strangers. In chats of known
 * people the message is context; elsewhere the setting of the channel decides.
 */
export function receiveUnproven(deps: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = deps
  if (isVouchedFor(db, event.chat) || !event.addressed) return storeAsContext(db, event, batch)
  if (event.ifUnknown === 'draft' && takeFromLimits(db, ['drafted'], batch.steady)) return draftFor(deps, event, batch)
  if (event.ifUnknown === 'draft' || event.ifUnknown === 'notify') {
    const { channel } = event.sender
    const subject = event.chatTitle === undefined ? '' : `: “${truncate(event.chatTitle, 80)}”`
    const category = personOf(db, event.sender, batch) ? 'claimed' : 'unanswered'
    noteUnanswered(deps, category, { name: `${strangerName(event)}${subject}`, channel }, batch)
  }
  return { status: 'ignored' }
}

/**
 * Creates a task that drafts an answer to a stranger for the owner. The model sees nothing that the stranger must not
 * learn, and the draft is never sent without the owner.
 */
function draftFor(deps: TaskDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = deps
  const { now, steady } = batch
  const title = event.chatTitle ?? event.senderName
  ensureChat(db, { id: event.chat, title: truncate(title, 100), audience: 'group', facts: event.facts }, now)
  const stored = shorten({ ...event, audience: 'group' }, MAX_DRAFTED_CHARS)
  const { lane, message, route } = storeMessage(
    db,
    placeMessage(db, stored),
    { person: undefined, kind: 'conversation' },
    batch,
  )
  const personId = ownerId(db)
  const times = { dueAt: steady, queuedAt: steady, deadlineAt: later(steady, deps.settings().expireMs) }
  const facts = { personId, route, instruction: DRAFT_INSTRUCTION }
  const task = enqueueTask(db, { kind: 'reply', chat: event.chat, lane, ...facts, ...times }, now)
  return { status: 'stored', message, task }
}

const DRAFT_INSTRUCTION =
  'The last message in this conversation is from somebody who has not been let in; nobody has verified who they are. Write a reply that I could send them, in their language. Do not reveal anything about me that they do not know already, and make no promises. I will read the reply before it is sent.'

function strangerName({ senderName, sender }: InboundMessage): string {
  return `${senderName} (${addressName(sender)})`
}

/**
 * A stranger's private message is stored as a command. As conversation it would later be untrusted text in front of the
 * model, and would limit what their own words may do once they are let in.
 */
function replyToStranger(
  deps: TaskDeps,
  event: InboundMessage,
  line: { kind: 'command' | 'notice'; text: AnyText },
  batch: Batch,
): Accepted {
  const kind = event.audience === 'private' ? 'command' : 'conversation'
  const placed = placeMessage(deps.db, shorten(event))
  const { lane, message, route } = storeMessage(deps.db, placed, { person: undefined, kind }, batch)
  postMessage(deps, { key: strangerKey(message), lane, route, ...line }, batch.now)
  return { status: 'stored', message, task: undefined }
}

function shorten(
  { files: _files, quote, chatTitle, ...event }: InboundMessage,
  maxChars = MAX_STRANGER_CHARS,
): InboundMessage {
  return {
    ...event,
    text: truncate(event.text, maxChars),
    raw: '',
    ...(chatTitle === undefined ? {} : { chatTitle: truncate(chatTitle, 100) }),
    ...(quote === undefined ? {} : { quote: { ...quote, text: truncate(quote.text, MAX_STRANGER_CHARS) } }),
  }
}
