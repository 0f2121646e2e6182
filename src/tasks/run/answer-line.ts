import type { Button } from '../../domain/delivery.ts'
import type { KnownFile } from '../../domain/file.ts'
import type { UnfinishedReason } from '../../domain/message.ts'
import { taskKey } from '../../domain/outbox-key.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { factsOf } from '../../domain/task.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { laneMarks } from '../../store/messages/chats.ts'
import { assemblyOfTask } from '../../store/recall/assemblies.ts'
import { findOpenEpoch } from '../../store/recall/epochs.ts'
import { laneHistory, pastMessages } from '../../store/recall/lane-history.ts'
import { insertAnswer } from '../../store/work/answers.ts'
import { messageIdsOf, type Task } from '../../store/work/tasks.ts'
import { type PostDeps, postMessage } from '../say/post-message.ts'
import { taskButton } from '../say/task-button.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Background } from './background.ts'
import type { Trail } from './run-trail.ts'
import { lastUsageOf } from './usage-booking.ts'

/** What a model wrote for a task, with secrets removed. */
interface Written {
  text: string
  unfinished?: UnfinishedReason
  files?: KnownFile[]
  buttons?: Button<AnyText>[]
}

export interface VoiceQueue {
  /** Has a whole answer spoken too, if its chat wants that. */
  queueVoice?(task: Task, line: number): void
}

/** Sends the answer and stores it with its actions and its assembly. Call it inside the transaction that ends the task. */
export function sendAnswer(
  deps: PostDeps & VoiceQueue,
  task: Task,
  trail: Trail,
  { text, ...written }: Written,
  now: Date,
): number {
  const line = postMessage(
    deps,
    {
      key: taskKey(task, 'reply'),
      kind: 'reply',
      lane: task.lane,
      route: task.route,
      text: withoutOwnTags(text),
      taskId: task.id,
      trust: trustOf(deps, task, trail),
      actions: trail.actions,
      origin: factsOf(task.kind).lines,
      ...written,
    },
    now,
  )
  insertAnswer(deps.db, line, answerFacts(deps, trail))
  if (!written.unfinished) deps.queueVoice?.(task, line)
  trail.record()
  return line
}

function answerFacts({ clock }: Pick<TaskDeps, 'clock'>, trail: Trail) {
  return {
    brain: trail.brain,
    model: lastUsageOf(trail, trail.brain)?.model,
    ms: Math.round(clock.mono() - trail.begunAt),
    usd: trail.usage.reduce((sum, { costUsd }) => sum + costUsd, 0),
    thought: trail.thought.trim() === '' ? undefined : trail.thought,
  }
}

/**
 * Hands the result of background work to the job it belongs to; without a job it is sent like any other answer. Call it
 * inside the transaction that ends the task.
 */
export function sendResult(
  deps: PostDeps & { background: Pick<Background, 'take'> },
  task: Task,
  trail: Trail,
  written: Written,
  now: Date,
): void {
  const { actions, refused } = trail
  const text = [withoutOwnTags(written.text), ...describeRefusals(refused, languageIn(deps.db, task.chat))].join('\n\n')
  const result = {
    text,
    trust: trustOf(deps, task, trail),
    actions,
    files: written.files ?? [],
  }
  if (deps.background.take(task, result, now)) trail.record()
  else sendAnswer(deps, task, trail, { ...written, text }, now)
}

/** A few of the refused actions, without duplicates: a model that insists must not fill the message. */
function describeRefusals(refused: LocalizedText[], language: Language): string[] {
  const refusals = [...new Set(refused.map((line) => line[language]))]
  const omitted = refusals.length - MAX_REPORTED_REFUSALS
  return omitted > 0
    ? [...refusals.slice(0, MAX_REPORTED_REFUSALS), permissionMessages.andMore(omitted)[language]]
    : refusals
}

const MAX_REPORTED_REFUSALS = 5

/** Removes our own markup from a model's text, so that later readers do not take it for ours. */
function withoutOwnTags(text: string): string {
  return stripOwnTags(text) || text
}

/** Tools may have shown the model less trusted text since the turn began. */
function trustOf({ db }: Pick<TaskDeps, 'db'>, task: Task, { trust }: Trail): Trust {
  return lowestTrust([trust, findOpenEpoch(db, task.lane)?.trust ?? trust])
}

/**
 * Sends what a run had written and done before it was cut short. Returns false if there was nothing yet.
 * Call it inside the transaction that ends the task.
 */
export function sendPartialAnswer(
  deps: PostDeps,
  task: Task,
  trail: Trail | undefined,
  unfinished: UnfinishedReason,
  now: Date,
): boolean {
  if (!trail || (trail.text.trim() === '' && trail.actions.length === 0)) return false
  sendAnswer(deps, task, trail, { text: trail.text.trimEnd(), unfinished }, now)
  return true
}

/** After a longer break people say what they refer to, so no button is offered. */
const MAX_BREAK_MS = 12 * 3_600_000

/**
 * Offers a button below the first answer after a break to continue the conversation before it. It is not offered if the
 * person made clear what they mean with a reply, /new or /continue.
 */
export function offerToContinue({ db, settings }: Pick<TaskDeps, 'db' | 'settings'>, task: Task): Button<AnyText>[] {
  const [first] = pastMessages(db, messageIdsOf(db, task.id).slice(0, 1))
  if (!first || first.replyTo !== undefined) return []
  // The message itself already said that it continues.
  if (assemblyOfTask(db, task.id)?.status === 'CONTINUATION') return []
  const [last] = laneHistory(db, task.lane, { asOf: first.at, before: first.id }, { limit: 1 })
  if (!last) return []
  const pauseMs = first.at.getTime() - last.at.getTime()
  if (pauseMs <= settings().idleMs || pauseMs > MAX_BREAK_MS) return []
  const hasMark = Object.values(laneMarks(db, task.lane)).some((mark) => mark !== undefined && mark >= last.at)
  return hasMark ? [] : [taskButton(commandMessages.continueEarlierButton, 'continue', task)]
}
