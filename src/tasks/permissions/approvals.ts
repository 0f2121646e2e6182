import type { Button } from '../../domain/delivery.ts'
import type { NamedFile } from '../../domain/file.ts'
import { channelOf, type Lane, laneQueue } from '../../domain/ids.ts'
import { approvalKey, partsOf } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { isEnd, QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
import { later, type Moment, momentOf, msBetween, type Steady } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { dayAndTimeText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Database } from '../../store/database.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { readPerson } from '../../store/people/people.ts'
import {
  type Approval,
  answerApproval,
  findApproval,
  insertAllowance,
  insertApproval,
  openApprovals,
  openApprovalsOf,
  readApproval,
  sentBeside,
  takeOffers,
} from '../../store/work/approvals.ts'
import { readTask, readTasks, type Task } from '../../store/work/tasks.ts'
import { prefixIn } from '../say/channel-access.ts'
import { type PostDeps, postMessage, show } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type ActionEffect, inline } from './action-effect.ts'
import type { AlwaysRule } from './tool-rules.ts'

/** One exact action that a task wants to do. `always` is what "always" would allow; null if it is not offered. */
export interface ApprovalRequest {
  task: Task
  person: Pick<Person, 'id' | 'name'>
  hash: string
  tool: string
  effect: ActionEffect
  /** A sentence about where the action would take place. */
  place: LocalizedText
  always: AlwaysRule | null
}

export interface ApprovalsDeps extends PostDeps, Pick<TaskDeps, 'persist'> {
  /** Called when a question is ready to be delivered. */
  wakeDelivery(): void
  /** The time zone of people who have not set one. */
  timezone(): string
  /** Stores a text that is too long for a question as a file, which is attached to the question. */
  storeText(text: string, name: string): Promise<NamedFile>
}

export type ApprovalAnswer = 'yes' | 'no' | 'always'

/** Questions that wait for a person. They are stored, so a restart does not ask twice. */
export interface Approvals {
  /** Asks unless the same question was asked before, and waits for the answer, the time limit or the signal. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<Approval>
  /** Call it inside a transaction. Without a number, it answers the only open question of the lane. */
  answer(number: number | undefined, answer: ApprovalAnswer, context: AnswerContext): LocalizedText
  /** Closes the open questions of these tasks with `outcome` as the reason. Returns how many there were. */
  withdraw(taskIds: number[], outcome: LocalizedText, now: Date, afterCommit: (effect: () => void) => void): number
}

export interface AnswerContext extends Moment {
  person: Person
  lane: Lane
  /** Runs the effect after the commit. For everything that acts outside the store. */
  afterCommit(effect: () => void): void
}

export function createApprovals(deps: ApprovalsDeps): Approvals {
  const { db, clock } = deps
  const waiting = new Map<number, AbortController>()

  /** The line that replaces a settled question, with the time in the time zone of the reader. */
  function settledLine(approval: Approval, outcome: LocalizedText, now: Date, reader = approval.personId): string {
    const { id, gist, tool } = approval
    const timezone = readPerson(db, reader).timezone ?? deps.timezone()
    const what = gist ?? permissionMessages.useTool(tool)
    const line = permissionMessages.settled(id, what, outcome, dayAndTimeText(now, timezone))
    const chat = readTask(db, approval.taskId)?.chat
    return line[chat === undefined ? 'en' : languageIn(db, chat)]
  }

  function settle(approval: Approval, outcome: LocalizedText): void {
    waiting.get(approval.id)?.abort()
    const task = readTask(db, approval.taskId)
    if (!task) return
    const { id, chat, lane } = task
    const outcomeText = outcome[languageIn(db, chat)]
    const instead = readApproval(db, approval.id)?.settled ?? outcomeText
    const range = partsOf(approvalKey(approval.id))
    const beside = sentBeside(db, range)
    for (const line of takeOffers(db, range)) {
      show(deps, { kind: 'settled', chat, lane, task: id, ...line, outcome: outcomeText, shrunk: { instead, beside } })
    }
  }

  /** Returns false if it was already settled. */
  function expire(approval: Approval, outcome: LocalizedText, now: Date): boolean {
    const settled = settledLine(approval, outcome, now)
    return answerApproval(db, approval.id, { state: 'expired', by: null, settled }, now)
  }

  /** Returns the open question about this action or an answer that is still valid, or asks a new question. */
  function findOrAsk(request: ApprovalRequest, files: NamedFile[], { now, steady }: Moment): Approval {
    const { task, person, hash, tool, always } = request
    const rule = always?.rule ?? null
    const earlier = findApproval(db, { taskId: task.id, generation: task.generation, hash })
    // A "no" is valid as long as the task runs, so an insisting model cannot ask the person again and again.
    if (earlier?.state === 'no') return earlier
    if (earlier && (earlier.state === 'open' || earlier.state === 'yes') && earlier.expiresAt > steady) return earlier
    const expiresAt = later(steady, QUESTION_OPEN_MINUTES * 60_000)
    const { id: taskId, generation, lane, route } = task
    const language = languageIn(db, task.chat)
    const { gist } = request.effect
    const effect = `${request.effect.text[language]}\n\n${request.place[language]}`
    const row = { taskId, generation, personId: person.id, lane, hash, tool, effect, gist, rule, expiresAt }
    const approval = insertApproval(db, row, now)
    postMessage(
      deps,
      {
        key: approvalKey(approval.id),
        kind: 'notice',
        lane,
        route,
        taskId,
        text: describeQuestion(deps, task, approval, always, person.name),
        buttons: createButtons(approval, always),
        files,
      },
      now,
    )
    return approval
  }

  return {
    async ask(request, signal) {
      const { whole } = request.effect
      const files =
        whole === undefined ? [] : [await deps.storeText(whole[languageIn(db, request.task.chat)], 'question.txt')]
      const approval = await deps.persist(() => db.transaction(() => findOrAsk(request, files, momentOf(clock))))
      deps.wakeDelivery()
      if (approval.state !== 'open') return approval
      const settled = new AbortController()
      waiting.set(approval.id, settled)
      const stop = () => settled.abort()
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      await sleep(msBetween(clock.steady(), approval.expiresAt), settled.signal)
      signal.removeEventListener('abort', stop)
      waiting.delete(approval.id)
      // If the run was cut short, the question stays open: after a restart the task may ask it again.
      if (!settled.signal.aborted) {
        const outcome = permissionMessages.noAnswer
        if (await deps.persist(() => expire(approval, outcome, clock.now()))) settle(approval, outcome)
      }
      return readApproval(db, approval.id) ?? approval
    },

    answer(number, answer, { person, lane, now, steady, afterCommit }) {
      const approval = number === undefined ? onlyElement(openApprovals(db, lane)) : readApproval(db, number)
      if (!approval || !mayAnswer(person, approval)) {
        return number === undefined ? permissionMessages.whichQuestion : permissionMessages.noSuchQuestion(number)
      }
      if (approval.state !== 'open') return permissionMessages.alreadyAnswered(approval.id)
      if (approval.expiresAt <= steady) return permissionMessages.tooOld(approval.id)
      if (answer === 'always' && approval.rule === null) {
        return permissionMessages.onceOnly(approval.id)
      }
      const outcome = outcomes[answer](person.name)
      const settled = settledLine(approval, outcome, now, person.id)
      answerApproval(db, approval.id, { state: answer === 'no' ? 'no' : 'yes', by: person.id, settled }, now)
      if (answer === 'always' && approval.rule !== null) insertAllowance(db, approval.personId, approval.rule, now)
      afterCommit(() => settle(approval, outcome))
      return outcome
    },

    withdraw(taskIds, outcome, now, after) {
      const open = openApprovalsOf(db, taskIds)
      for (const approval of open) {
        expire(approval, outcome, now)
        after(() => settle(approval, outcome))
      }
      return open.length
    },
  }
}

const outcomes: Record<ApprovalAnswer, (name: string) => LocalizedText> = {
  yes: permissionMessages.allowedOnce,
  no: permissionMessages.refused,
  always: permissionMessages.allowedAlways,
}

function onlyElement<T>(all: T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined
}

function createButtons({ id }: Approval, always: AlwaysRule | null): Button<LocalizedText>[] {
  const { yesButton, noButton, alwaysButton } = permissionMessages
  const alwaysButtons = always === null ? [] : [{ label: alwaysButton(always.words), data: `always ${id}` }]
  return [{ label: yesButton, data: `yes ${id}` }, { label: noButton, data: `no ${id}` }, ...alwaysButtons]
}

function describeQuestion(
  deps: Pick<TaskDeps, 'channels'>,
  { chat, lane, queue }: Task,
  { id, effect }: Approval,
  always: AlwaysRule | null,
  name: string,
): LocalizedText {
  const { question, byButton, byText, alwaysByText } = permissionMessages
  const prefix = prefixIn(deps, chat)
  const hasButtons = deps.channels.get(channelOf(chat))?.manners.hasButtons ?? false
  const isWaitedFor = queue === laneQueue(lane)
  const once = hasButtons
    ? byButton(QUESTION_OPEN_MINUTES, isWaitedFor)
    : byText(id, prefix, QUESTION_OPEN_MINUTES, isWaitedFor)
  const isTyped = always !== null && !hasButtons
  const instructions = isTyped ? joinTexts([once, alwaysByText(id, prefix, always.words)], ' ') : once
  return question(id, plainName(name), effect, instructions)
}

/** Shows a name that could be read as Markdown as code. */
export function plainName(name: string): string {
  return /^[\p{L}\p{N} .,'’-]*$/u.test(name) ? name : inline(name)
}

/** The open questions of a lane, sorted by whether this person may answer them. */
export interface OpenQuestions {
  answerable: Approval[]
  /** The answerable ones that the lane waits for, so that any other message withdraws them. */
  withdrawable: Approval[]
  /** Questions that the lane waits for and that somebody else must answer. */
  others: Approval[]
}

export function openQuestions(db: Database, lane: Lane, person: Person, steady: Steady): OpenQuestions {
  const open = openApprovals(db, lane).filter(({ expiresAt }) => expiresAt > steady)
  if (open.length === 0) return { answerable: [], withdrawable: [], others: [] }
  const tasks = readTasks(
    db,
    open.map(({ taskId }) => taskId),
  )
  // An interrupted task blocks nobody, so its question does not either.
  const isBlocking = ({ state }: Task) => !isEnd(state) && state !== 'interrupted'
  const live = new Map(tasks.filter(isBlocking).map((task) => [task.id, task]))
  const answerable = open.filter((approval) => live.has(approval.taskId) && mayAnswer(person, approval))
  const isWaitedFor = ({ taskId }: Approval) => live.get(taskId)?.queue === laneQueue(lane)
  return {
    answerable,
    withdrawable: answerable.filter(isWaitedFor),
    others: open.filter((approval) => isWaitedFor(approval) && !mayAnswer(person, approval)),
  }
}

function mayAnswer(person: Pick<Person, 'id' | 'role'>, { personId }: Approval): boolean {
  return personId === person.id || person.role === 'owner'
}

/** The name of the person who is asked. */
export function askedName(db: Database, { personId }: Approval): string {
  return plainName(readPerson(db, personId).name)
}
