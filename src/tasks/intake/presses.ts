import type { Accepted } from '../../channels/channel.ts'
import { channelOf, type Lane, laneQueue } from '../../domain/ids.ts'
import type { InboundPress, InboundStop } from '../../domain/message.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { laneOfRemote } from '../../store/messages/messages.ts'
import { readApproval } from '../../store/work/approvals.ts'
import { readTask } from '../../store/work/tasks.ts'
import { type CommandRunner, type ParsedCommand, parseCommand } from '../commands/command.ts'
import { describeStop, type StopDeps, stopQueue } from '../run/stop.ts'
import { noticeKey } from '../say/sentences.ts'
import { speak } from '../say/speak.ts'
import { isUntouched, readPointer } from '../say/task-button.ts'
import { laneOf } from './arrival.ts'
import { type Batch, personOf } from './batch.ts'

/** A stop button or Esc: the same as /stop, without a line of the person's own. */
export function acceptStop(deps: StopDeps, event: InboundStop, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
  if (!person) return { status: 'ignored' }
  const task = event.task === undefined ? undefined : readTask(deps.db, event.task)
  // The button of an answer that is over means none of those that came after it.
  if (task?.finishedAt) return { status: 'stopped', tasks: 0 }
  // A platform tells where a button is, which need not be the lane: a reply to something unknown has one of its own.
  const lane = task?.chat === event.chat ? task.lane : laneOf(deps.db, event)
  const queue = task?.chat === event.chat ? task.queue : laneQueue(lane)
  const stopped = stopQueue(deps, queue, 'first', batch.now, (effect) => batch.after.push(effect))
  const [ended] = stopped.tasks
  // What was said until then stands there marked as stopped, and says it already.
  if (ended && (stopped.questions > 0 || !stopped.kept.has(ended.id))) {
    const { commandPrefix = '/' } = deps.channels.get(channelOf(event.chat))?.manners ?? {}
    speak(
      deps,
      {
        key: noticeKey(ended, 'stopped'),
        kind: 'notice',
        lane,
        route: ended.route,
        text: describeStop(stopped, commandPrefix),
        taskId: ended.id,
      },
      batch.now,
    )
  }
  return { status: 'stopped', tasks: stopped.tasks.length }
}

/** A button is a command that somebody did not have to type; what it says goes to them alone. */
export function acceptPress(deps: StopDeps & { commands: CommandRunner }, event: InboundPress, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
  const command = parseCommand(`/${event.data}`, '/')
  if (!person || !command) return { status: 'ignored' }
  const { text } = deps.commands(command, {
    prefix: deps.channels.get(channelOf(event.chat))?.manners.commandPrefix ?? '/',
    person,
    lane: pressedLane(deps.db, event),
    chat: event.chat,
    sender: event.sender,
    route: { chat: event.chat, ...(event.topic === undefined ? {} : { topic: event.topic }) },
    now: batch.now,
    steady: batch.steady,
    timezone: person.timezone ?? deps.settings().timezone,
    after: (effect) => batch.after.push(effect),
  })
  return { status: 'pressed', said: text, done: isSettled(deps.db, command, batch.steady) }
}

function pressedLane(db: Database, event: InboundPress): Lane {
  const ours = event.remoteId === undefined ? undefined : laneOfRemote(db, event.chat, event.remoteId)
  return ours ?? laneOf(db, event)
}

/** The buttons stay while what they offer is open, whoever else pressed them in vain. */
function isSettled(db: Database, { name, args }: ParsedCommand, steady: Steady): boolean {
  if (name === 'yes' || name === 'no' || name === 'always') {
    const approval = readApproval(db, Number(args))
    return approval !== undefined && (approval.state !== 'open' || approval.expiresAt <= steady)
  }
  const pointer = readPointer(args)
  if (name === 'retry' || name === 'continue') return pointer === undefined || !isUntouched(db, pointer)
  return name === 'new'
}
