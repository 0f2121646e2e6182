import { channelOf } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import { sleep } from '../lib/sleep.ts'
import {
  type Approval,
  answerApproval,
  findApproval,
  insertAllowance,
  insertApproval,
  openApprovals,
  openApprovalsOf,
  readApproval,
  takeOffers,
} from '../store/approvals.ts'
import { readTask, type Task } from '../store/tasks.ts'
import type { CommandContext } from './commands.ts'
import type { Road } from './road.ts'
import { show, speak } from './speak.ts'

/** One exact thing a task wants to do, and what "always" would allow; `rule` is null where that may not be said. */
export interface Asked {
  task: Task
  person: Pick<Person, 'id' | 'name'>
  hash: string
  tool: string
  effect: string
  rule: string | null
}

export type Said = 'yes' | 'no' | 'always'

/** The questions that wait for a person. Everything that matters about them is in the store; a restart asks nothing twice. */
export interface Approvals {
  /** Asks, unless it was asked before, and waits for the answer, for the end of its time or for the signal. */
  ask(asked: Asked, signal: AbortSignal): Promise<Approval>
  /** Call it inside a transaction. Without a number it means the one question that is open in the lane. */
  answer(number: number | undefined, said: Said, context: AnswerContext): string
  /** Nobody needs an answer any more. */
  withdraw(taskIds: number[], now: Date, after: (effect: () => void) => void): void
}

type AnswerContext = Pick<CommandContext, 'person' | 'lane' | 'now' | 'after'>

const OPEN_MS = 600_000

export function createApprovals(road: Road, delivered: () => void): Approvals {
  const { db, clock } = road
  const waiting = new Map<number, AbortController>()

  function settle(approval: Approval, outcome: string): void {
    waiting.get(approval.id)?.abort()
    const task = readTask(db, approval.taskId)
    if (!task) return
    const { id, chat, lane } = task
    for (const line of takeOffers(db, `${keyOf(approval.id)}:`)) {
      show(road, { kind: 'settled', chat, lane, task: id, ...line, outcome })
    }
  }

  /** The question that is open about this, or the answer that still holds; else a new question. */
  function question(asked: Asked, now: Date): Approval {
    const { task, person, hash, tool, effect, rule } = asked
    const known = findApproval(db, { taskId: task.id, generation: task.generation, hash })
    // A no holds for as long as the task runs: a model that insists is not put before the person again.
    if (known?.state === 'no') return known
    if (known && (known.state === 'open' || known.state === 'yes') && known.expiresAt > now.getTime()) return known
    const expiresAt = new Date(now.getTime() + OPEN_MS)
    const { id: taskId, generation, lane, route } = task
    const row = { taskId, generation, personId: person.id, lane, hash, tool, effect, rule, expiresAt }
    const approval = insertApproval(db, row, now)
    const prefix = road.channels.get(channelOf(task.chat))?.manners.commandPrefix ?? '/'
    speak(
      road,
      {
        key: keyOf(approval.id),
        kind: 'notice',
        lane,
        route,
        taskId,
        text: wording(approval, person.name, prefix),
        buttons: buttonsOf(approval),
      },
      now,
    )
    return approval
  }

  return {
    async ask(asked, signal) {
      const asking = await road.persist(() => db.transaction(() => question(asked, clock.now())))
      delivered()
      if (asking.state !== 'open') return asking
      const settled = new AbortController()
      waiting.set(asking.id, settled)
      const cut = () => settled.abort()
      signal.addEventListener('abort', cut, { once: true })
      if (signal.aborted) cut()
      await sleep(asking.expiresAt - clock.now().getTime(), settled.signal)
      signal.removeEventListener('abort', cut)
      waiting.delete(asking.id)
      // When the run was cut short the question stays open: a daemon that stops may ask it again after its next start.
      if (!settled.signal.aborted) {
        const expired = { state: 'expired', by: null } as const
        if (await road.persist(() => answerApproval(db, asking.id, expired, clock.now()))) {
          settle(asking, 'Nobody answered in time, so it was not done.')
        }
      }
      return readApproval(db, asking.id) ?? asking
    },

    answer(number, said, { person, lane, now, after }) {
      const approval = number === undefined ? only(openApprovals(db, lane)) : readApproval(db, number)
      if (!approval || (approval.personId !== person.id && person.role !== 'owner')) {
        return number === undefined
          ? 'There is not exactly one question open here; say which one by its number.'
          : `There is no question ${number} for you to answer.`
      }
      if (approval.state !== 'open') return `Question ${approval.id} was settled before; nothing is changed.`
      if (approval.expiresAt <= now.getTime()) return `Question ${approval.id} is too old; ask me again.`
      if (said === 'always' && approval.rule === null) {
        return `Question ${approval.id} can be allowed once only, because words of others are involved. Say yes or no.`
      }
      answerApproval(db, approval.id, { state: said === 'no' ? 'no' : 'yes', by: person.id }, now)
      if (said === 'always' && approval.rule !== null) insertAllowance(db, approval.personId, approval.rule, now)
      const outcome = outcomes[said](person.name)
      after(() => settle(approval, outcome))
      return outcome
    },

    withdraw(taskIds, now, after) {
      for (const approval of openApprovalsOf(db, taskIds)) {
        answerApproval(db, approval.id, { state: 'expired', by: null }, now)
        after(() => settle(approval, 'Not needed any more.'))
      }
    },
  }
}

const outcomes: Record<Said, (name: string) => string> = {
  yes: (name) => `${name} allowed it once.`,
  no: (name) => `${name} said no.`,
  always: (name) => `${name} allowed it, now and from now on.`,
}

function keyOf(id: number): string {
  return `approval:${id}`
}

function only<T>(all: T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined
}

function buttonsOf({ id, rule }: Approval) {
  const always = rule === null ? [] : [{ label: 'Always', data: `always ${id}` }]
  return [{ label: 'Yes', data: `yes ${id}` }, { label: 'No', data: `no ${id}` }, ...always]
}

function wording({ id, effect, rule }: Approval, name: string, prefix: string): string {
  const words = [
    `\`${prefix}yes ${id}\``,
    `\`${prefix}no ${id}\``,
    ...(rule === null ? [] : [`\`${prefix}always ${id}\``]),
  ]
  return `**Question ${id}** for ${name}: may I ${effect}\n\nAnswer ${words.join(' or ')} within 10 minutes. No answer means no.`
}
