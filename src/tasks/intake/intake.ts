// Intake: every event of every channel passes through here and is stored before the channel acknowledges it.
//   1. A channel calls `accept` with a batch of events and its cursor. All of it becomes one transaction.
//   2. `acceptEvent` picks the handler by kind. `acceptMessage` drops duplicates, looks up the sender, and finds out
//      whether a message is a command, the answer to an open question, or something for the model.
//   3. `storeMessage` stores the message in its lane. Commands and answers are carried out in the same transaction.
//   4. Everything else becomes a task: `planTask` adds the message to the lane's next task, or creates one.
//   5. After the commit the effects outside the store run, and the worker and the delivery loop are woken.
// Nothing here waits for a model or the network, so that a batch is stored in milliseconds.
import type { Accepted, Inbox } from '../../channels/channel.ts'
import { NotStoredError } from '../../domain/errors.ts'
import type { InboundClear, InboundDelete, InboundEdit, InboundEvent, InboundMessage } from '../../domain/message.ts'
import { commandKey } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { runNamed } from '../../lib/named-work.ts'
import { momentOf } from '../../lib/time/clock.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { Database } from '../../store/database.ts'
import { wasErased } from '../../store/erasing/erased-keys.ts'
import { keepUnreadable, readCursor, readMemory, writeCursor, writeMemory } from '../../store/messages/channel-state.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { renameGroup } from '../../store/messages/chats.ts'
import { leaveConversation } from '../../store/messages/conversations.ts'
import { clearHistory, markDeleted, versionsOf } from '../../store/messages/deletions.ts'
import { findByKey } from '../../store/messages/messages.ts'
import { findPerson } from '../../store/people/people.ts'
import { liveAsides, liveReplies, type Task } from '../../store/work/tasks.ts'
import { asksForAside, beginAside, describeAsideLimit, findAside } from '../aside/aside.ts'
import type { Reply } from '../commands/command.ts'
import { isDiskTrouble } from '../health/persist.ts'
import { type Approvals, type OpenQuestions, openQuestions } from '../permissions/approvals.ts'
import { cancelTasks, type StopDeps } from '../run/stop.ts'
import { prefixIn, prefixOn } from '../say/channel-access.ts'
import { postMessage } from '../say/post-message.ts'
import { type Batch, newBatch, personOf } from './batch.ts'
import { acceptBounce, acceptMembership, acceptReaction } from './chat-events.ts'
import { findTaskWithoutMessages, isUnanswered, readEdit, removeFromTask, reviseTask } from './edits.ts'
import { giveAnswer, readAnswer, readReplyCommand, withdrawOpenQuestions } from './plain-answers.ts'
import { acceptPress, acceptStop, type CommandTable } from './presses.ts'
import { acceptShownAgain, isShownAgain } from './shown-again.ts'
import { type AcceptedMessage, isForwarded, type PlacedMessage, placeMessage, storeMessage } from './stored-message.ts'
import { receiveStranger, receiveUnproven, storeOverheard } from './strangers.ts'
import { planTask } from './task-planning.ts'
import { acceptChoice, acceptRetry, beginEdit } from './versions.ts'

export interface IntakeDeps extends StopDeps {
  commands: CommandTable
  approvals: Pick<Approvals, 'withdraw' | 'answer'>
  /** Throws NotStoredError while the disk is full, so that nothing is acknowledged. */
  assertDiskNotFull(): void
  /** Called after the commit, when there is something to run or to send. */
  wake(): void
}

export function createIntake(deps: IntakeDeps): Inbox {
  const { db, clock } = deps

  function commit(events: InboundEvent[], writeState: (now: Date) => void): Accepted[] {
    deps.assertDiskNotFull()
    const batch = newBatch(momentOf(clock), deps.settings().idleMs)
    crashPoint('intake.before-commit')
    let accepted: Accepted[]
    try {
      const [first] = events
      const name = first && 'channel' in first ? `accepting from ${first.channel}` : 'accepting'
      accepted = runNamed(name, () =>
        db.transaction(() => {
          const results = events.map((event) => acceptEvent(deps, event, batch))
          writeState(batch.now)
          crashPoint('intake.inside-commit')
          return results
        }),
      )
    } catch (error) {
      throw isDiskTrouble(error) ? new NotStoredError(healthMessages.notStored, { cause: error }) : error
    }
    crashPoint('intake.after-commit')
    for (const action of batch.afterCommit) action()
    deps.wake()
    return accepted
  }

  return {
    accept: (events, cursor, memories = []) =>
      commit(events, (now) => {
        if (cursor) writeCursor(db, cursor, now)
        for (const memory of memories) writeMemory(db, memory)
      }),
    keep: (memory, events = []) => commit(events, () => writeMemory(db, memory)),
    cursor: (channel, account, stream) => readCursor(db, channel, account, stream),
    memory: (channel, account, name) => readMemory(db, channel, account, name),
    isWorkedOn: (chat, remoteId) => isUnanswered(db, chat, remoteId),
    knows: (sender) => findPerson(db, sender) !== undefined,
    wasErased: (event) => wasErased(db, event),
    languageIn: (chat) => languageIn(db, chat),
  }
}

function acceptEvent(deps: IntakeDeps, event: InboundEvent, batch: Batch): Accepted {
  switch (event.kind) {
    case 'message':
      return wasErased(deps.db, event) ? { status: 'ignored' } : acceptMessage(deps, event, batch)
    case 'edit':
      return wasErased(deps.db, event) ? { status: 'ignored' } : acceptEdit(deps, event, batch)
    case 'delete':
      return acceptDelete(deps, event, batch)
    case 'clear':
      return acceptClear(deps, event, batch)
    case 'stop':
      return acceptStop(deps, event, batch)
    case 'press':
      return acceptPress(deps, event, batch)
    case 'retry':
      return acceptRetry(deps, event, batch)
    case 'choice':
      return acceptChoice(deps, event, batch)
    case 'membership':
      acceptMembership(deps, event, batch)
      return { status: 'ignored' }
    case 'rename':
      renameGroup(deps.db, event.chat, event.chatTitle)
      return { status: 'ignored' }
    case 'reaction':
      acceptReaction(deps.db, event, batch)
      return { status: 'ignored' }
    case 'bounce':
      return acceptBounce(deps, event, batch)
    case 'unreadable':
      keepUnreadable(deps.db, event)
      return { status: 'ignored' }
  }
}

function acceptMessage(deps: IntakeDeps, event: InboundMessage, batch: Batch): Accepted {
  const duplicate = findByKey(deps.db, event.keys)
  if (duplicate !== undefined) return { status: 'duplicate', message: duplicate }
  if (isShownAgain(deps, event)) return acceptShownAgain(deps, event, batch)
  if (event.unproven) return receiveUnproven(deps, event, batch)
  const person = personOf(deps.db, event.sender, batch)
  if (!person) return receiveStranger(deps, event, batch)
  const prefix = prefixIn(deps, event.chat)
  const command = isForUs(event) && !isForwarded(event) ? readCommand(deps, event) : undefined
  const placed = placeMessage(deps.db, event)
  const { lane, route } = placed
  const { answerable, withdrawable, others } = command ? noQuestions : questionsTo(deps.db, placed, person, batch)
  const answer = readAnswer(deps.db, event, answerable)
  const edit = command || answer ? undefined : beginEdit(deps, event, batch)
  if (edit && 'why' in edit) return edit
  // Before the message is stored, so that the notices about the withdrawn turn come before the new message.
  const isForAside = findAside(deps.db, event.chat, event.replyTo) !== undefined
  if (!answer && !isForAside) withdrawOpenQuestions(deps, withdrawable, route, batch)
  const asideLimit = command && asksForAside(command) ? describeAsideLimit(deps, person, batch.steady) : undefined
  const isAside = command !== undefined && asksForAside(command) && asideLimit === undefined
  const kind = (command && !isAside) || answer ? 'command' : 'conversation'
  const stored = storeMessage(deps.db, placed, { person, kind }, batch)
  const { message } = stored
  const { now, steady } = batch
  const afterCommit = (action: () => void) => void batch.afterCommit.push(action)
  const context = { person, lane, now, steady, afterCommit }
  if (answer) return respond(deps, stored, { text: giveAnswer(deps.approvals, answer, context) }, batch)
  if (asideLimit) return respond(deps, stored, { text: asideLimit }, batch)
  if (isAside) {
    const task = beginAside(deps, { chat: event.chat, lane, route, person }, { message }, batch)
    return { status: 'stored', message, task }
  }
  if (command) {
    const timezone = person.timezone ?? deps.settings().timezone
    const { chat, sender, isRemote } = event
    const place = { chat, sender, message, isRemote, route, timezone, prefix }
    return respond(deps, stored, deps.commands.run(command, { ...context, ...place }), batch)
  }
  if (!event.addressed) return { status: 'stored', message, task: undefined }
  return { status: 'stored', message, task: planTask(deps, stored, person, others, batch), ...edit }
}

function readCommand(deps: IntakeDeps, event: InboundMessage) {
  const pressed = readReplyCommand(deps.db, event)
  if (pressed !== undefined) return deps.commands.parse(`/${pressed}`, '/')
  return deps.commands.parse(event.text, prefixOn(deps, event.channel))
}

/** Commands and answers to questions get their reply in the same commit. A command may change who somebody is. */
function respond(deps: IntakeDeps, { lane, message, route }: AcceptedMessage, reply: Reply, batch: Batch): Accepted {
  batch.people.clear()
  postMessage(deps, { key: commandKey(message), kind: 'command', lane, route, ...reply }, batch.now)
  return { status: 'stored', message, task: undefined }
}

/** An edit never runs a command again. */
function acceptEdit(deps: IntakeDeps, edit: InboundEdit, batch: Batch): Accepted {
  // An unverified sender must not change what somebody else wrote.
  if (edit.unproven) return { status: 'ignored' }
  const duplicate = findByKey(deps.db, edit.keys)
  if (duplicate !== undefined) return { status: 'duplicate', message: duplicate }
  const revision = readEdit(deps.db, edit)
  if ('unchangedMessage' in revision) return { status: 'duplicate', message: revision.unchangedMessage }
  if ('newMessage' in revision) return acceptMessage(deps, revision.newMessage, batch)
  leaveConversation(deps.db, revision.earlier.id, revision.earlier.text.length)
  const person = personOf(deps.db, edit.sender, batch)
  if (!person) return storeOverheard(deps.db, revision.event, batch)
  const isConversation = revision.earlier.kind === 'conversation'
  const placed = placeMessage(deps.db, revision.event)
  const { withdrawable, others } = isConversation ? questionsTo(deps.db, placed, person, batch) : noQuestions
  withdrawOpenQuestions(deps, withdrawable, placed.route, batch)
  const stored = storeMessage(deps.db, placed, { person, kind: revision.earlier.kind }, batch)
  const result = { status: 'stored', message: stored.message } as const
  const joined = isConversation ? reviseTask(deps.db, revision, stored.message) : { task: undefined }
  if (joined) return { ...result, ...joined }
  const isTurn = edit.addressed && !isShownAgain(deps, edit)
  return { ...result, task: isTurn ? planTask(deps, stored, person, others, batch) : undefined }
}

const noQuestions: OpenQuestions = { answerable: [], withdrawable: [], others: [] }

/** A refused message neither runs a command nor answers a question. */
function isForUs({ addressed, refusal }: InboundMessage): boolean {
  return addressed && refusal === undefined
}

/** The open questions in the lane of a message that is addressed to us. */
function questionsTo(db: Database, { event, lane }: PlacedMessage, person: Person, { steady }: Batch): OpenQuestions {
  return isForUs(event) ? openQuestions(db, lane, person, steady) : noQuestions
}

/** A deleted message is not shown to the model again and needs no answer, so a running answer is stopped. */
function acceptDelete(deps: IntakeDeps, event: InboundDelete, batch: Batch): Accepted {
  const lines = versionsOf(deps.db, event.chat, event.remoteId)
  for (const line of lines) if (markDeleted(deps.db, line, batch)) removeFromTask(deps.db, line)
  const task = findTaskWithoutMessages(deps.db, lines)
  return cancelDeleted(deps, task ? [task] : [], batch)
}

/** The same for all messages of a chat. */
function acceptClear(deps: IntakeDeps, { chat, at }: InboundClear, batch: Batch): Accepted {
  clearHistory(deps.db, chat, at, batch)
  return cancelDeleted(deps, [...liveReplies(deps.db, chat), ...liveAsides(deps.db, chat)], batch)
}

function cancelDeleted(deps: IntakeDeps, tasks: Task[], batch: Batch): Accepted {
  if (tasks.length === 0) return { status: 'ignored' }
  cancelTasks(deps, tasks, 'deleted', batch.now, (effect) => void batch.afterCommit.push(effect))
  return { status: 'stopped', tasks: tasks.length }
}
