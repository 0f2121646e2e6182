import type { CommandPrefix } from '../../channels/channel.ts'
import { isRecentSign, OTHER_DAEMON } from '../../channels/shared/other-daemon.ts'
import { describeSourced } from '../../config/sources.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { clockTime, dateAndTime } from '../../lib/time/calendar.ts'
import { later, type SteadyClock, wallTime } from '../../lib/time/clock.ts'
import type { ChosenBrains } from '../../spawner/brain-choice.ts'
import { countUnread, memoriesNamed, type UnreadCount } from '../../store/messages/channel-state.ts'
import { countDrafts, countHeldOrDead, countOpen } from '../../store/work/outbox.ts'
import { countLive, countLiveByState, waitingReasons } from '../../store/work/tasks.ts'
import { describeStall, type Stall } from '../health/stall-watch.ts'
import { type ClockJump, describeJump } from '../health/timekeeper.ts'
import type { Breaker, Breakers } from '../queue/breaker.ts'
import type { Road } from '../road.ts'
import { describeFailure } from '../run/retries.ts'
import type { SettingsStanding } from '../settings/live-config.ts'
import { summarizeSpan, type UsageReport } from './usage-report.ts'

/** How the daemon is, for /status, `skein status` and the page. */
export interface Overview {
  version: string
  pid: number
  startedAt: Date
  brain: { name: string; banner?: string; trouble?: Trouble; standIn?: string; others?: OtherBrain[] }
  channels: string[]
  tasks: { waiting: number; running: number; maxRunning: number; waits: Wait[] }
  deliveries: { open: number; failed: number; drafts: number }
  /** What came and could not be read, kept as it came. */
  unread: UnreadCount[]
  /** Accounts that another Skein seems to use too, and when that was last noticed. */
  sharedAccounts: SharedAccount[]
  usage: UsageReport
  safeMode: boolean
  disk: 'ok' | 'low' | 'full'
  /** The owner's, for what is told on this machine. */
  timezone: string
  /** Where the clock of the machine has jumped lately. */
  clockJump?: ClockJump
  /** The longest time in which one piece of work kept all others waiting. */
  worstStall?: Stall
  settings: SettingsStanding
}

export interface SharedAccount {
  channel: ChannelName
  account: string
  last: Date
}

/** Another brain than the usual one that cannot be asked at the moment. */
export interface OtherBrain {
  name: string
  trouble: Trouble
}

/** Why the brain is not asked at the moment. */
export interface Trouble {
  sentence: string
  /** When it is tried again: with the first message from then on. */
  until: Date
}

/** Why so many tasks wait to be tried again, and when the first of them is. */
export interface Wait {
  reason: string
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
  | 'disk'
  | 'timezone'
  | 'clockJump'
  | 'worstStall'
  | 'settings'
>

export function takeOverview(road: Road, facts: OverviewFacts): Overview {
  const running = countLiveByState(road.db)
    .filter(({ state }) => state === 'leased' || state === 'running')
    .reduce((sum, { count }) => sum + count, 0)
  return {
    ...facts,
    pid: process.pid,
    channels: [...road.channels.keys()],
    tasks: {
      waiting: countLive(road.db) - running,
      running,
      maxRunning: road.settings().maxWorkers,
      waits: waitingReasons(road.db).map(({ dueAt, ...wait }) => ({ ...wait, until: wallTime(road.clock, dueAt) })),
    },
    deliveries: { open: countOpen(road.db), failed: countHeldOrDead(road.db), drafts: countDrafts(road.db) },
    unread: countUnread(road.db),
    sharedAccounts: findSharedAccounts(road),
  }
}

function findSharedAccounts({ db, clock }: Pick<Road, 'db' | 'clock'>): SharedAccount[] {
  return memoriesNamed(db, OTHER_DAEMON)
    .filter(({ value }) => isRecentSign(value, clock.now()))
    .map(({ channel, account, value }) => ({ channel, account, last: new Date(value) }))
}

export interface BrainFacts {
  brains: Pick<ChosenBrains, 'all' | 'usual' | 'named' | 'banner'>
  breakers: Pick<Breakers, 'of'>
  /** Who stands in for whoever cannot answer, in order. */
  failover: readonly string[]
}

/**
 * Who answers where nothing else is said, what to know about it, why it cannot at the moment, and who does instead;
 * which of the others cannot either.
 */
export function brainOf({ brains, breakers, failover }: BrainFacts, clock: SteadyClock): Overview['brain'] {
  const { usual, banner } = brains
  const isFree = ({ name }: { name: string }) => name !== usual.name && !breakers.of(name).standing()
  const standIn = failover.flatMap((name) => brains.named(name) ?? []).find(isFree)
  const own = troubleOf(breakers.of(usual.name), clock)
  const others = brains.all.flatMap(({ name }): OtherBrain[] => {
    const { trouble } = name === usual.name ? {} : troubleOf(breakers.of(name), clock)
    return trouble ? [{ name, trouble }] : []
  })
  return {
    name: usual.name,
    ...(banner === undefined ? {} : { banner }),
    ...own,
    ...(own.trouble && standIn ? { standIn: standIn.name } : {}),
    ...(others.length > 0 ? { others } : {}),
  }
}

/** In words for the owner. */
export function troubleOf(breaker: Pick<Breaker, 'standing'>, clock: SteadyClock): { trouble?: Trouble } {
  const obstacle = breaker.standing()
  if (!obstacle) return {}
  const { failure, passes, waitMs } = obstacle
  const until = wallTime(clock, later(clock.steady(), waitMs))
  return { trouble: { sentence: passes ? failure.what : describeFailure(failure, 'owner'), until } }
}

/** On one line, with the time of the next try. */
export function troubleWords(
  { sentence, until }: Trouble,
  reader: Pick<OverviewReader, 'now' | 'timezone' | 'prefix'>,
): string {
  const { now, timezone, prefix } = reader
  const next = until > now ? `It is tried again at ${clockTime(until, timezone)}` : 'The next message tries it again'
  return `${sentence} ${next}; ${prefix}retry tries it at once.`
}

export interface OverviewReader {
  /** What went wrong is for whoever can put it right; others read that it did, and until when. */
  owner: boolean
  /** What it costs is left out for whoever does not pay. */
  paying: boolean
  now: Date
  timezone: string
  /** What stands before a command where it is read. */
  prefix: CommandPrefix
}

export function describeOverview(overview: Overview, reader: OverviewReader): string {
  const { tasks, deliveries, usage, brain } = overview
  const told = (trouble: Trouble) =>
    troubleWords(reader.owner ? trouble : { ...trouble, sentence: 'Something is wrong.' }, reader)
  return [
    `Skein ${overview.version}, running since ${dateAndTime(overview.startedAt, reader.timezone)} (process ${overview.pid})`,
    `- Answers with **${brain.name}**${brain.banner ? `: ${brain.banner}` : ''}`,
    ...(brain.trouble ? [`- **It cannot be asked now.** ${told(brain.trouble)}`] : []),
    ...(brain.standIn === undefined ? [] : [`- Until then **${brain.standIn}** answers in its place`]),
    ...(brain.others ?? []).map(({ name, trouble }) => `- **${name}** cannot be asked now. ${told(trouble)}`),
    `- Channels: ${overview.channels.join(', ')}`,
    `- Tasks: ${tasks.running} of ${tasks.maxRunning} running, ${tasks.waiting} waiting`,
    ...(reader.owner ? tasks.waits : []).map(
      ({ reason, count, until }) => `  - ${count} to be tried again at ${clockTime(until, reader.timezone)}: ${reason}`,
    ),
    `- Deliveries: ${deliveries.open} on their way, ${deliveries.failed} failed`,
    ...(reader.owner && deliveries.drafts > 0
      ? [`- In the drafts: ${deliveries.drafts}, until you send them; ${reader.prefix}send lists them`]
      : []),
    ...(reader.owner ? overview.unread.map((unread) => `- ${unreadWords(unread, reader.timezone)}`) : []),
    ...(reader.owner ? overview.sharedAccounts.map((shared) => `- ${sharedWords(shared, reader.timezone)}`) : []),
    ...(reader.paying ? [`- Today: ${summarizeSpan(usage.today)}`, `- This month: ${summarizeSpan(usage.month)}`] : []),
    ...(overview.disk === 'ok'
      ? []
      : [
          `- The disk is ${overview.disk === 'low' ? 'nearly full: no new work is begun' : 'full: no message can be taken in'}`,
        ]),
    ...(overview.clockJump ? [`- ${describeJump(overview.clockJump, reader.timezone)}`] : []),
    ...(reader.owner && overview.worstStall ? [`- ${describeStall(overview.worstStall, reader.timezone)}`] : []),
    ...(reader.owner ? settingsLines(overview.settings) : []),
    ...(overview.safeMode ? ['- Holding still after several crashes: messages are taken in, none is answered'] : []),
  ].join('\n')
}

function sharedWords({ channel, account, last }: SharedAccount, timezone: string): string {
  return `Another Skein seems to use ${account} (${channel}) too, last noticed at ${dateAndTime(last, timezone)}. Stop one of the two, or people get every answer twice`
}

/** Also for `skein doctor`. */
export function unreadWords({ channel, count, last }: UnreadCount, timezone: string): string {
  const what = count === 1 ? 'One thing that came' : `${count} things that came`
  return `${what} on ${channel} could not be read, the last at ${dateAndTime(last, timezone)}; kept as ${count === 1 ? 'it' : 'they'} came in the table "unread" of the store`
}

function settingsLines({ running, dropped }: SettingsStanding): string[] {
  return [
    ...running.map((sourced) => `- \`${sourced.key}\` = ${describeSourced(sourced)}`),
    ...dropped.map(
      ({ key, value, now }) =>
        `- \`${key}\` = ${describeSourced(now)}: the file was changed after ${value} was set at run time`,
    ),
  ]
}
