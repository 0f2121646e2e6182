import type { Accepted } from '../channels/channel.ts'
import { channelOf } from '../domain/ids.ts'
import type { InboundPress, InboundStop } from '../domain/message.ts'
import { readApproval } from '../store/approvals.ts'
import type { Database } from '../store/database.ts'
import { laneOf } from './arrival.ts'
import { type Batch, personOf } from './batch.ts'
import { type CommandRunner, type ParsedCommand, parseCommand } from './commands.ts'
import { noticeKey, sentences } from './notices.ts'
import { speak } from './speak.ts'
import { type StopDeps, stopLane } from './stop.ts'

/** A stop button: the same as /stop, without a line of the person's own. */
export function acceptStop(deps: StopDeps, event: InboundStop, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
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
export function acceptPress(deps: StopDeps & { commands: CommandRunner }, event: InboundPress, batch: Batch): Accepted {
  const person = personOf(deps.db, event.sender, batch)
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
  return { status: 'pressed', said, done: isSettled(deps.db, command, batch.now) }
}

/** The buttons stay while their question is open, whoever else pressed them in vain. */
function isSettled(db: Database, { name, args }: ParsedCommand, now: Date): boolean {
  if (!['yes', 'no', 'always'].includes(name)) return false
  const approval = readApproval(db, Number(args))
  return approval !== undefined && (approval.state !== 'open' || approval.expiresAt <= now.getTime())
}
