import type { CommandPrefix } from '../../channels/channel.ts'
import { isRecentSign, OTHER_DAEMON } from '../../channels/shared/other-daemon.ts'
import { describeSourced } from '../../config/sources.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { clockTime, dateAndTime } from '../../lib/time/calendar.ts'
import { later, type SteadyClock, wallTime } from '../../lib/time/clock.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { libraryMessages } from '../../messages/library-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { runnerMessages } from '../../messages/runner-messages.ts'
import { statusMessages } from '../../messages/status-messages.ts'
import type { Brains } from '../../spawner/brains.ts'
import { countUnread, memoriesNamed, type UnreadCount } from '../../store/messages/channel-state.ts'
import { findOwner } from '../../store/people/people.ts'
import { countDrafts, countHeldOrDead, countOpen } from '../../store/work/outbox.ts'
import { countLive, countLiveByState, waitingReasons } from '../../store/work/tasks.ts'
import { describeStall, type Stall } from '../health/stall-watch.ts'
import { type ClockJump, describeJump } from '../health/timekeeper.ts'
import type { LibraryReport } from '../library/library.ts'
import type { SettingsSummary } from '../live-config.ts'
import type { Breaker, Breakers } from '../queue/breaker.ts'
import { describeFailure } from '../run/retries.ts'
import type { TaskDeps } from '../task-deps.ts'
import { describeRunner, type ReportedRunner } from './runner-report.ts'
import { summarizeSpan, type UsageReport } from './usage-report.ts'

/** The state of the daemon, for /status, `skein status` and the page. */
export interface Overview {
  version: string
  pid: number
  startedAt: Date
  brain: { name: string; banner?: AnyText; trouble?: BrainTrouble; standIn?: string; others?: OtherBrain[] }
  channels: string[]
  tasks: { waiting: number; running: number; maxRunning: number; waits: TaskWait[] }
  deliveries: { open: number; failed: number; drafts: number }
  /** Messages that could not be read. They are stored as they arrived. */
  unread: UnreadCount[]
  /** Accounts that another Skein seems to use as well. */
  sharedAccounts: SharedAccount[]
  usage: UsageReport
  safeMode: boolean
  /** What is known about the crashes that led to safe mode. */
  crashes?: LocalizedText
  disk: 'ok' | 'low' | 'full'
  /** The owner's time zone, for output on this machine. */
  timezone: string
  /** The last jump of the machine's clock. */
  clockJump?: ClockJump
  /** The longest time in which one piece of work blocked everything else. */
  worstStall?: Stall
  /** Undefined if runners are off. */
  runners?: ReportedRunner[]
  /** Undefined without a library. */
  library?: LibraryReport
  settings: SettingsSummary
}

export interface SharedAccount {
  channel: ChannelName
  account: string
  last: Date
}

/** A brain other than the default one that is unavailable. */
export interface OtherBrain {
  name: string
  trouble: BrainTrouble
}

/** Why a brain is unavailable. */
export interface BrainTrouble {
  sentence: AnyText
  /** The same without advice, if somebody has to see to it. */
  cause?: AnyText
  /** The first message after this time tries it again. */
  until: Date
}

/** Tasks that wait to be retried for the same reason, and when the first of them is due. */
export interface TaskWait {
  reason: AnyText
  count: number
  until: Date
}

export type OverviewFacts = Pick<
  Overview,
  | 'version'
  | 'startedAt'
  | 'brain'
  | 'usage'
  | 'safeMode'
  | 'crashes'
  | 'disk'
  | 'clockJump'
  | 'worstStall'
  | 'runners'
  | 'library'
  | 'settings'
>

export function readOverview(deps: TaskDeps, facts: OverviewFacts): Overview {
  const running = countLiveByState(deps.db)
    .filter(({ state }) => state === 'leased' || state === 'running')
    .reduce((sum, { count }) => sum + count, 0)
  return {
    ...facts,
    pid: process.pid,
    timezone: findOwner(deps.db)?.timezone ?? deps.settings().timezone,
    channels: [...deps.channels.keys()],
    tasks: {
      waiting: countLive(deps.db) - running,
      running,
      maxRunning: deps.settings().maxWorkers,
      waits: waitingReasons(deps.db).map(({ dueAt, ...wait }) => ({ ...wait, until: wallTime(deps.clock, dueAt) })),
    },
    deliveries: { open: countOpen(deps.db), failed: countHeldOrDead(deps.db), drafts: countDrafts(deps.db) },
    unread: countUnread(deps.db),
    sharedAccounts: findSharedAccounts(deps),
  }
}

function findSharedAccounts({ db, clock }: Pick<TaskDeps, 'db' | 'clock'>): SharedAccount[] {
  return memoriesNamed(db, OTHER_DAEMON)
    .filter(({ value }) => isRecentSign(value, clock.now()))
    .map(({ channel, account, value }) => ({ channel, account, last: new Date(value) }))
}

export interface BrainFacts {
  brains: Pick<Brains, 'all' | 'usual' | 'named' | 'banner'>
  breakers: Pick<Breakers, 'of'>
  /** The stand-ins for unavailable brains, in order. */
  failover: readonly string[]
}

/** The default brain, why it is unavailable, its stand-in, and which other brains are unavailable. */
export function describeBrain({ brains, breakers, failover }: BrainFacts, clock: SteadyClock): Overview['brain'] {
  const { usual, banner } = brains
  const isFree = ({ name }: { name: string }) => name !== usual.name && !breakers.of(name).currentObstacle()
  const standIn = failover.flatMap((name) => brains.named(name) ?? []).find(isFree)
  const usualTrouble = brainTroubleOf(breakers.of(usual.name), clock)
  const others = brains.all.flatMap(({ name }): OtherBrain[] => {
    const { trouble } = name === usual.name ? {} : brainTroubleOf(breakers.of(name), clock)
    return trouble ? [{ name, trouble }] : []
  })
  return {
    name: usual.name,
    ...(banner === undefined ? {} : { banner }),
    ...usualTrouble,
    ...(usualTrouble.trouble && standIn ? { standIn: standIn.name } : {}),
    ...(others.length > 0 ? { others } : {}),
  }
}

/** The problem of a brain, worded for the owner. */
export function brainTroubleOf(
  breaker: Pick<Breaker, 'currentObstacle'>,
  clock: SteadyClock,
): { trouble?: BrainTrouble } {
  const obstacle = breaker.currentObstacle()
  if (!obstacle) return {}
  const { failure, isTemporary, waitMs } = obstacle
  const until = wallTime(clock, later(clock.steady(), waitMs))
  if (isTemporary) return { trouble: { sentence: failure.what, until } }
  return { trouble: { sentence: describeFailure(failure, 'owner'), cause: failure.what, until } }
}

/** The problem on one line, with the time of the next attempt. */
export function describeBrainTrouble(
  { sentence, until }: BrainTrouble,
  { now, timezone, prefix }: Pick<OverviewReader, 'now' | 'timezone' | 'prefix'>,
): LocalizedText {
  return until > now
    ? statusMessages.retriedAt(sentence, clockTime(until, timezone), prefix)
    : statusMessages.retriedNext(sentence, prefix)
}

export interface OverviewReader {
  /** Only the owner reads what went wrong. Others read that something is wrong, and until when. */
  owner: boolean
  /** Whether to include costs. */
  paying: boolean
  now: Date
  timezone: string
  /** The command prefix where it is read. */
  prefix: CommandPrefix
}

export function describeOverview(overview: Overview, reader: OverviewReader): LocalizedText {
  const { brain, usage, disk } = overview
  const { owner, paying, timezone } = reader
  const messages = statusMessages
  const answers =
    brain.banner === undefined ? messages.answersWith(brain.name) : messages.answersWithNote(brain.name, brain.banner)
  const lines: AnyText[] = [
    messages.running(overview.version, dateAndTime(overview.startedAt, timezone), overview.pid),
    answers,
    ...brainLines(brain, reader),
    ...(owner ? (overview.runners ?? []) : []).map((runner) =>
      runnerMessages.inStatus(runner.name, describeRunner(runner)),
    ),
    messages.channels(overview.channels.join(', ')),
    ...workLines(overview, reader),
    ...(paying ? [messages.today(summarizeSpan(usage.today)), messages.month(summarizeSpan(usage.month))] : []),
    ...(disk === 'ok' ? [] : [disk === 'low' ? messages.diskLow : messages.diskFull]),
    ...(owner && overview.library ? libraryLines(overview.library) : []),
    ...(overview.clockJump ? [toListItem(describeJump(overview.clockJump, timezone))] : []),
    ...(owner && overview.worstStall ? [toListItem(describeStall(overview.worstStall, timezone))] : []),
    ...(owner ? settingsLines(overview.settings) : []),
    ...(overview.safeMode ? [messages.safeMode] : []),
    ...(owner && overview.crashes ? [joinTexts(['  ', overview.crashes], '')] : []),
  ]
  return joinTexts(lines, '\n')
}

function brainLines({ trouble, standIn, others = [] }: Overview['brain'], reader: OverviewReader): LocalizedText[] {
  const describe = (brainTrouble: BrainTrouble) =>
    describeBrainTrouble(
      reader.owner ? brainTrouble : { ...brainTrouble, sentence: commandMessages.somethingWrong },
      reader,
    )
  return [
    ...(trouble ? [statusMessages.unavailable(describe(trouble))] : []),
    ...(standIn === undefined ? [] : [statusMessages.standIn(standIn)]),
    ...others.map(({ name, trouble: brainTrouble }) => statusMessages.otherUnavailable(name, describe(brainTrouble))),
  ]
}

/** Running and waiting tasks; with reasons for the owner. */
function workLines(overview: Overview, { owner, timezone, prefix }: OverviewReader): LocalizedText[] {
  const { tasks, deliveries, unread, sharedAccounts } = overview
  const messages = statusMessages
  const forOwner = [
    ...(deliveries.drafts > 0 ? [messages.drafts(deliveries.drafts, prefix)] : []),
    ...unread.map((channelUnread) => toListItem(describeUnread(channelUnread, timezone))),
    ...sharedAccounts.map(({ channel, account, last }) =>
      toListItem(messages.sharedAccount(account, channel, dateAndTime(last, timezone))),
    ),
  ]
  return [
    messages.tasks(tasks.running, tasks.maxRunning, tasks.waiting),
    ...(owner ? tasks.waits : []).map(({ count, until, reason }) =>
      messages.waits(count, clockTime(until, timezone), reason),
    ),
    messages.deliveries(deliveries.open, deliveries.failed),
    ...(owner ? forOwner : []),
  ]
}

/** Also used by `skein doctor`. */
export function describeUnread({ channel, count, last }: UnreadCount, timezone: string): LocalizedText {
  return statusMessages.unread(channel, count, dateAndTime(last, timezone))
}

function libraryLines({ says, problems }: LibraryReport): LocalizedText[] {
  return [libraryMessages.inStatus(says), ...problems.map((problem) => joinTexts(['  - ', problem], ''))]
}

function settingsLines({ running, dropped }: SettingsSummary): AnyText[] {
  return [
    ...running.map((sourced) => joinTexts([`- \`${sourced.key}\` = `, describeSourced(sourced)], '')),
    ...dropped.map(({ key, value, now }) => statusMessages.settingDropped(key, describeSourced(now), value)),
  ]
}

function toListItem(text: LocalizedText): LocalizedText {
  return joinTexts(['- ', text], '')
}
