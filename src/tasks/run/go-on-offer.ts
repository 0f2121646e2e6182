import type { Button } from '../../domain/delivery.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { laneMarks } from '../../store/messages/chats.ts'
import { assemblyOfTask } from '../../store/recall/assemblies.ts'
import { laneHistory, pastMessages } from '../../store/recall/lane-history.ts'
import { messageIdsOf, type Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { taskButton } from '../say/task-button.ts'

/** Whoever comes back within half a day may well mean what they talked about before; later they say so. */
const HALF_A_DAY_MS = 12 * 3_600_000

/**
 * Below the first answer after a break, in the place of a guess. Where the person said what they mean, by a reply,
 * by /new or by /continue, there is nothing to offer; nor below every other answer.
 */
export function offerToGoOn({ db, settings }: Pick<Road, 'db' | 'settings'>, task: Task): Button<AnyText>[] {
  const [first] = pastMessages(db, messageIdsOf(db, task.id).slice(0, 1))
  if (!first || first.replyTo !== undefined) return []
  // Its words have said so already.
  if (assemblyOfTask(db, task.id)?.status === 'CONTINUATION') return []
  const [last] = laneHistory(db, task.lane, { asOf: first.at, before: first.id }, { limit: 1 })
  if (!last) return []
  const quiet = first.at.getTime() - last.at.getTime()
  if (quiet <= settings().idleMs || quiet > HALF_A_DAY_MS) return []
  const said = Object.values(laneMarks(db, task.lane)).some((mark) => mark !== undefined && mark >= last.at)
  return said ? [] : [taskButton(commandMessages.continueEarlierButton, 'continue', task)]
}
