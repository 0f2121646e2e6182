import type { Config } from '../../config/config.ts'
import { clockTime } from '../../lib/time/calendar.ts'
import { later, momentOf, type Steady, wallTime } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Brains, TaskFacts } from '../../spawner/brains.ts'
import type { Brain } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Claim, releaseClaim } from '../../store/work/claims.ts'
import { recordEvent, type Task } from '../../store/work/tasks.ts'
import { describeFailure } from '../run/retries.ts'
import { prefixIn, retryCommand } from '../say/channel-access.ts'
import { tellOwner } from '../say/notices.ts'
import { endWithNotice, showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Breakers, Obstacle } from './breaker.ts'
import { describeExhausted, findExhaustedCap } from './limits.ts'

/** Decides whether a claimed task may run: spending caps and unavailable brains can prevent it. */
export interface Admission {
  /** The brain to ask, or undefined if the task was postponed or ended. In that case nothing was started. */
  admit(claim: Claim): Promise<Brain | undefined>
  /** A brain to ask instead of these, which cannot answer. */
  standIn(task: Task, tried: readonly string[]): Brain | undefined
  /** The brain to ask for upkeep now. If there is none, the work is done without a model. */
  mayAsk(task: TaskFacts): Brain | undefined
  /** Call it when the run of an admitted task is over, however it ended. */
  over(claim: { task: Pick<Task, 'id'> }): void
}

export interface AdmissionDeps extends TaskDeps {
  brains: Brains
  breakers: Pick<Breakers, 'of'>
  config(): Pick<Config, 'brain' | 'timezone' | 'scheduler'>
}

type Rejection = { next: 'retry'; reason: AnyText; until: Steady } | { next: 'refused' | 'failed'; reason: AnyText }

export function createAdmission(deps: AdmissionDeps): Admission {
  return {
    async admit(claim) {
      const { brain, rejection } = findBrain(deps, claim.task)
      if (rejection) await deps.persist(() => reject(deps, claim, rejection))
      return brain
    },
    standIn: (task, tried) => standIn(deps, task, tried),
    mayAsk: (task) => findBrain(deps, task).brain,
    over({ task }) {
      for (const { name } of deps.brains.all) deps.breakers.of(name).endRun(task.id)
    },
  }
}

/** The first brain in the order of `[brain] failover` that can be asked now. */
function standIn(
  { brains, breakers, config }: AdmissionDeps,
  task: Pick<TaskFacts, 'id'>,
  tried: readonly string[],
): Brain | undefined {
  return config()
    .brain.failover.flatMap((name) => brains.named(name) ?? [])
    .find(({ name }) => !tried.includes(name) && breakers.of(name).obstacleFor(task.id) === undefined)
}

/** Tells the owner that a brain is unavailable. The people who were turned away may be others. */
export function alarmOwner(
  deps: TaskDeps,
  { failure, waitMs }: Obstacle,
  brain: string,
  config: Pick<Config, 'brain' | 'timezone'>,
): void {
  const until = wallTime(deps.clock, later(deps.clock.steady(), waitMs))
  const why = describeFailure(failure, 'owner')
  const time = clockTime(until, config.timezone)
  const standIn = config.brain.failover.find((name) => name !== brain)
  tellOwner(
    deps,
    (prefix) =>
      standIn === undefined
        ? answerMessages.modelUnavailable(why, { model: brain, at: time, prefix })
        : answerMessages.modelReplaced(why, { model: brain, at: time, prefix, standIn }),
    // Nobody answers, which the page says above its chats.
    { isOnPage: standIn === undefined },
  )
}

type AdmissionResult = { brain: Brain; rejection?: undefined } | { brain?: undefined; rejection: Rejection }

/**
 * Checks the caps before the breakers, because asking a breaker may turn this task into its probe. If no brain can be
 * asked, the reason is that of the first one.
 */
function findBrain(deps: AdmissionDeps, task: TaskFacts): AdmissionResult {
  const config = deps.config()
  const exhausted = findExhaustedCap(deps.db, config, task.kind, momentOf(deps.clock))
  const { role } = readPerson(deps.db, task.personId)
  if (exhausted) {
    const reader = { role, timezone: config.timezone, prefix: prefixIn(deps, task.chat) }
    return { rejection: { next: 'refused', reason: describeExhausted(exhausted, reader) } }
  }
  const first = deps.brains.for(task)
  const obstacle = deps.breakers.of(first.name).obstacleFor(task.id)
  if (!obstacle) return { brain: first }
  const brain = standIn(deps, task, [first.name])
  if (brain) return { brain }
  const until = later(deps.clock.steady(), obstacle.waitMs)
  const time = clockTime(wallTime(deps.clock, until), config.timezone)
  // We try again on our own, so the person needs no advice.
  const why = obstacle.isTemporary ? obstacle.failure.what : describeFailure(obstacle.failure, role)
  const reason = answerMessages.modelRetriedAt(why, time)
  return { rejection: obstacle.isTemporary ? { next: 'retry', reason, until } : { next: 'failed', reason } }
}

/** The attempt does not count, because nothing was tried. A task that keeps waiting reaches its deadline in the end. */
function reject(deps: AdmissionDeps, claim: Claim, rejection: Rejection): void {
  const { db, clock } = deps
  const { task } = claim
  const { next, reason } = rejection
  const now = clock.now()
  const commonFields = { attempt: task.attempt - 1, reason }
  const until = next === 'retry' ? rejection.until : undefined
  const isWritten = db.transaction(() => {
    const retryFields = until && { state: 'retry' as const, dueAt: until }
    if (!releaseClaim(db, claim, { ...commonFields, ...retryFields })) return false
    if (next === 'retry') recordEvent(db, task.id, next, reason, now)
    else {
      const notice = next === 'failed' ? answerMessages.failed(reason, retryCommand(deps, task.chat, task.id)) : reason
      endWithNotice(deps, task, next, notice, now)
    }
    return true
  })
  if (isWritten) showState(deps, task, next, { reason, ...(until && { retryAt: until }) })
}
