import type { CommandPrefix } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { Person, Role } from '../../domain/person.ts'
import { factsOf, type TaskKind } from '../../domain/task.ts'
import { spanAround } from '../../lib/time/calendar.ts'
import { later, type Moment, type Steady } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { budgetMessages } from '../../messages/budget-messages.ts'
import { dayAndTimeText, dollarText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { countLive, countTasksSince } from '../../store/work/tasks.ts'
import { spentIn } from '../../store/work/usage.ts'
import type { TaskSettings } from '../task-deps.ts'

/** A spending cap that prevents a task. */
export interface ExhaustedCap {
  cap: 'daily' | 'monthly'
  key: 'brain.daily_usd' | 'brain.monthly_usd' | 'scheduler.daily_usd'
  limitUsd: number
  spentUsd: number
  /** When the cap starts again from zero. */
  until: Date
  /** Only background work is held back so far. */
  backgroundOnly: boolean
}

/** Background work stops at this share of a cap. The rest is kept for people who wait for an answer. */
const BACKGROUND_SHARE = 0.8

/**
 * Compares what was spent on all brains and all kinds of work with the caps. If both are reached, the monthly one is
 * reported. Running tasks are not booked yet, so the sum may exceed a cap by what they cost.
 */
export function findExhaustedCap(
  db: Database,
  config: Pick<Config, 'brain' | 'timezone'> & Partial<Pick<Config, 'scheduler'>>,
  kind: TaskKind,
  moment: Moment,
): ExhaustedCap | undefined {
  const { brain, timezone } = config
  const share = factsOf(kind).work === 'answer' ? 1 : BACKGROUND_SHARE
  const caps = [
    { cap: 'monthly', unit: 'month', key: 'brain.monthly_usd', limitUsd: brain.monthlyUsd },
    { cap: 'daily', unit: 'day', key: 'brain.daily_usd', limitUsd: brain.dailyUsd },
  ] as const
  for (const { unit, limitUsd, ...capFields } of caps) {
    if (limitUsd === undefined) continue
    const { from, until } = spanAround(moment.now, unit, timezone)
    const spentUsd = spentIn(db, { from, ...moment })
    if (spentUsd >= limitUsd * share)
      return { ...capFields, limitUsd, spentUsd, until, backgroundOnly: spentUsd < limitUsd }
  }
  return factsOf(kind).work === 'background' ? findSchedulerCap(db, config, moment) : undefined
}

/** Scheduled work may have a cap of its own. */
function findSchedulerCap(
  db: Database,
  { scheduler, timezone }: Pick<Config, 'timezone'> & Partial<Pick<Config, 'scheduler'>>,
  moment: Moment,
): ExhaustedCap | undefined {
  const limitUsd = scheduler?.dailyUsd
  if (limitUsd === undefined) return undefined
  const { from, until } = spanAround(moment.now, 'day', timezone)
  const spentUsd = spentIn(db, { from, ...moment }, ['scheduled', 'briefing', 'heartbeat'])
  const capFields = { cap: 'daily', key: 'scheduler.daily_usd', backgroundOnly: true } as const
  return spentUsd >= limitUsd ? { ...capFields, limitUsd, spentUsd, until } : undefined
}

/** The text for the person. Only the owner sees sums and configuration keys. */
export function describeExhausted(
  exhausted: ExhaustedCap,
  { role, timezone, prefix }: { role: Role; timezone: string; prefix: CommandPrefix },
): LocalizedText {
  const { cap, key, limitUsd, spentUsd, until, backgroundOnly } = exhausted
  const resets = budgetMessages.resets(dayAndTimeText(until, timezone))
  if (role !== 'owner') return joinTexts([budgetMessages.usedUp(cap), resets], ' ')
  const spending = { cap, limit: dollarText(limitUsd), spent: dollarText(spentUsd) }
  const isScheduled = key === 'scheduler.daily_usd'
  const background = isScheduled ? budgetMessages.scheduledCap : budgetMessages.keptForChats
  const what = backgroundOnly ? background(spending) : budgetMessages.reached(spending)
  return joinTexts([what, resets, budgetMessages.change(`${prefix}config ${key}`)], ' ')
}

const HOUR_MS = 3_600_000

/** Why this person must wait, or undefined. The owner has no limits: it is their machine and their money. */
export function describeLimit(
  db: Database,
  person: Person,
  settings: TaskSettings,
  steady: Steady,
): LocalizedText | undefined {
  if (person.role === 'owner') return undefined
  if (countLive(db, person.id) >= settings.queue) {
    return answerMessages.tooManyWaiting(settings.queue)
  }
  if (countTasksSince(db, person.id, later(steady, -HOUR_MS)) >= settings.tasksPerHour) {
    return answerMessages.tooManyPerHour(settings.tasksPerHour)
  }
  return undefined
}
