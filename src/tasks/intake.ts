import type { Accepted, Inbox } from '../channels/channel.ts'
import { NotStoredError } from '../domain/errors.ts'
import { channelOf, type Lane } from '../domain/ids.ts'
import type { InboundEvent, InboundMessage, InboundPress, InboundStop } from '../domain/message.ts'
import type { Person } from '../domain/person.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { truncate } from '../lib/text.ts'
import { ensureChat, ensureLane } from '../store/chats.ts'
import { readCursor, writeCursor } from '../store/cursors.ts'
import { attachFiles } from '../store/files.ts'
import { findByKey, insertMessage } from '../store/messages.ts'
import { findPerson, rememberStranger } from '../store/people.ts'
import { addTaskMessage, endTasks, enqueueTask, nextInLane, setDue } from '../store/tasks.ts'
import { type Arrival, laneOf, routeOf } from './arrival.ts'
import { type CommandRunner, parseCommand } from './commands.ts'
import { dueAt, MOST_GATHERED } from './gathering.ts'
import { overLimit } from './limits.ts'
import { noticeKey, sentences } from './notices.ts'
import { isDiskTrouble } from './persist.ts'
import { show, speak } from './speak.ts'
import { type StopDeps, stopLane } from './stop.ts'

export interface IntakeDeps extends StopDeps {
  commands: CommandRunner
  /** Throws NotStoredError while the disk has no room: then nothing may be acknowledged. */
  gate(): void
  /** After the commit: there is something to run or to send. */
  wake(): void
}

/** Raw message, cursor and task (or refusal, or command) in one commit; only after it is the platform told. */
export function createIntake(deps: IntakeDeps): Inbox {
  const { db, clock } = deps
  return {
    accept(events, cursor) {
      deps.gate()
      const now = clock.now()
      const batch = newBatch(now)
      crashPoint('intake.before-commit')
      let accepted: Accepted[]
      try {
        accepted = db.transaction(() => {
          const results = events.map((event) => acceptEvent(deps, event, batch))
          if (cursor) writeCursor(db, cursor, now)
          crashPoint('intake.inside-commit')
          return results
        })
      } catch (error) {
        throw asNotStored(error)
      }
      crashPoint('intake.after-commit')
      for (const effect of batch.after) effect()
      deps.wake()
      return accepted
    },
    cursor: (channel, account, stream) => readCursor(db, channel, account, stream),
  }
}

/** What one accept call remembers, so that a hundred messages of one person cost one look-up of that person. */
interface Batch {
  now: Date
  people: Map<string, Person | undefined>
  lanes: Set<Lane>
  /** Effects outside the store, run after the commit. */
  after: (() => void)[]
}

function newBatch(now: Date): Batch {
  return { now, people: new Map(), lanes: new Set(), after: [] }
}

function acceptEvent(deps: IntakeDeps, event: InboundEvent, batch: Batch): Accepted {
  switch (event.kind) {
    case 'message':
      return acceptMessage(deps, event, batch)
    case 'stop':
      return acceptStop(deps, event, batch)
    case 'press':
      return acceptPress(deps, event, batch)
  }
}

function acceptMessage(deps: IntakeDeps, event: InboundMessage, batch: Batch): Accepted {
  const { db } = deps
  const seen = findByKey(db, event.keys)
  if (seen !== undefined) return { status: 'duplicate', message: seen }

  const person = personOf(deps, event, batch)
  const lane = laneOf(db, event)
  if (!batch.lanes.has(lane)) {
    const title = event.chatTitle ?? truncate(event.text.trim().split('\n', 1)[0] ?? '', 60)
    ensureChat(db, { id: event.chat, title, personId: person?.id }, batch.now)
    ensureLane(db, lane, event.chat)
    batch.lanes.add(lane)
  }
  const prefix = deps.channels.get(event.channel)?.manners.commandPrefix ?? '/'
  const command = person && event.addressed ? parseCommand(event.text, prefix) : undefined
  const message = insertMessage(
    db,
    {
      chat: event.chat,
      lane,
      author: 'human',
      kind: command ? 'command' : 'talk',
      origin: 'chat',
      // Who passes something on does not vouch for it.
      trust: event.partOf === 'forward' ? 'untrusted' : (person?.role ?? 'untrusted'),
      personId: person?.id ?? null,
      name: event.senderName,
      remoteId: event.remoteId,
      replyTo: event.replyTo ?? null,
      at: event.at,
      receivedAt: batch.now,
      text: event.text,
      raw: event.raw,
    },
    event.keys,
  )
  attachFiles(db, message, event.files ?? [])
  const arrived: Arrival = { event, lane, message, route: routeOf(event) }
  if (!person) return refuseStranger(deps, arrived, batch)
  if (command) {
    const text = deps.commands(command, {
      prefix,
      person,
      lane,
      chat: event.chat,
      sender: event.sender,
      route: arrived.route,
      now: batch.now,
      after: (effect) => batch.after.push(effect),
    })
    speak(deps, { key: `command:${message}`, kind: 'command', lane, route: arrived.route, text }, batch.now)
    return { status: 'stored', message, task: undefined }
  }
  if (!event.addressed) return { status: 'stored', message, task: undefined }
  return { status: 'stored', message, task: plan(deps, arrived, person, batch) }
}

function personOf(deps: IntakeDeps, event: InboundEvent, batch: Batch): Person | undefined {
  const key = `${event.sender.channel}:${event.sender.id}`
  if (!batch.people.has(key)) batch.people.set(key, findPerson(deps.db, event.sender))
  return batch.people.get(key)
}

function refuseStranger(deps: IntakeDeps, { event, lane, message, route }: Arrival, batch: Batch): Accepted {
  if (event.addressed && rememberStranger(deps.db, event.sender, event.senderName, batch.now)) {
    speak(deps, { key: `stranger:${message}`, kind: 'notice', lane, route, text: sentences.unknownPerson }, batch.now)
  }
  return { status: 'stored', message, task: undefined }
}

/** The lane's one next task takes the message; where there is none yet, it becomes one. */
function plan(deps: IntakeDeps, { event, lane, message, route }: Arrival, person: Person, batch: Batch): number {
  const { db } = deps
  const { now } = batch
  const settings = deps.settings()
  const next = nextInLane(db, lane)
  if (next && next.messages < MOST_GATHERED) {
    addTaskMessage(db, next.id, message)
    setDue(db, next.id, dueAt(event, new Date(next.createdAt), now))
    batch.after.push(() =>
      show(deps, { kind: 'state', chat: event.chat, lane, task: next.id, state: 'queued', messages: [message] }),
    )
    return next.id
  }
  const refusal = overLimit(db, person, settings, now)
  const task = enqueueTask(
    db,
    {
      kind: 'reply',
      chat: event.chat,
      lane,
      personId: person.id,
      route,
      dueAt: dueAt(event, now, now),
      deadlineAt: new Date(now.getTime() + settings.expireMs),
    },
    now,
  )
  addTaskMessage(db, task, message)
  if (refusal) {
    endTasks(db, [task], 'refused', refusal, now)
    speak(
      deps,
      {
        key: noticeKey({ id: task, generation: 1 }, 'refused'),
        kind: 'notice',
        lane,
        route,
        text: refusal,
        taskId: task,
      },
      now,
    )
  }
  const state = refusal ? 'refused' : 'queued'
  batch.after.push(() => show(deps, { kind: 'state', chat: event.chat, lane, task, state, messages: [message] }))
  return task
}

/** A stop button: the same as /stop, without a line of the person's own. */
function acceptStop(deps: IntakeDeps, event: InboundStop, batch: Batch): Accepted {
  const person = personOf(deps, event, batch)
  if (!person) return { status: 'ignored' }
  const lane = laneOf(deps.db, event)
  const stopped = stopLane(deps, lane, batch.now, (effect) => batch.after.push(effect))
  const last = stopped.at(-1)
  if (last) {
    speak(
      deps,
      {
        key: noticeKey(last, 'stopped'),
        kind: 'notice',
        lane,
        route: last.route,
        text: sentences.stopped,
        taskId: last.id,
      },
      batch.now,
    )
  }
  return { status: 'stopped', tasks: stopped.length }
}

/** A button is a command that somebody did not have to type; what it says goes to them alone. */
function acceptPress(deps: IntakeDeps, event: InboundPress, batch: Batch): Accepted {
  const person = personOf(deps, event, batch)
  const command = parseCommand(`/${event.data}`, '/')
  if (!person || !command) return { status: 'ignored' }
  const said = deps.commands(command, {
    prefix: deps.channels.get(channelOf(event.chat))?.manners.commandPrefix ?? '/',
    person,
    lane: laneOf(deps.db, event),
    chat: event.chat,
    sender: event.sender,
    route: { chat: event.chat, ...(event.topic === undefined ? {} : { topic: event.topic }) },
    now: batch.now,
    after: (effect) => batch.after.push(effect),
  })
  return { status: 'pressed', said }
}

function asNotStored(error: unknown): unknown {
  if (!isDiskTrouble(error)) return error
  return new NotStoredError('The message could not be stored; it will be taken in as soon as the disk lets us.', {
    cause: error,
  })
}
