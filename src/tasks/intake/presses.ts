import type { Accepted } from '../../channels/channel.ts'
import { type Lane, laneQueue } from '../../domain/ids.ts'
import type { InboundPress, InboundStop } from '../../domain/message.ts'
import { taskKey } from '../../domain/outbox-key.ts'
import { textIn } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { routeInto } from '../../store/messages/chats.ts'
import { laneOfRemote } from '../../store/messages/messages.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { CommandSet } from '../commands/command-set.ts'
import { describeStop, type StopDeps, stopQueue, stopTask } from '../run/stop.ts'
import { prefixIn } from '../say/channel-access.ts'
import { postMessage } from '../say/post-message.ts'
import { type Batch, personOf } from './batch.ts'
import { laneOf } from './stored-message.ts'

/** Handles a stop button or Esc. It does the same as /stop, but there is no message of the person. */
export function acceptStop(deps: StopDeps, event: InboundStop, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
  if (!person) return { status: 'ignored' }
  const task = event.task === undefined ? undefined : readTask(deps.db, event.task)
  // The button of a finished answer must not stop a later one.
  if (task?.finishedAt) return { status: 'stopped', tasks: 0 }
  // The position of a button need not be the lane: a reply to an unknown message has a lane of its own.
  const taskHere = task?.chat === event.chat ? task : undefined
  const lane = taskHere?.lane ?? laneOf(deps.db, event)
  const afterCommit = (effect: () => void) => batch.afterCommit.push(effect)
  const stopped = taskHere
    ? stopTask(deps, taskHere, batch.now, afterCommit)
    : stopQueue(deps, laneQueue(lane), 'first', batch.now, afterCommit)
  const [endedTask] = stopped.tasks
  // A partial answer is already marked as stopped, so it needs no notice.
  if (endedTask && (stopped.questions > 0 || !stopped.kept.has(endedTask.id))) {
    postMessage(
      deps,
      {
        key: taskKey(endedTask, 'stopped'),
        kind: 'notice',
        lane,
        route: endedTask.route,
        text: describeStop(stopped, prefixIn(deps, event.chat)),
        taskId: endedTask.id,
      },
      batch.now,
    )
  }
  return { status: 'stopped', tasks: stopped.tasks.length }
}

export type CommandTable = Pick<CommandSet, 'parse' | 'run' | 'find'>

/** A button runs a command. Its reply is shown only to the person who pressed it. */
export function acceptPress(deps: StopDeps & { commands: CommandTable }, event: InboundPress, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
  const command = deps.commands.parse(`/${event.data}`, '/')
  if (!person || !command) return { status: 'ignored' }
  const { text } = deps.commands.run(command, {
    prefix: prefixIn(deps, event.chat),
    person,
    lane: pressedLane(deps.db, event),
    chat: event.chat,
    sender: event.sender,
    isRemote: event.isRemote,
    route: { ...routeInto(deps.db, event.chat), ...(event.topic === undefined ? {} : { topic: event.topic }) },
    now: batch.now,
    steady: batch.steady,
    timezone: person.timezone ?? deps.settings().timezone,
    afterCommit: (effect) => batch.afterCommit.push(effect),
  })
  batch.people.clear()
  // The buttons stay as long as their offer is open, even if somebody without the right pressed them.
  const done = deps.commands.find(command.name)?.isSettled?.(command.args, batch.steady) ?? false
  return { status: 'pressed', said: textIn(text, languageIn(deps.db, event.chat)), done }
}

function pressedLane(db: Database, event: InboundPress): Lane {
  const messageLane = event.remoteId === undefined ? undefined : laneOfRemote(db, event.chat, event.remoteId)
  return messageLane ?? laneOf(db, event)
}
