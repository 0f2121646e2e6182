import { laneQueue } from '../../domain/ids.ts'
import { factsOf, isEnd } from '../../domain/task.ts'
import { oneLine, truncate } from '../../lib/text/text.ts'
import { later, type Steady } from '../../lib/time/clock.ts'
import { asideMessages } from '../../messages/aside-messages.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { OwnTools } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { readMessages, taskMessages } from '../../store/messages/messages.ts'
import { readApproval } from '../../store/work/approvals.ts'
import { lastInLane } from '../../store/work/line-tasks.ts'
import { approveDraft, listDrafts, nextRevisionKey, type OutboxRow } from '../../store/work/outbox.ts'
import { enqueueTask, liveAsides, liveInQueue, liveOf, readTask, setDue, type Task } from '../../store/work/tasks.ts'
import { describeAllowed, listAllowed, revokeAllowance } from '../permissions/allowances.ts'
import type { ApprovalAnswer, Approvals } from '../permissions/approvals.ts'
import { reopen } from '../queue/reopen.ts'
import { toListedTasks } from '../reports/task-list.ts'
import { describeStop, type StopDeps, stopQueue, stopTask } from '../run/stop.ts'
import { DRAFT_MAX_CHARS, describeDraft } from '../say/draft-description.ts'
import { findTask, isOutdated, readPointer, type TaskPointer } from '../say/task-button.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext } from './command.ts'

/** /yes, /no and /always answer a question of ours. The buttons below it run the same commands. */
export function createAnswer(kind: ApprovalAnswer, { db, approvals }: { db: Database; approvals: Approvals }): Command {
  return {
    name: kind,
    usage: commandHelp.usages.number,
    summary: commandHelp.summaries[kind],
    run(args, context) {
      const number = args === '' ? undefined : Number(args.replace(/^#/, ''))
      if (number !== undefined && !Number.isSafeInteger(number)) return permissionMessages.numberNeeded
      return approvals.answer(number, kind, context)
    },
    isSettled(args, steady) {
      const approval = readApproval(db, Number(args))
      return approval !== undefined && (approval.state !== 'open' || approval.expiresAt <= steady)
    },
  }
}

export function createAllowed({ db, settings }: Pick<TaskDeps, 'db' | 'settings'>, tools: () => OwnTools[]): Command {
  return {
    name: 'allowed',
    usage: commandHelp.usages.allowed,
    summary: commandHelp.summaries.allowed,
    run(args, { person, prefix }) {
      const [, number] = /^(?:remove|revoke)\s+#?(\d{1,15})$/i.exec(args) ?? []
      if (number !== undefined) {
        return revokeAllowance(db, Number(number), person)
          ? commandMessages.permissionRemoved
          : commandMessages.noSuchPermission(number)
      }
      if (args !== '') return commandMessages.allowedUsage(prefix)
      const hint = commandMessages.allowedHint(prefix)
      return describeAllowed(listAllowed(db, tools(), person), hint, person.timezone ?? settings().timezone)
    },
  }
}

/** The pause of a failing model. */
interface ModelPause {
  isOn(): boolean
  end(): void
}

export function createRetry(deps: TaskDeps, pause: ModelPause): Command {
  const { db } = deps

  /** Without a number, the last task of this lane. Notices about another task name its number. */
  function findTaskToRetry(args: string, { lane, person }: CommandContext): ReturnType<typeof findTask> {
    const pointer = readPointer(args)
    if (pointer) return findTask(db, pointer, person)
    const last = lastInLane(db, lane, person.role === 'owner' ? undefined : person.id)
    return last ?? { refused: commandMessages.nothingToRetry }
  }

  return {
    name: 'retry',
    usage: commandHelp.usages.number,
    summary: commandHelp.summaries.retry,
    run(args, context) {
      const task = findTaskToRetry(args, context)
      const wasPaused = pause.isOn()
      // Even if there is nothing to retry here: the notice about the paused model may have been sent to this chat.
      context.afterCommit(pause.end)
      if ('refused' in task)
        return wasPaused ? joinTexts([task.refused, commandMessages.modelAskedAgain], ' ') : task.refused
      if (task.state === 'retry') {
        setDue(db, task.id, context.steady)
        return commandMessages.retrying(task.id, firstWords(task))
      }
      const isBusy = liveInQueue(db, task.queue).length > 0
      const refusal = reopen(deps, task, context)
      if (refusal) return refusal
      return (isBusy ? commandMessages.retryingLater : commandMessages.retrying)(task.id, firstWords(task))
    },
    isSettled: (args) => isOutdated(db, readPointer(args)),
  }

  function firstWords({ id, instruction }: Task): string {
    const text = taskMessages(db, id)[0]?.text ?? instruction ?? ''
    return oneLine(text, 60)
  }
}

const MAX_DRAFTS_SHOWN = 20
const DAY_MS = 86_400_000
/** If several drafts wait, less is shown of each. */
const MAX_CHARS_AMONG_OTHERS = { theirs: 200, ours: 400 }

/** Sends an answer that was saved as a draft for the owner to read first, or has it revised. */
export function createSend(deps: Pick<TaskDeps, 'db' | 'channels' | 'settings'>): Command {
  const { db, channels } = deps
  const firstWords = ({ messageId }: OutboxRow) => oneLine(readMessages(db, [messageId])[0]?.text ?? '', 60)
  const readArgs = (args: string) => /^#?(\d{1,15})(?:\s+([\s\S]+))?$/.exec(args)

  return {
    name: 'send',
    usage: commandHelp.usages.send,
    summary: commandHelp.summaries.send,
    ownerOnly: true,
    run(args, context) {
      const { prefix, steady } = context
      const drafts = listDrafts(db)
      if (args === '') return describeAll(drafts, prefix)
      const [, number, change] = readArgs(args) ?? []
      const draft = drafts.find(({ id }) => String(id) === number)
      if (!draft)
        return joinTexts([commandMessages.noSuchDraft(truncate(number ?? args, 20)), describeAll(drafts, prefix)], ' ')
      if (change !== undefined) return revise(draft, change, context)
      const { retryForMs = DAY_MS } = channels.get(draft.channel)?.manners ?? {}
      approveDraft(db, draft.id, { dueAt: steady, deadAt: later(steady, retryForMs) })
      return commandMessages.sendingDraft(draft.id, firstWords(draft))
    },
    isSettled: (args) => !listDrafts(db).some(({ id }) => String(id) === readArgs(args)?.[1]),
  }

  /** Asks the model for a new version, which becomes a draft of its own. */
  function revise(draft: OutboxRow, change: string, { now, steady }: CommandContext): LocalizedText {
    const task = draft.taskId === null ? undefined : readTask(db, draft.taskId)
    if (!task) return commandMessages.draftNotByModel(draft.id)
    const { chat, lane, personId, route } = task
    const instruction = reviseInstruction(change.trim())
    const scheduleKey = nextRevisionKey(db, draft)
    const times = { dueAt: steady, queuedAt: steady, deadlineAt: deadline(steady) }
    enqueueTask(db, { kind: 'reply', chat, lane, personId, route, instruction, scheduleKey, ...times }, now)
    return commandMessages.revisingDraft(draft.id)
  }

  function deadline(steady: Steady): Steady {
    return later(steady, deps.settings().expireMs)
  }

  function describeAll(drafts: OutboxRow[], prefix: string): LocalizedText {
    if (drafts.length === 0) return commandMessages.noDrafts
    const maxChars = drafts.length === 1 ? DRAFT_MAX_CHARS : MAX_CHARS_AMONG_OTHERS
    const descriptions = drafts
      .slice(-MAX_DRAFTS_SHOWN)
      .map((draft) => commandMessages.draftIn(draft.id, draft.error ?? '', describeDraft(db, draft, maxChars)))
    const rest = drafts.length > MAX_DRAFTS_SHOWN ? [commandMessages.olderDrafts(drafts.length - MAX_DRAFTS_SHOWN)] : []
    return joinTexts([commandMessages.drafts, ...descriptions, ...rest, commandMessages.draftHint(prefix)], '\n\n')
  }
}

function reviseInstruction(change: string): string {
  return `Your answer to the message you reply to is still a draft that has not been sent. I want it changed: ${change}\n\nWrite the whole new version exactly as it will be sent to them, and nothing else. I will read it before it is sent.`
}

export function createStop(deps: StopDeps): Command {
  return {
    name: 'stop',
    usage: commandHelp.usages.stop,
    summary: commandHelp.summaries.stop,
    run(args, context) {
      const { lane, now, afterCommit, prefix, chat } = context
      const pointer = readPointer(args)
      if (pointer) return stopOne(pointer, context)
      const isAll = /^all\b/i.test(args)
      const stopped = describeStop(stopQueue(deps, laneQueue(lane), isAll ? 'all' : 'first', now, afterCommit), prefix)
      const asides = liveAsides(deps.db, chat).filter((task) => task.lane === lane)
      if (asides.length === 0) return stopped
      return joinTexts(
        [
          stopped,
          asideMessages.stillRunning(
            asides.map(({ id }) => id),
            prefix,
          ),
        ],
        ' ',
      )
    },
    isSettled(args) {
      const pointer = readPointer(args)
      const task = pointer && readTask(deps.db, pointer.id)
      return pointer !== undefined && (task === undefined || isEnd(task.state) || isOutdated(deps.db, pointer))
    },
  }

  function stopOne(pointer: TaskPointer, { person, now, afterCommit, prefix }: CommandContext): LocalizedText {
    const task = findTask(deps.db, pointer, person)
    if ('refused' in task) return task.refused
    if (isEnd(task.state) || factsOf(task.kind).work === 'upkeep') return asideMessages.hasEnded(task.id)
    const { kept, questions, waiting } = stopTask(deps, task, now, afterCommit)
    if (task.kind === 'aside') return asideMessages.stopped(task.id)
    return describeStop({ tasks: [task], kept, questions, waiting }, prefix)
  }
}

/** /aside without words explains itself. With words it is a request, which intake gives to a task (aside/aside.ts). */
export function createAside(): Command {
  return {
    name: 'aside',
    usage: commandHelp.usages.aside,
    summary: commandHelp.summaries.aside,
    run: (_args, { prefix }) => asideMessages.usage(prefix),
  }
}

const MAX_TASKS_SHOWN = 20

/** /tasks lists what is waiting and in progress for a person, in this chat or, where nobody else reads, everywhere. */
export function createTasks({ db }: Pick<TaskDeps, 'db'>): Command {
  return {
    name: 'tasks',
    summary: commandHelp.summaries.tasks,
    run(_args, { person, chat, now }) {
      const chats = isPrivateTo(db, chat, person.id) ? undefined : [chat]
      const live = liveOf(db, person.id, chats).filter(({ kind }) => factsOf(kind).work !== 'upkeep')
      if (live.length === 0) return asideMessages.noTasks
      const lines = toListedTasks(db, live.slice(0, MAX_TASKS_SHOWN), now).map(({ id, kind, state, title }) => {
        const shownState = isEnd(state) ? asideMessages.states.queued : asideMessages.states[state]
        return asideMessages.line(id, kind === 'aside' ? asideMessages.beside(shownState) : shownState, title)
      })
      return joinTexts(lines, '\n')
    },
  }
}
