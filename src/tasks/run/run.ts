// One claimed task, from the prompt to the stored answer.
//   1. `runTask` marks the task as running and begins a trail, which collects what the run produces.
//   2. `askAndFinish` asks the chosen brain, and those that stand in for it when it cannot answer (failover.ts).
//   3. `ask` asks one brain; a session that is gone or too long is rebuilt once, within the same turn.
//   4. `runOnce` has the turn assembled (context/assembler.ts), runs it (brain-turn.ts) and shows what happens meanwhile.
//   5. `answer` or `fail` writes the end in one commit: the task's state, the answer and its outbox rows, usage, session.
//      Both write only while the claim is still ours. After a failure retries.ts decides what follows.
// A run that was stopped, fenced off or cut by a shutdown ends in `cutShort`, which books what it cost.
import type { Lane } from '../../domain/ids.ts'
import { factsOf } from '../../domain/task.ts'
import { findQuestion, type PendingQuestion } from '../../gateway/choosing/pending-question.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { later } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { failureMessages } from '../../messages/failure-messages.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Brain, BrainEvent, Failure } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import { bookEpoch, closeEpoch, type Epoch } from '../../store/recall/epochs.ts'
import { closePendingQuestion, openPendingQuestion } from '../../store/recall/pending-questions.ts'
import { lastStandIn } from '../../store/work/answers.ts'
import { type Claim, releaseClaim, updateClaimed } from '../../store/work/claims.ts'
import { readTask, recordEvent } from '../../store/work/tasks.ts'
import type { Assemble } from '../context/assembler.ts'
import type { Attachments } from '../files/files.ts'
import { retryCommand } from '../say/channel-access.ts'
import { show } from '../say/post-message.ts'
import { endWithNotice, showState, tellAboutTask } from '../say/task-ends.ts'
import { offerToContinue, sendAnswer, sendPartialAnswer, sendResult, type VoiceQueue } from './answer-line.ts'
import type { Background } from './background.ts'
import { type BrainTurnDeps, runTurn } from './brain-turn.ts'
import { askWithFailover, type FailoverDeps, noteWhoAnswered, type TurnOutcome } from './failover.ts'
import { afterFailure, crashed, describeFailure, timedOut } from './retries.ts'
import {
  type BrainRun,
  type CutReason,
  createSaidText,
  type Trail,
  type Trails,
  toStoredAction,
  toStoredText,
} from './run-trail.ts'
import { lastUsageOf, learnTokenFactor, writeUsage } from './usage-booking.ts'

export interface RunDeps extends FailoverDeps, VoiceQueue, Pick<BrainTurnDeps, 'workspaces' | 'bindTools'> {
  brains: Brains
  /** Layers 1 to 7 of what the model sees, and the epoch they are seen in. */
  assemble: Assemble
  /** Removes every known secret from a model's text. */
  scrub(text: string): string
  /** Files that tools handed in, to be sent with the answer. */
  attachments: Attachments
  trails: Trails
  /** Receives the results of background work. */
  background: Background
  /** The session of this lane is too long for the model. */
  overflowed(lane: Lane): void
}

const MAX_STORED_ACTIONS = 15

/** Runs one claimed task until its end is committed. `brain` is asked first. */
export async function runTask(deps: RunDeps, claim: Claim, brain: Brain, signal: AbortSignal): Promise<void> {
  if (!(await deps.persist(() => updateClaimed(deps.db, claim, { state: 'running' })))) return
  showState(deps, claim.task, 'running')
  const trail = deps.trails.begin(claim.task.id, brain.name, deps.clock.mono())
  try {
    await askAndFinish(deps, claim, brain, trail, signal)
  } finally {
    deps.trails.end(claim.task.id, trail)
  }
}

async function askAndFinish(
  deps: RunDeps,
  claim: Claim,
  first: Brain,
  trail: Trail,
  signal: AbortSignal,
): Promise<void> {
  // A choice made for the task at its beginning stays valid until its end.
  const usual = deps.brains.for(claim.task).name
  // Files that arrived too late for an earlier attempt are dropped.
  deps.attachments.take(claim.task.id)
  const failoverRun = {
    first,
    trail,
    ask: (brain: Brain) => ask(deps, { claim, trail, brain }, signal),
    giveUp: (failure: Failure) => deps.persist(() => closeSession(deps, trail.epoch, failure.class)),
  }
  const { brain, outcome } = await askWithFailover(deps, claim, failoverRun, signal)
  const run = { claim, trail, brain }
  trail.files = deps.attachments.take(claim.task.id)
  const cut = signal.aborted ? (signal.reason as CutReason) : undefined
  if (cut && cut !== 'timeout' && outcome?.kind !== 'done') return await deps.persist(() => cutShort(deps, run, cut))
  crashPoint('run.before-finish')
  const end = outcome ?? { kind: 'failed', failure: timedOut(deps.settings().totalMs) }
  await deps.persist(() => (end.kind === 'done' ? answer(deps, run, end.text, usual) : fail(deps, run, end.failure)))
  crashPoint('finish.after-commit')
}

/** Failures that a new session may fix: the old one is gone or too long. */
const fixedByNewSession = new Set<Failure['class']>(['stale', 'overflow'])

/** The share of the token budget for a prompt that replaces one that was too long. */
const OVERFLOW_PROMPT_SHARE = 0.4

/** The share of the token budget for background work, which needs little of the conversation around it. */
const BACKGROUND_PROMPT_SHARE = 0.4

/** Asks the brain. If its session turns out to be unusable, opens another one within the same turn, once. */
async function ask(deps: RunDeps, run: BrainRun, signal: AbortSignal): Promise<TurnOutcome | undefined> {
  const { claim, trail } = run
  const promptShare = factsOf(claim.task.kind).work === 'background' ? BACKGROUND_PROMPT_SHARE : 1
  const outcome = await runOnce(deps, run, promptShare, signal)
  const { epoch } = trail
  if (outcome?.kind !== 'failed' || !fixedByNewSession.has(outcome.failure.class)) return outcome
  const { id, lane } = claim.task
  const isTooLong = outcome.failure.class === 'overflow'
  deps.log.info({ task: id, class: outcome.failure.class }, 'the session is rebuilt')
  await deps.persist(() => {
    closeSession(deps, epoch, outcome.failure.class)
    if (isTooLong) deps.overflowed(lane)
  })
  return await runOnce(deps, run, isTooLong ? OVERFLOW_PROMPT_SHARE * promptShare : promptShare, signal)
}

function closeSession(deps: RunDeps, epoch: Epoch | undefined, reason: string): void {
  if (!epoch) return
  closeEpoch(deps.db, epoch.id, reason, deps.clock.now())
  deps.brains.named(epoch.brain)?.forget(epoch.session)
}

/** Runs the turn and shows its progress. Returns undefined if the run was cut short. */
async function runOnce(
  deps: RunDeps,
  run: BrainRun,
  share: number,
  signal: AbortSignal,
): Promise<TurnOutcome | undefined> {
  const { claim, trail, brain } = run
  const { id, chat, lane } = claim.task
  const isWatched = factsOf(claim.task.kind).isShownLive === true
  let first = true
  trail.text = ''
  trail.said = createSaidText()
  trail.thought = ''
  try {
    const assembled = await deps.assemble(claim, { share, brain: brain.name }, signal)
    trail.epoch = assembled.epoch
    trail.adds = assembled.adds
    trail.record = assembled.record
    trail.report = assembled.report
    trail.trust = assembled.turn.trust
    crashPoint('run.before-spawn')
    for await (const event of runTurn(deps, run, assembled, signal)) {
      if (first) crashPoint('run.first-event')
      first = false
      switch (event.kind) {
        case 'text':
          crashPoint('run.mid-text')
          trail.text = deps.scrub(event.text)
          trail.said.setDraft(trail.text)
          if (isWatched) show(deps, { kind: 'draft', chat, lane, task: id, text: trail.text })
          break
        case 'said':
          trail.text = deps.scrub(event.text)
          trail.said.endDraft(trail.text)
          if (isWatched) show(deps, { kind: 'draft', chat, lane, task: id, text: trail.text, isOver: true })
          break
        case 'tool':
          if (isWatched) show(deps, { kind: 'tool', chat, lane, task: id, line: deps.scrub(event.line) })
          break
        case 'action':
          if (trail.actions.length < MAX_STORED_ACTIONS)
            trail.actions.push(toStoredAction(event.action, trail.said.take(), deps.scrub))
          break
        case 'thought':
          trail.thought = toStoredText(event.text, deps.scrub)
          if (isWatched) show(deps, { kind: 'thought', chat, lane, task: id, text: trail.thought })
          break
        case 'usage':
          trail.usage.push({ ...event.usage, brain: brain.name })
          break
        case 'done':
        case 'failed':
          return toOutcome(event)
      }
    }
    return signal.aborted ? undefined : { kind: 'failed', failure: crashed('the brain ended without a result') }
  } catch (error) {
    deps.log.error({ err: error, task: id }, 'a run failed unexpectedly')
    return { kind: 'failed', failure: crashed(error instanceof Error ? error.message : String(error)) }
  }
}

function toOutcome(event: Extract<BrainEvent, { kind: 'done' | 'failed' }>): TurnOutcome {
  if (event.kind === 'failed') return event
  if (event.text.trim() !== '') return event
  return { kind: 'failed', failure: { class: 'invalid', what: failureMessages.emptyOnce, retry: true } }
}

/** Commits answer, usage and deliveries together, and only if the task is still ours. */
function answer(deps: RunDeps, run: BrainRun, text: string, usual: string): void {
  const { db } = deps
  const { claim, trail, brain } = run
  const { task } = claim
  const now = deps.clock.now()
  const isFinished = db.transaction(() => {
    const end = { state: 'answered', reason: null, suspicion: 0, finishedAt: now.getTime() } as const
    if (!releaseClaim(db, claim, end)) return false
    const before = lastStandIn(db, task.lane)
    recordEvent(db, task.id, 'answered', null, now)
    noteWhoAnswered(deps, task, { brain: brain.name, usual }, before, now)
    const isWritten = { text: deps.scrub(text), files: trail.files, buttons: offerToContinue(deps, task) }
    // A question asked by background work is not part of the conversation: people answer it with a reply.
    if (factsOf(task.kind).work === 'background') sendResult(deps, task, trail, isWritten, now)
    else {
      const line = sendAnswer(deps, task, trail, isWritten, now)
      noteQuestion(db, task.lane, findQuestion({ id: line, text, at: now }), now)
    }
    writeUsage(deps, run)
    learnTokenFactor(db, trail, brain.name, now)
    if (trail.epoch) bookEpoch(db, trail.epoch.id, lastUsageOf(trail, brain.name), deps.clock.steady())
    crashPoint('finish.inside-commit')
    return true
  })
  // The CLI keeps sessions on disk, and this one contains the secret that was removed from the answer. It is closed, and
  // the next turn opens another from the store.
  if (isFinished && deps.scrub(text) !== text) closeSession(deps, trail.epoch, 'a secret was said in it')
  if (isFinished) return showState(deps, task, 'answered')
  deps.log.warn({ task: task.id }, 'a result came after the task was taken away; it was discarded')
  cutShort(deps, run, 'fenced')
}

/** The lane now waits for the question in this answer, if there is one, and no longer for an earlier one. */
function noteQuestion(db: Database, lane: Lane, question: PendingQuestion | undefined, now: Date): void {
  if (question) openPendingQuestion(db, lane, question)
  else closePendingQuestion(db, lane, now)
}

function fail(deps: RunDeps, run: BrainRun, failure: Failure): void {
  const { db, log } = deps
  const { claim, trail, brain } = run
  const now = deps.clock.now()
  // Read again, because a tool may have changed something since the claim.
  const task = readTask(db, claim.task.id) ?? claim.task
  log.warn({ task: task.id, class: failure.class, attempt: task.attempt, detail: failure.detail }, 'a run failed')
  const tries = { attempt: task.attempt, attempts: brain.maxAttempts, effects: task.effects === 1 }
  const nextStep = afterFailure(failure, tries, Math.random())
  const sentence = describeFailure(failure, readPerson(db, task.personId).role)
  const reason = nextStep.next === 'retry' ? failure.what : sentence
  const commonFields = { suspicion: 0, reason }
  const retryAt = nextStep.next === 'retry' ? later(deps.clock.steady(), nextStep.afterMs) : undefined
  const retry = retryCommand(deps, task.chat, task.id)
  // Background work sends no partial result. Its job reports how it ended.
  const isChat = factsOf(task.kind).lines === 'chat'
  let isPartSent = false
  const isWritten = db.transaction(() => {
    const state = nextStep.next === 'failed' ? task.state : nextStep.next
    if (!releaseClaim(db, claim, { ...commonFields, state, ...(retryAt ? { dueAt: retryAt } : {}) })) return false
    // An automatic retry writes its answer from the start, so the partial text is not kept.
    isPartSent = nextStep.next !== 'retry' && isChat && sendPartialAnswer(deps, task, trail, 'cut off', now)
    const notice = isPartSent ? answerMessages.cutOff : answerMessages.failed
    const noticeText = isChat ? notice(sentence, retry) : sentence
    if (nextStep.next === 'failed') endWithNotice(deps, task, 'failed', noticeText, now)
    else recordEvent(db, task.id, nextStep.next, failure.class, now)
    if (nextStep.next === 'interrupted')
      tellAboutTask(deps, task, 'interrupted', answerMessages.brokenOff(sentence, retry), now)
    if (!isPartSent) trail.record()
    writeUsage(deps, run)
    return true
  })
  if (!isWritten) return cutShort(deps, run, 'fenced')
  closeSession(deps, trail.epoch, failure.class)
  showState(deps, task, nextStep.next, { reason, kept: isPartSent, ...(retryAt && { retryAt }) })
}

/** It is unknown what a session remembers of a turn that was cut short, so the next turn opens another one. */
function cutShort(deps: RunDeps, run: BrainRun, cut: CutReason): void {
  deps.db.transaction(() => {
    writeUsage(deps, run)
    if (cut === 'shutdown') requeue(deps, run)
  })
  closeSession(deps, run.trail.epoch, `the turn was cut short: ${cut}`)
}

/** When the daemon shuts down, the task returns to the queue as if it had not started. */
function requeue(deps: RunDeps, { claim, trail }: BrainRun): void {
  // Read again, because a tool may have changed something since the claim.
  const task = readTask(deps.db, claim.task.id) ?? claim.task
  const state = task.effects ? 'interrupted' : 'queued'
  const update = { state, attempt: task.attempt - 1 } as const
  if (releaseClaim(deps.db, claim, update) && state === 'interrupted') {
    const now = deps.clock.now()
    sendPartialAnswer(deps, task, trail, 'cut off', now)
    tellAboutTask(deps, task, 'interrupted', answerMessages.interrupted(retryCommand(deps, task.chat, task.id)), now)
  }
}
