// Versions on the page: a message of the person that replaces an earlier one, another answer, and the choice between them.
// While an answer is being made in the chat, the version stays, so that the answer cannot end up in another one.
import type { Accepted } from '../../channels/channel.ts'
import { type ChatId, isLocal } from '../../domain/ids.ts'
import type { InboundChoice, InboundMessage, InboundRetry } from '../../domain/message.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { linesOnOtherBranches } from '../../store/messages/branch-path.ts'
import { chatOfBranch, chooseBranch, firstLineOfAnswer, forkAt } from '../../store/messages/branches.ts'
import { areDeleted } from '../../store/messages/deletions.ts'
import { readMessages, type StoredMessage } from '../../store/messages/messages.ts'
import { taskBehind } from '../../store/work/line-tasks.ts'
import { liveReplies } from '../../store/work/tasks.ts'
import { reopen } from '../queue/reopen.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type Batch, personOf } from './batch.ts'

type Refused = Extract<Accepted, { status: 'refused' }>

/** If the message replaces an earlier one, its version begins here: the message and all that follows belong to it. */
export function beginEdit(
  { db }: TaskDeps,
  { chat, replaces }: InboundMessage,
  batch: Batch,
): { from: number } | Refused | undefined {
  if (replaces === undefined) return undefined
  const line = shownLine(db, chat, replaces, 'human')
  if (!line) return refused(webMessages.noSuchLine)
  if (isAnswering(db, chat)) return refused(answerMessages.stillAnswering)
  return { from: forkAt(db, line.id, batch) }
}

/** The task of the answer runs again, as its next generation. What it writes is another version of the answer. */
export function acceptRetry(deps: TaskDeps, { chat, sender, line: id }: InboundRetry, batch: Batch): Accepted {
  const { db } = deps
  const person = personOf(db, sender, batch)
  const line = shownLine(db, chat, id, 'bot')
  const task = line && taskBehind(db, line.id)
  if (!person || !task || task.chat !== chat) return refused(webMessages.noSuchLine)
  if (isAnswering(db, chat)) return refused(answerMessages.stillAnswering)
  const first = firstLineOfAnswer(db, { line: id, task: task.id })
  const { now, steady, afterCommit } = batch
  const refusal = reopen(deps, task, { person, now, steady, afterCommit: (effect) => void afterCommit.push(effect) })
  return refusal ? refused(refusal) : { status: 'switched', from: forkAt(db, first, batch) }
}

export function acceptChoice({ db }: TaskDeps, { chat, sender, branch }: InboundChoice, batch: Batch): Accepted {
  if (!personOf(db, sender, batch) || chatOfBranch(db, branch) !== chat) return refused(webMessages.noSuchLine)
  if (isAnswering(db, chat)) return refused(answerMessages.stillAnswering)
  const from = chooseBranch(db, branch, batch)
  return from === undefined ? { status: 'ignored' } : { status: 'switched', from }
}

function refused(why: LocalizedText): Refused {
  return { status: 'refused', why }
}

/** A line of conversation that the page shows; nothing of other channels has versions. */
function shownLine(db: Database, chat: ChatId, id: number, author: StoredMessage['author']): StoredMessage | undefined {
  const [line] = isLocal(chat) ? readMessages(db, [id]) : []
  const isFit = line?.chat === chat && line.author === author && line.kind === 'conversation' && line.origin === 'chat'
  return isFit && linesOnOtherBranches(db, [id]).size === 0 && !areDeleted(db, [id]) ? line : undefined
}

/** An interrupted task waits for a person, who may go on in another version. */
function isAnswering(db: Database, chat: ChatId): boolean {
  return liveReplies(db, chat).some(({ state }) => state !== 'interrupted')
}
