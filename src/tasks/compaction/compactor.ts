import type { Lane } from '../../domain/ids.ts'
import type { AskModel } from '../../domain/job-service.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { runNamed } from '../../lib/named-work.ts'
import { type Clock, later } from '../../lib/time/clock.ts'
import { type Summarised, summarise } from '../../memory/summarise.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { chatTitles } from '../../store/messages/chats.ts'
import { restUpkeep } from '../../store/recall/summary-backlog.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { endTasks, liveInQueue, recordEvent, type Task } from '../../store/work/tasks.ts'
import type { Admission } from '../queue/admission.ts'
import { fastModelFor } from '../queue/fast-model-access.ts'
import type { CutReason } from '../run/run-trail.ts'
import { sendCommandRest } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type CompactionDeps, compactionReasons, isUrgent, planCompaction } from './compaction-planning.ts'
import { isTooShort } from './conversation-step.ts'
import type { FreshSessions } from './fresh-session.ts'
import { isAnythingOpen, laneDue, nextStep } from './next-step.ts'
import { type ModelUse, noModel, type SummaryStep, writeStep } from './summary-step.ts'

export interface CompactorDeps extends TaskDeps, CompactionDeps {
  admission: Pick<Admission, 'mayAsk' | 'over'>
  /** Removes every known secret from a text. */
  scrub(text: string): string
  trouble(sentence: AnyText): void
}

/** The result of a run: the number of summaries, and what went into the rolling summary of the lane. */
interface Report {
  summaries: number
  messages: number
  tokens: number
  /** What a model may still be asked about in this run. */
  modelUse: ModelUse
}

/** A lane that needs more summaries than this goes to the end of the queue. */
const MAX_STEPS_PER_RUN = 8
const HOUR_MS = 3_600_000
const ANSWER_LIMITS = { timeoutMs: 120_000, maxChars: 20_000 }

/** Runs one claimed compaction. Only a person who asked for it is told the result. Failures are retried in an hour. */
export function createCompactor(
  deps: CompactorDeps,
  sessions: Pick<FreshSessions, 'request'>,
  pauses: Pick<UpkeepPauses, 'begin'>,
): (claim: Claim, signal: AbortSignal) => Promise<void> {
  const { db, clock, log } = deps
  const brake = createUpkeepBrake(clock)
  return async (claim, signal) => {
    if (!(await deps.persist(() => updateClaimed(db, claim, { state: 'running' })))) return
    const { lane } = claim.task
    const reasons = compactionReasons(db, claim.task.id)
    const wanted = reasons.some(isUrgent)
    const report: Report = { summaries: 0, messages: 0, tokens: 0, modelUse: { conversations: true, lane: true } }
    try {
      for (let steps = 0; steps < MAX_STEPS_PER_RUN && !signal.aborted; steps++) {
        const complete = fastModelFor(deps, claim.task, ANSWER_LIMITS)
        if (!complete) report.modelUse = noModel
        const options = { settings: deps.config(), now: clock.now(), wanted, modelUse: report.modelUse }
        const step = runNamed(`compaction, task ${claim.task.id}`, () => nextStep(db, lane, options))
        if (!step) break
        const isDone = await runStep(deps, claim, { step, complete }, report, signal)
        if (isDone) report.summaries++
        else if (!step.hasExtract) break
        // One lane summary by a model is enough for one run. The rest follows in later runs. Extracts take no time.
        if (step.conversation === undefined && !step.hasExtract && (wanted || step.usesModel)) break
      }
    } catch (err) {
      log.error({ err, task: claim.task.id, lane }, 'a compaction broke; it is tried again in an hour')
      return await deps.persist(() => requeue(deps, claim, 'retry', HOUR_MS))
    }
    if (signal.aborted) return await deps.persist(() => requeue(deps, claim, ...afterStop(signal.reason as CutReason)))
    const asked = reasons.includes('asked')
    if (report.summaries === 0) pauses.begin(lane)
    const isStuck = report.summaries === 0 && !asked && brake.countUselessRun(lane)
    await deps.persist(() => finish(deps, sessions, claim, { report, wanted, asked, isStuck }))
    const { chat } = claim.task
    if (isStuck) deps.trouble(healthMessages.summariesStopped(chatTitles(db, [chat]).get(chat) ?? chat))
  }
}

/** Makes one summary and commits it if the task is still ours. Returns false if nothing changed. */
async function runStep(
  deps: CompactorDeps,
  claim: Claim,
  { step, complete }: { step: SummaryStep; complete: AskModel | undefined },
  report: Report,
  signal: AbortSignal,
) {
  const { db, clock, log } = deps
  const { task } = claim
  const clean = (text: string) => stripOwnTags(deps.scrub(text))
  const summary: Summarised = isTooShort(step)
    ? { text: '', made: 'extract', problems: [] }
    : await runNamed(`compaction, task ${task.id}`, () =>
        summarise(
          { complete: step.usesModel ? complete : undefined, clean, tokens: estimateTokens },
          { ...step, timezone: deps.config().timezone },
          signal,
        ),
      )
  if (signal.aborted) return false
  if (summary.problems.length > 0) log.warn({ task: task.id, problems: summary.problems }, 'a summary was not taken')
  // If the model failed with this part, it is not asked again in this run, and the rest does not wait for it.
  if (summary.made === 'extract' && summary.problems.length > 0)
    report.modelUse = { ...report.modelUse, [step.conversation === undefined ? 'lane' : 'conversations']: false }
  const tokens = estimateTokens(summary.text)
  const event = {
    conversation: step.conversation,
    messages: step.lines.length,
    from: step.lines[0]?.id,
    to: step.lines.at(-1)?.id,
    made: summary.made,
    tokens,
  }
  const isDone = await deps.persist(() =>
    db.transaction(() => {
      const now = clock.now()
      if (!updateClaimed(db, claim, { state: 'running' }) || !writeStep(db, step, summary, now)) return false
      if (summary.text !== '') recordEvent(db, task.id, 'compacted', JSON.stringify(event), now)
      return true
    }),
  )
  if (isDone && step.conversation === undefined) {
    report.messages += step.lines.length
    report.tokens = tokens
  }
  return isDone
}

interface Ending {
  report: Report
  wanted: boolean
  asked: boolean
  /** Upkeep of this lane ran too often without changing anything. */
  isStuck: boolean
}

function finish(
  deps: CompactorDeps,
  sessions: Pick<FreshSessions, 'request'>,
  claim: Claim,
  { report, wanted, asked, isStuck }: Ending,
): void {
  const { db, clock } = deps
  const { task } = claim
  const { lane } = task
  const now = clock.now()
  db.transaction(() => {
    const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
    if (!releaseClaim(db, claim, end)) return
    recordEvent(db, task.id, 'answered', null, now)
    const settings = deps.config()
    const hasMore = nextStep(db, lane, { settings, now, wanted, modelUse: report.modelUse }) !== undefined
    // Only a run that changed something may schedule another one. Otherwise a wrong decision could loop forever.
    if (report.summaries > 0) {
      const { at } = laneDue(db, lane, settings, now)
      const maxWaitMs = settings.compaction.hours * HOUR_MS
      if (hasMore) planCompaction(deps, lane, wanted ? 'rest' : 'due')
      else if (at) planCompaction(deps, lane, 'due', { afterMs: Math.min(at.getTime() - now.getTime(), maxWaitMs) })
    }
    if (isStuck) stopUpkeep(deps, task, lane, now)
    if (!asked) return
    const isOpen = isAnythingOpen(db, lane, settings, now)
    const sentences = describeReport(report, { hasMore, isOpen, keepRecent: settings.compaction.keepRecent })
    const text = joinTexts([...sentences, ...sessionTexts[sessions.request(lane)]], ' ')
    sendCommandRest(deps, task, { text }, now)
  })
}

/** Stops upkeep of the lane until there is a new message. */
function stopUpkeep(deps: CompactorDeps, task: Task, lane: Lane, now: Date): void {
  const { db, log } = deps
  const waiting = liveInQueue(db, task.queue).filter(({ state }) => state === 'queued' || state === 'retry')
  const ids = waiting.map(({ id }) => id)
  endTasks(db, ids, 'cancelled', 'its upkeep changed nothing again and again', now)
  restUpkeep(db, lane)
  recordEvent(db, task.id, 'stopped', null, now)
  log.error({ task: task.id, lane }, 'upkeep ran again and again without changing anything; it rests')
}

interface Remaining {
  hasMore: boolean
  /** There are messages to summarise, but too few. */
  isOpen: boolean
  keepRecent: number
}

function describeReport({ messages, tokens }: Report, { hasMore, isOpen, keepRecent }: Remaining): LocalizedText[] {
  if (messages === 0) return [isOpen ? commandMessages.tooShortToCompact : commandMessages.nothingToCompact(keepRecent)]
  const sentence =
    tokens === 0 ? commandMessages.compactedToNothing(messages) : commandMessages.compacted(messages, tokens)
  return [sentence, ...(hasMore ? [commandMessages.restFollows] : []), commandMessages.messagesKept]
}

const sessionTexts: Record<ReturnType<FreshSessions['request']>, LocalizedText[]> = {
  none: [],
  now: [commandMessages.freshSessionNext],
  later: [commandMessages.freshSessionLater],
}

function afterStop(cut: CutReason): ['queued' | 'retry', number] {
  return cut === 'shutdown' ? ['queued', 0] : ['retry', HOUR_MS]
}

/** Requeues the task if it is still ours. The attempt counts only if something went wrong. */
function requeue(deps: CompactorDeps, claim: Claim, state: 'queued' | 'retry', afterMs: number): void {
  const { db, clock } = deps
  const { task } = claim
  const now = clock.now()
  const changes = state === 'queued' ? { attempt: task.attempt - 1 } : { suspicion: 0 }
  const update = { state, ...changes, dueAt: later(clock.steady(), afterMs) }
  if (releaseClaim(db, claim, update)) recordEvent(db, task.id, state, null, now)
}

/** Detects upkeep that runs again and again without changing anything. That would be a bug of ours. */
interface UpkeepBrake {
  /** Counts a run that changed nothing. Returns true if there were too many of them in the last minute. */
  countUselessRun(lane: Lane): boolean
}

const MINUTE_MS = 60_000
const MAX_USELESS_RUNS = 20

function createUpkeepBrake(clock: Pick<Clock, 'mono'>): UpkeepBrake {
  const recentRuns = new Map<Lane, number[]>()
  return {
    countUselessRun(lane) {
      const now = clock.mono()
      const times = [...(recentRuns.get(lane) ?? []), now].filter((at) => at > now - MINUTE_MS)
      const isTooOften = times.length > MAX_USELESS_RUNS
      if (isTooOften) recentRuns.delete(lane)
      else recentRuns.set(lane, times)
      return isTooOften
    },
  }
}

/** Lanes whose last upkeep changed nothing. A new message there does not start it again, which would cost money. */
interface UpkeepPauses {
  begin(lane: Lane): void
  isOver(lane: Lane): boolean
}

const UPKEEP_PAUSE_MS = 6 * 3_600_000

export function createUpkeepPauses(clock: Pick<Clock, 'mono'>): UpkeepPauses {
  const until = new Map<Lane, number>()
  return {
    begin: (lane) => void until.set(lane, clock.mono() + UPKEEP_PAUSE_MS),
    isOver(lane) {
      const isOver = (until.get(lane) ?? 0) <= clock.mono()
      if (isOver) until.delete(lane)
      return isOver
    },
  }
}
