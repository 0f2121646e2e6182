import type { Config } from '../../config/config.ts'
import { rootLane } from '../../domain/ids.ts'
import type { SourceBlock } from '../../domain/job.ts'
import { addressName, lowestTrust, type Trust } from '../../domain/person.ts'
import { spanAround } from '../../lib/time/calendar.ts'
import { briefingMessages } from '../../messages/briefing-messages.ts'
import type { Language } from '../../messages/languages.ts'
import { type LocalizedText, textIn } from '../../messages/localized.ts'
import { scheduleMessages } from '../../messages/schedule-messages.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { readPerson } from '../../store/people/people.ts'
import type { Job } from '../../store/schedule/jobs.ts'
import {
  countDeliveredSince,
  keysOfLastRuns,
  lastDeliveredAt,
  type Run,
  runOfTask,
  updateRun,
} from '../../store/schedule/runs.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { SchedulerDeps } from '../deps.ts'
import { addressesOf, type Destination, destinationsOf } from '../destinations.ts'
import { isWithin, readHours } from '../quiet-hours.ts'
import { type BlockTable, blockFrom, type SourceDeps } from '../sources/from-config.ts'
import { gatherBlocks } from './gather.ts'

/** The result of preparing a run: ask a model, send this text without a model, or report nothing. */
export type PreparedRun =
  | { status: 'ask' }
  | { status: 'say'; text: string; trust: Trust }
  | { status: 'nothing'; reason: LocalizedText }

export interface PrepareDeps
  extends Pick<SchedulerDeps, 'db' | 'clock' | 'log' | 'persist' | 'reaches' | 'ownThread' | 'open'>,
    SourceDeps {
  config(): Config
}

/** Gathers and stores what the run of a job is about, and finds out where its result goes. */
export function createPrepare(deps: PrepareDeps): (task: Task, signal: AbortSignal) => Promise<PreparedRun> {
  const { db, persist } = deps

  return async (task, signal) => {
    const jobRun = runOfTask(db, task.id)
    if (!jobRun) return { status: 'ask' }
    const { job, run } = jobRun
    const silence = job.kind === 'heartbeat' ? findSilenceReason(deps, job) : undefined
    if (silence !== undefined) return { status: 'nothing', reason: silence }
    const sources = run.sources ?? (await gather(deps, job, signal))
    if (signal.aborted) return { status: 'nothing', reason: scheduleMessages.reasons.cutShort }
    if (job.kind === 'heartbeat' && !sources?.some(({ lines }) => lines.length > 0))
      return { status: 'nothing', reason: scheduleMessages.reasons.nothingNew }
    const places = await openPlaces(deps, job, run, signal)
    if (signal.aborted) return { status: 'nothing', reason: scheduleMessages.reasons.cutShort }
    const runUpdate = { ...(sources && { sources }), ...(places && { places }) }
    if (Object.keys(runUpdate).length > 0) await persist(() => updateRun(db, run.id, runUpdate))
    if (!sources || job.options.model !== 'none') return { status: 'ask' }
    const chat = destinationsOf(deps, job)[0]?.route.chat
    return { status: 'say', ...composeBlocks(sources, chat === undefined ? 'en' : languageIn(db, chat)) }
  }
}

/** Checks that need no source. */
function findSilenceReason({ db, clock, config }: PrepareDeps, job: Job): LocalizedText | undefined {
  const { activeHours, dailyCap } = config().heartbeat
  const now = clock.now()
  const timezone = readPerson(db, job.personId).timezone ?? config().timezone
  const hours = readHours(activeHours)
  if (hours && !isWithin(now, hours, timezone))
    return scheduleMessages.reasons.outsideHours(activeHours.replace('-', ' – '))
  if (countDeliveredSince(db, job.id, spanAround(now, 'day', timezone).from) >= dailyCap)
    return scheduleMessages.reasons.enoughToday(dailyCap)
  return undefined
}

/** Undefined for jobs without sources. */
async function gather(deps: PrepareDeps, job: Job, signal: AbortSignal): Promise<SourceBlock[] | undefined> {
  const { db, clock, config, log } = deps
  const tables = findBlockTables(config(), job)
  if (!tables) return undefined
  const person = readPerson(db, job.personId)
  const timezone = person.timezone ?? config().timezone
  const request = {
    person,
    timezone,
    now: clock.now(),
    since: lastDeliveredAt(db, job.id),
    told: keysOfLastRuns(db, job.id),
  }
  // A heartbeat leaves out what it has reported before. A briefing does so only for some sources, such as feeds.
  const blocks = tables.map((table) => {
    const block = blockFrom(deps, table)
    return job.kind === 'heartbeat' ? { ...block, isNewsOnly: true } : block
  })
  const sources = await gatherBlocks(blocks, request, signal)
  for (const { title, failed } of sources)
    if (failed !== undefined)
      log.warn({ job: job.id, source: title, why: textIn(failed, 'en') }, 'a source could not be read')
  return sources
}

function findBlockTables({ briefings, heartbeat }: Config, { kind, name }: Job): readonly BlockTable[] | undefined {
  if (kind === 'heartbeat') return heartbeat.checks
  // The briefing may have been removed from the file while its run waited.
  return kind === 'briefing' ? (briefings.find((briefing) => briefing.name === name)?.blocks ?? []) : undefined
}

/** Undefined if all recipients already have a chat. */
async function openPlaces(
  deps: PrepareDeps,
  job: Job,
  run: Run,
  signal: AbortSignal,
): Promise<Destination[] | undefined> {
  const addresses = addressesOf(deps.db, job)
  if (addresses.length === 0 || run.places) return undefined
  const opened: Destination[] = []
  for (const to of addresses) {
    const { status, ...rest } = await deps.open(to, job.name, `job ${job.id} ${addressName(to)}`, signal)
    if (status === 'opened' && 'route' in rest) opened.push({ lane: rootLane(rest.route.chat), route: rest.route })
    else deps.log.warn({ job: job.id, to: to.channel, status, ...rest }, 'a job cannot report there')
  }
  const isAllNew = job.destinations.length === addresses.length
  return opened.length > 0 && isAllNew ? opened : [...destinationsOf(deps, job), ...opened]
}

/** The gathered blocks as a message, for runs without a model. */
export function composeBlocks(blocks: SourceBlock[], language: Language): { text: string; trust: Trust } {
  const parts = blocks.map(({ title, lines, failed }) => {
    const contents =
      failed === undefined
        ? lines.map((line) => `- ${escapeText(line)}`)
        : [briefingMessages.source(escapeText(textIn(failed, language)))[language]]
    return [
      `**${escapeText(title)}**`,
      ...(contents.length > 0 ? contents : [briefingMessages.nothingNew[language]]),
    ].join('\n')
  })
  const trusts = blocks
    .filter(({ lines, failed }) => lines.length > 0 || failed !== undefined)
    .map(({ trust }) => trust)
  return { text: parts.join('\n\n'), trust: lowestTrust(trusts) }
}

/** Escapes foreign text, so that it is shown as written and creates no headings, lists or pictures. Links stay links. */
function escapeText(text: string): string {
  return (
    text
      .split(/(https?:\/\/[^\s<>]+)/)
      .map((segment, index) => (index % 2 === 1 ? `<${segment}>` : segment.replace(/[\\`*_[\]<>|~]/g, String.raw`\$&`)))
      .join('')
      .replace(/^[#+=-]/, String.raw`\$&`)
      // Markdown shows a backslash before a digit, so it is not used there.
      .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
  )
}
